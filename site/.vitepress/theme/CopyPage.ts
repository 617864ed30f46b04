/** A button that copies the Markdown of a page. The site has it beside the page, at the same URL with `.md`. */
import { useData, useRoute, withBase } from "vitepress"
import { computed, defineComponent, h, ref, watch } from "vue"

export default defineComponent({
  name: "CopyPage",
  setup: () => {
    const { frontmatter, page } = useData()
    const route = useRoute()
    const label = ref("Copy as Markdown")
    watch(() => route.path, () => (label.value = "Copy as Markdown"))
    const url = computed(() => withBase(`/${page.value.relativePath}`))
    const copy = async () => {
      try {
        // The text as a promise, since Safari allows the clipboard only during the click.
        const text = fetch(url.value).then((response) => response.text()).then((text) =>
          new Blob([text], { type: "text/plain" })
        )
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })])
        label.value = "Copied"
      } catch {
        // Without access to the clipboard, the browser shows the file.
        location.assign(url.value)
      }
    }
    return () =>
      frontmatter.value["hasCopy"] === true
        ? h("button", { type: "button", class: "copy-page", "aria-live": "polite", onClick: copy }, label.value)
        : undefined
  }
})
