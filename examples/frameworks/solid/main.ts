import { render } from "solid-js/web"
import { App } from "./App.ts"

render(App, document.body)
