import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme"
import Diagram from "./Diagram.ts"
// oxlint-disable-next-line import/no-unassigned-import
import "./style.css"

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("Diagram", Diagram)
  }
}

export default theme
