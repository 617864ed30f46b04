/** Draws a Mermaid diagram in the colours of the page. The source is shown until the library has loaded. */
import { useData, withBase } from "vitepress"
import { defineComponent, h, onMounted, ref, watch } from "vue"

let drawn = 0

/** Loads the library from the files that `assemble` copies. Rollup would take half a minute for it. */
const loadMermaid = async (): Promise<typeof import("mermaid").default> => {
  const { href } = new URL(withBase("/mermaid/mermaid.esm.min.mjs"), location.href)
  return (await import(/* @vite-ignore */ href)).default
}

export default defineComponent({
  name: "Diagram",
  props: { code: { type: String, required: true } },
  setup: (props) => {
    const svg = ref("")
    const { isDark } = useData()
    const draw = async () => {
      const mermaid = await loadMermaid()
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
        ? h("pre", { class: "diagram-source", tabindex: 0 }, props.code)
        : h("div", { class: "diagram", role: "img", "aria-label": "Diagram", innerHTML: svg.value })
  }
})
