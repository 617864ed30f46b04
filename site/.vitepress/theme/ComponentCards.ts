/** Cards that lead to the pages of components. Each shows the first state of its component while the card is near. */
import { useData, withBase } from "vitepress"
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from "vue"
import { watchStory } from "./watchStory.ts"

interface Card {
  readonly name: string
  readonly page: string
  readonly text: string
  /** The id of its first story. */
  readonly story?: string
  readonly layout?: string
}

export default defineComponent({
  name: "ComponentCards",
  /** A list of cards as JSON. */
  props: { data: { type: String, required: true } },
  setup: (props) => {
    // Sound: the build writes it.
    const cards = JSON.parse(props.data) as ReadonlyArray<Card>
    return () =>
      h(
        "div",
        { class: "component-cards" },
        cards.map(({ layout = "", name, page, story = "", text }) =>
          h("a", { key: name, class: "component-card", href: withBase(`/components/${page}.html`) }, [
            h(Preview, { name, story, layout }),
            h("span", { class: "component-card-name" }, name),
            h("span", { class: "component-card-text" }, text.replaceAll("`", ""))
          ])
        )
      )
  }
})

const Preview = defineComponent({
  name: "ComponentPreview",
  props: {
    name: { type: String, required: true },
    story: { type: String, required: true },
    layout: { type: String, required: true }
  },
  setup: ({ layout, name, story }) => {
    const { isDark } = useData()
    const place = ref<HTMLElement>()
    const frame = ref<HTMLIFrameElement>()
    const isNear = ref(false)
    const isReady = ref(false)
    const applyTheme = () => {
      const root = frame.value?.contentDocument?.documentElement
      if (root != null) root.dataset["theme"] = isDark.value ? "dark" : "light"
    }
    let stop = () => {}
    let observer: IntersectionObserver | undefined
    watch(isDark, applyTheme)
    onMounted(() => {
      if (story === "") return
      // A card far away has no frame, which would keep its memory.
      observer = new IntersectionObserver((entries) => {
        isNear.value = entries.at(-1)?.isIntersecting === true
        if (!isNear.value) isReady.value = false
      }, { rootMargin: "100px" })
      observer.observe(place.value!)
    })
    onBeforeUnmount(() => {
      observer?.disconnect()
      stop()
    })
    return () =>
      h("span", {
        ref: place,
        class: ["component-preview", layout],
        "aria-hidden": "true",
        "data-ready": isReady.value
      }, [
        story === ""
          ? h("code", `<${name}>`)
          : isNear.value
          ? h("iframe", {
            ref: frame,
            title: name,
            inert: true,
            tabindex: -1,
            src: withBase(`/gallery/index.html?story=${story}&theme=${isDark.value ? "dark" : "light"}`),
            onLoad: ({ currentTarget }: Event) => {
              if (!(currentTarget instanceof HTMLIFrameElement)) return
              stop()
              stop = watchStory(currentTarget, {
                onReady: () => {
                  isReady.value = true
                  applyTheme()
                },
                onHeight: () => {}
              })
            }
          })
          : undefined
      ])
  }
})
