/** A code block with a button that runs it in the page, and shows its output, requests and emails. */
import { useData, withBase } from "vitepress"
import { computed, defineComponent, h, ref, watch } from "vue"

/** Gives a frame the height of its content, also when that changes. */
const fitHeight = (frame: HTMLIFrameElement): void => {
  const content = frame.contentDocument?.getElementById("run")
  if (content == null) return
  new ResizeObserver(() => {
    frame.style.height = `${content.offsetHeight}px`
  }).observe(content)
}

export default defineComponent({
  name: "RunExample",
  props: {
    /** The id of the example, such as `password/0`. Without one, it cannot run in a page. */
    example: { type: String, default: "" },
    /** The lines that use the block. */
    calls: { type: String, default: "" },
    /** What the example printed when the site was tested. */
    output: { type: String, default: "" },
    /** What it needs that a page does not have. */
    needs: { type: String, default: "" }
  },
  setup: (props, { slots }) => {
    const { isDark } = useData()
    /** The number of runs; 0 before the first one and after closing. */
    const runs = ref(0)
    const frame = ref<HTMLIFrameElement>()
    const src = computed(() =>
      `${withBase("/live/run.html")}?theme=${isDark.value ? "dark" : "light"}#${props.example}`
    )
    watch(isDark, (dark) => frame.value?.contentDocument?.documentElement.classList.toggle("dark", dark))
    /** The URL of the first frame, so that a change of the theme does not run the example again. */
    const opened = ref("")
    const run = () => {
      opened.value = src.value
      runs.value++
    }
    const renderBar = () =>
      h("div", { class: "example-bar" }, [
        h("button", { type: "button", class: "example-run", onClick: run }, runs.value === 0 ? "Run" : "Run again"),
        runs.value === 0
          ? h("span", { class: "example-hint" }, "in this page, against the emulator")
          : h("button", { type: "button", class: "example-close", onClick: () => (runs.value = 0) }, "Close")
      ])
    const renderCalls = () =>
      props.calls === "" ? undefined : h("div", { class: "example-calls" }, [
        h("span", { class: "example-hint" }, "Runs the code above with these lines"),
        h("pre", { tabindex: 0 }, props.calls)
      ])
    const renderResult = () =>
      runs.value > 0
        ? h("iframe", {
          key: runs.value,
          ref: frame,
          class: "example-frame",
          title: "Result of the example",
          src: opened.value,
          onLoad: ({ target }: Event) => target instanceof HTMLIFrameElement && fitHeight(target)
        })
        : props.output === ""
        ? undefined
        : h("div", { class: "example-output" }, [
          h("span", { class: "example-hint" }, "Output"),
          h("pre", { tabindex: 0 }, props.output)
        ])
    return () =>
      h("div", { class: "example" }, [
        slots.default?.(),
        ...props.example === ""
          ? [h("div", { class: "example-bar" }, h("span", { class: "example-hint" }, `Needs ${props.needs}`))]
          : [renderCalls(), renderBar(), renderResult()]
      ])
  }
})
