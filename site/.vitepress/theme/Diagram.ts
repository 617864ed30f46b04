/** Draws a Mermaid diagram in the colours of the page. The source is shown until the library has loaded. */
import { useData } from "vitepress"
import { defineComponent, h, onMounted, ref, watch } from "vue"

let drawn = 0

export default defineComponent({
  name: "Diagram",
  props: { code: { type: String, required: true } },
  setup: (props) => {
    const svg = ref("")
    const { isDark } = useData()
    const draw = async () => {
      const { default: mermaid } = await import("mermaid")
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: "strict",
        theme: isDark.value ? "dark" : "neutral",
        // The default background of labels lacks contrast on dark pages.
        ...isDark.value ? { themeVariables: { edgeLabelBackground: "#2f2f36" } } : {}
      })
      svg.value = (await mermaid.render(`diagram-${++drawn}`, props.code)).svg
    }
    onMounted(() => {
      void draw()
      watch(isDark, () => void draw())
    })
    return () =>
      svg.value === ""
        ? h("pre", { class: "diagram-source" }, props.code)
        : h("div", { class: "diagram", role: "img", "aria-label": "Diagram", innerHTML: svg.value })
  }
})
