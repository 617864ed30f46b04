/** The button that opens the search. Its keys are in the stylesheet, since speech input takes a visible text for the button's name. */
import { defineComponent, h } from "vue"

export default defineComponent({
  name: "SearchButton",
  setup: () => () =>
    h("button", { type: "button", class: "search-button", "aria-label": "Search" }, [
      h("span", { class: "search-button-icon", "aria-hidden": true }),
      h("span", { class: "search-button-text" }, "Search")
    ])
})
