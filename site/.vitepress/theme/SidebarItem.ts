/**
 * An entry of the sidebar: a link, the heading of a group, or a button that opens a group. It replaces that of the default theme,
 * whose headings are buttons that do nothing, and which puts a button into a button.
 */
import { type DefaultTheme, useData } from "vitepress"
import { VPLink } from "vitepress/theme-without-fonts"
import { type Component, computed, defineComponent, h, type PropType, ref, type VNode, watch } from "vue"

/** Returns a page's path or a link without the parts in which both differ: `/components/` is the page `components/index.md`. */
const toName = (path: string): string =>
  path.replace(/^\//, "").replace(/\.(?:md|html)$/, "").replace(/(^|\/)index$/, "$1")

/** Returns a text that may break after an underscore, as the code of an error. */
const breakable = (text: string): Array<VNode | string> =>
  text.split(/(?<=_)/).flatMap((part, index) => index === 0 ? [part] : [h("wbr"), part])

const contains = ({ items = [], link }: DefaultTheme.SidebarItem, page: string): boolean =>
  (link !== undefined && toName(link) === page) || items.some((item) => contains(item, page))

const SidebarItem: Component = defineComponent({
  name: "SidebarItem",
  props: {
    item: { type: Object as PropType<DefaultTheme.SidebarItem>, required: true },
    depth: { type: Number, required: true }
  },
  setup: (props) => {
    const { page } = useData()
    const current = computed(() => toName(page.value.relativePath))
    const isOpen = ref(true)
    // Each page opens the groups that contain it. The others return to how they started.
    watch([() => props.item, current], ([item, name]) => {
      if (contains(item, name)) isOpen.value = true
      else if (item.collapsed !== undefined) isOpen.value = !item.collapsed
    }, { immediate: true })
    const toggle = () => (isOpen.value = !isOpen.value)
    return () => {
      const { collapsed, items = [], link, text = "" } = props.item
      const isGroup = items.length > 0
      const isCollapsible = isGroup && collapsed !== undefined
      const button = (content: string | undefined, label: string | undefined) =>
        h("button", {
          type: "button",
          class: "sidebar-toggle",
          "aria-expanded": isOpen.value,
          "aria-label": label,
          onClick: toggle
        }, content)
      const title = link === undefined
        ? isCollapsible ? button(text, undefined) : text
        : h(VPLink, {
          href: link,
          "aria-current": toName(link) === current.value ? "page" : undefined
        }, () => breakable(text))
      // The theme puts entries without a group into one without a title.
      const head = text === "" ? undefined : isGroup
        ? h(`h${Math.min(props.depth + 2, 6)}`, { class: "text" }, [title])
        : h("p", { class: "text" }, [title])
      return h(isGroup ? "section" : "div", {
        class: ["sidebar-item", `level-${props.depth}`, { "has-page": isGroup && contains(props.item, current.value) }]
      }, [
        h("div", { class: "sidebar-row" }, [
          head,
          isCollapsible && link !== undefined ? button(undefined, `Pages of ${text}`) : undefined
        ]),
        isGroup && isOpen.value
          ? h(
            "div",
            { class: "sidebar-items" },
            items.map((item) => h(SidebarItem, { key: item.text ?? "", item, depth: props.depth + 1 }))
          )
          : undefined
      ])
    }
  }
})

export default SidebarItem
