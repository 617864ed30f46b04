/**
 * Shows one of several code blocks, and remembers the choice for all pages. Without JavaScript, all blocks are shown below each
 * other, with their titles.
 */
import { defineComponent, h, onMounted, ref, useId } from "vue"
import { chooseTab, getTabTarget, readChosenTabs } from "../../chosenTabs.ts"

/** The titles that the reader has chosen on any page, the last one first. */
const chosen = ref<ReadonlyArray<string>>([])

const choose = (title: string): void => {
  chosen.value = chooseTab(title, chosen.value)
}

const restore = (): void => {
  if (chosen.value.length === 0) chosen.value = readChosenTabs()
}

export default defineComponent({
  name: "CodeTabs",
  /** The titles, separated by `|`. */
  props: { titles: { type: String, required: true } },
  setup: (props, { slots }) => {
    const id = useId()
    const isMounted = ref(false)
    const titles = props.titles.split("|")
    onMounted(() => {
      restore()
      isMounted.value = true
    })
    const onKeydown = (event: KeyboardEvent, index: number) => {
      const target = getTabTarget(event.key, index, titles.length)
      if (target === undefined) return
      event.preventDefault()
      choose(titles[target]!)
      document.getElementById(`${id}-tab-${target}`)?.focus()
    }
    const renderTabs = (shown: number) =>
      h(
        "div",
        { class: "code-tab-list", role: "tablist", "aria-label": "Code" },
        titles.map((title, index) =>
          h("button", {
            type: "button",
            role: "tab",
            id: `${id}-tab-${index}`,
            "aria-selected": index === shown,
            "aria-controls": `${id}-panel-${index}`,
            tabindex: index === shown ? 0 : -1,
            onClick: () => choose(title),
            onKeydown: (event: KeyboardEvent) => onKeydown(event, index)
          }, title)
        )
      )
    return () => {
      const shown = titles.indexOf(chosen.value.find((title) => titles.includes(title)) ?? titles[0]!)
      const panels = titles.map((title, index) =>
        h("div", {
          class: "code-tab",
          id: `${id}-panel-${index}`,
          ...isMounted.value
            ? { role: "tabpanel", "aria-labelledby": `${id}-tab-${index}`, hidden: index !== shown }
            : {}
        }, [isMounted.value ? undefined : h("p", { class: "code-tab-title" }, title), slots[`tab${index}`]?.()])
      )
      return h("div", { class: ["code-tabs", isMounted.value ? "mounted" : ""] }, [
        isMounted.value ? renderTabs(shown) : undefined,
        ...panels
      ])
    }
  }
})
