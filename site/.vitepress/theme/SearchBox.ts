/** The search: a dialog with a field, and the pages that answer. It replaces that of the default theme, which lists sections. */
// oxlint-disable-next-line import/extensions -- A module of VitePress.
import localSearchIndex from "@localSearchIndex"
import MiniSearch from "minisearch"
import { useRouter, withBase } from "vitepress"
import { computed, defineComponent, h, nextTick, onMounted, ref, shallowRef, watch } from "vue"
import { findPages, type FoundPage, indexOptions, type Place } from "../../search.ts"
import { endLinkedSearch } from "./landing.ts"

/** The most pages that are shown. */
const mostPages = 12

/** The last query, for a reader who opens the search again. */
const query = ref("")

/** The pages for a reader whose words are nowhere. */
const helpful = [
  { title: "Features and limits", path: "/features.html" },
  { title: "Every component", path: "/components/" },
  { title: "Every error code", path: "/error-codes.html" }
]

export default defineComponent({
  name: "SearchBox",
  emits: ["close"],
  setup: (_, { emit }) => {
    const router = useRouter()
    const dialog = ref<HTMLDialogElement>()
    const field = ref<HTMLInputElement>()
    const index = shallowRef<MiniSearch>()
    const selected = ref(0)
    const pages = computed<ReadonlyArray<FoundPage>>(() =>
      index.value === undefined || query.value.trim() === ""
        ? []
        : findPages(index.value, query.value).slice(0, mostPages)
    )
    const places = computed<ReadonlyArray<Place>>(() => pages.value.flatMap((page) => [page, ...page.sections]))
    watch(
      pages,
      ([first]) => (selected.value = Math.max(0, places.value.findIndex(({ url }) => url === first?.best.url)))
    )
    watch(selected, async () => {
      await nextTick()
      dialog.value?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
    })
    onMounted(async () => {
      dialog.value?.showModal()
      field.value?.select()
      const text = (await localSearchIndex["root"]!()).default
      index.value = MiniSearch.loadJSON(text, indexOptions)
    })
    const close = (isChosen: boolean) => {
      endLinkedSearch({ isChosen })
      emit("close")
    }
    const choose = (place: Place | undefined) => {
      if (place === undefined) return
      close(true)
      void router.go(place.url)
    }
    const move = (step: number) => {
      const count = places.value.length
      if (count > 0) selected.value = (selected.value + step + count) % count
    }
    const onKeydown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (event.key === "ArrowDown") move(1)
      else if (event.key === "ArrowUp") move(-1)
      else if (event.key === "Enter") choose(places.value[selected.value])
      else return
      event.preventDefault()
    }
    const option = (place: Place, kind: "page" | "section") => {
      const position = places.value.indexOf(place)
      return h("a", {
        id: `search-result-${position}`,
        class: ["search-result", `search-${kind}`],
        role: "option",
        tabindex: -1,
        href: place.url,
        "aria-selected": position === selected.value,
        onMousemove: () => (selected.value = position),
        onClick: () => close(true)
      }, [
        h("span", { class: "search-title" }, place.title),
        place.lead === "" ? undefined : h("span", { class: "search-lead" }, place.lead)
      ])
    }
    const results = () => {
      if (query.value.trim() === "") return undefined
      if (index.value === undefined) return h("p", { class: "search-note", role: "status" }, "Loading…")
      if (pages.value.length === 0) {
        return h("div", { class: "search-note" }, [
          h("p", { role: "status" }, `Nothing found for "${query.value}". These pages may help:`),
          h(
            "ul",
            helpful.map(({ path, title }) =>
              h("li", h("a", { href: withBase(path), onClick: () => close(true) }, title))
            )
          )
        ])
      }
      return h(
        "div",
        { id: "search-results", class: "search-results", role: "listbox", "aria-label": "Results" },
        pages.value.map((page) =>
          h("div", { key: page.url, role: "group", "aria-label": page.title }, [
            option(page, "page"),
            ...page.sections.map((section) => option(section, "section"))
          ])
        )
      )
    }
    return () =>
      h("dialog", {
        ref: dialog,
        class: "search-box",
        "aria-label": "Search",
        onCancel: () => close(false),
        // A click on the backdrop has the dialog as its target.
        onClick: (event: MouseEvent) => event.target === dialog.value && close(false)
      }, [
        h("div", { class: "search-field" }, [
          h("span", { class: "search-button-icon", "aria-hidden": true }),
          h("input", {
            ref: field,
            class: "search-input",
            type: "text",
            role: "combobox",
            enterkeyhint: "go",
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: false,
            placeholder: "Search the documentation",
            "aria-label": "Search the documentation",
            "aria-controls": "search-results",
            "aria-expanded": pages.value.length > 0,
            "aria-autocomplete": "list",
            "aria-activedescendant": pages.value.length > 0 ? `search-result-${selected.value}` : undefined,
            value: query.value,
            // Sound: the listener is that of this field.
            onInput: (event: Event) => (query.value = (event.target as HTMLInputElement).value),
            onKeydown
          }),
          h("button", { type: "button", class: "search-close", onClick: () => close(false) }, "Close")
        ]),
        results()
      ])
  }
})
