/** A component of the library in a frame, with controls for its state, its width, its theme and its language. */
import { useData, withBase } from "vitepress"
import { computed, defineComponent, h, onBeforeUnmount, onMounted, ref, useId, type VNode, watch } from "vue"
import { watchStory } from "./watchStory.ts"

interface State {
  readonly id: string
  readonly name: string
  readonly heights?: readonly [phone: number, desktop: number]
}

interface FrameData {
  readonly component: string
  readonly states: ReadonlyArray<State>
  /** The names of the languages by tag. */
  readonly languages: Readonly<Record<string, string>>
}

/** The width of a phone, in pixels. */
const phoneWidth = 390

/** The height of a story that was not measured, in pixels. */
const usualHeight = 420

const widths = { phone: "Phone", desktop: "Desktop" } as const
const themes = { page: "Page", light: "Light", dark: "Dark" } as const

export default defineComponent({
  name: "StoryFrame",
  /** `FrameData` as JSON. */
  props: { data: { type: String, required: true } },
  setup: (props) => {
    // Sound: the build writes it.
    const { component, languages, states } = JSON.parse(props.data) as FrameData
    const { isDark } = useData()
    const id = useId()
    const state = ref(states[0]!)
    const width = ref<keyof typeof widths>("desktop")
    const theme = ref<keyof typeof themes>("page")
    const language = ref("en")
    const place = ref<HTMLElement>()
    const frame = ref<HTMLIFrameElement>()
    const isNear = ref(false)
    const isReady = ref(false)
    /** The height of the content; 0 until it is known. */
    const measured = ref(0)
    const shownTheme = computed(() => theme.value !== "page" ? theme.value : isDark.value ? "dark" : "light")
    const story = computed(() => `${state.value.id} ${language.value}`)
    const height = computed(() => {
      const known = state.value.heights?.[width.value === "phone" ? 0 : 1]
      return measured.value > 0 ? measured.value : known ?? usualHeight
    })

    let stop = () => {}
    const onLoad = ({ currentTarget }: Event) => {
      if (!(currentTarget instanceof HTMLIFrameElement)) return
      stop()
      stop = watchStory(currentTarget, {
        onReady: () => {
          isReady.value = true
          applyTheme()
        },
        onHeight: (height) => (measured.value = height)
      })
    }
    const applyTheme = () => {
      const root = frame.value?.contentDocument?.documentElement
      if (root != null) root.dataset["theme"] = shownTheme.value
    }
    watch(shownTheme, applyTheme)
    watch(story, () => {
      stop()
      isReady.value = false
      measured.value = 0
    })
    watch(width, () => (measured.value = 0))

    let observer: IntersectionObserver | undefined
    onMounted(() => {
      // A narrow page has no room for a window.
      if (place.value!.clientWidth < 600) width.value = "phone"
      observer = new IntersectionObserver((entries) => {
        if (entries.every(({ isIntersecting }) => !isIntersecting)) return
        observer?.disconnect()
        // After the page itself, which readers see first.
        const load = () => (isNear.value = true)
        if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1000 })
        else load()
      }, { rootMargin: "200px" })
      observer.observe(place.value!)
    })
    onBeforeUnmount(() => {
      observer?.disconnect()
      stop()
    })

    const renderSelect = (
      label: string,
      value: string,
      options: ReadonlyArray<readonly [id: string, name: string]>,
      choose: (value: string) => void
    ): VNode =>
      h("label", { class: "story-choice" }, [
        h("span", label),
        h("select", {
          value,
          onChange: ({ target }: Event) => target instanceof HTMLSelectElement && choose(target.value)
        }, options.map(([id, name]) => h("option", { value: id, selected: id === value }, name)))
      ])
    const renderSwitch = <Name extends string>(
      label: string,
      name: string,
      value: Name,
      options: Readonly<Record<Name, string>>,
      choose: (value: Name) => void
    ): VNode =>
      h("fieldset", { class: ["story-switch", `story-${name}`] }, [
        h("legend", label),
        // Sound: the entries of a record have its keys.
        ...(Object.entries(options) as Array<[Name, string]>).map(([key, text]) =>
          h("label", { key }, [
            h("input", {
              type: "radio",
              name: `${id}-${name}`,
              value: key,
              checked: key === value,
              onChange: () => choose(key)
            }),
            h("span", text)
          ])
        )
      ])
    const url = (withTheme: string): string =>
      withBase(
        `/gallery/index.html?story=${state.value.id}&theme=${withTheme}${
          language.value === "en" ? "" : `&lang=${language.value}`
        }`
      )
    const renderFrame = () => {
      // The theme of a story changes without a new load.
      const src = url(shownTheme.value)
      return h(StoryContent, {
        key: story.value,
        src,
        name: `${component}: ${state.value.name}`,
        isReady: isReady.value,
        height: height.value,
        onFrame: (element: HTMLIFrameElement | undefined) => (frame.value = element),
        onLoaded: onLoad
      })
    }
    return () =>
      h("section", { class: "story", "aria-label": `${component} in the browser` }, [
        h("div", { class: "story-bar" }, [
          renderSelect("State", state.value.id, states.map(({ id, name }) => [id, name]), (value) => {
            state.value = states.find(({ id }) => id === value) ?? state.value
          }),
          renderSelect("Language", language.value, Object.entries(languages), (value) => (language.value = value)),
          renderSwitch("Width", "width", width.value, widths, (value) => (width.value = value)),
          renderSwitch("Theme", "theme", theme.value, themes, (value) => (theme.value = value)),
          h("a", { class: "story-open", href: url(shownTheme.value), target: "_blank" }, "Open in a new tab")
        ]),
        h("div", {
          ref: place,
          class: ["story-place", shownTheme.value],
          "data-story": isReady.value ? "ready" : "loading",
          "aria-busy": !isReady.value
        }, [
          h("div", {
            class: "story-window",
            style: {
              height: `${height.value}px`,
              maxWidth: width.value === "phone" ? `${phoneWidth}px` : undefined
            }
          }, isNear.value ? [renderFrame()] : [])
        ])
      ])
  }
})

/** The frame. It keeps its first URL, since another one would load the story again. */
const StoryContent = defineComponent({
  name: "StoryContent",
  props: {
    src: { type: String, required: true },
    name: { type: String, required: true },
    isReady: { type: Boolean, required: true },
    height: { type: Number, required: true }
  },
  emits: ["frame", "loaded"],
  setup: (props, { emit }) => {
    const { src } = props
    const frame = ref<HTMLIFrameElement>()
    onMounted(() => emit("frame", frame.value))
    onBeforeUnmount(() => emit("frame", undefined))
    return () =>
      h("iframe", {
        ref: frame,
        src,
        title: props.name,
        class: "story-frame",
        // A story takes the focus when it appears. The reader keeps it, and the page its place.
        inert: !props.isReady,
        onLoad: (event: Event) => emit("loaded", event)
      })
  }
})
