import { render } from "solid-js/web"
import { App } from "./App.solid.ts"

render(App, document.body)
