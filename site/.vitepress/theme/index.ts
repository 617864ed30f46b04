import { type Theme, useRoute } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { defineComponent, h, nextTick, onMounted, watch } from "vue"
import CodeTabs from "./CodeTabs.ts"
import ComponentCards from "./ComponentCards.ts"
import CopyPage from "./CopyPage.ts"
import Diagram from "./Diagram.ts"
import { leaveForLanding, openLinkedSearch } from "./landing.ts"
import RunExample from "./RunExample.ts"
import StoryFrame from "./StoryFrame.ts"
// oxlint-disable-next-line import/no-unassigned-import
import "./style.css"

/** The layout of the default theme, whose page for missing pages lacks a main landmark. */
const Layout = defineComponent({
  setup: () => {
    const route = useRoute()
    const markMain = async () => {
      await nextTick()
      const content = document.querySelector("#VPContent")
      if (content?.querySelector("main") === null) content.setAttribute("role", "main")
      else content?.removeAttribute("role")
    }
    onMounted(() => {
      watch(() => route.path, markMain, { immediate: true, flush: "post" })
      void nextTick(openLinkedSearch)
    })
    return () => h(DefaultTheme.Layout, null, { "doc-before": () => h(CopyPage) })
  }
})

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app, router }) => {
    leaveForLanding(router)
    app.component("CodeTabs", CodeTabs)
    app.component("ComponentCards", ComponentCards)
    app.component("StoryFrame", StoryFrame)
    app.component("Diagram", Diagram)
    app.component("RunExample", RunExample)
  }
}

export default theme
