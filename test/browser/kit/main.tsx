/** The app in the browser: hydrates the server's HTML. `?devtools` adds the panel for developers. */
import * as Layer from "effect/Layer"
import { Browser, Client } from "latchkey"
import { AuthProvider } from "latchkey/react"
import { DevTools } from "latchkey/react/devtools"
import { hydrateRoot } from "react-dom/client"
import type { AppConfig } from "../app/config.ts"
import { Page } from "./App.tsx"

const json = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent)

// Sound: the page embeds the server's configuration.
const config = json("config") as AppConfig

const layer = Client.layer(config).pipe(
  Layer.provideMerge(Browser.layer({ projectId: config.projectId, redirectMethod: "window" }))
)

const hasDevTools = new URLSearchParams(location.search).has("devtools")

hydrateRoot(
  document.getElementById("root")!,
  <Page path={location.pathname} devTools={hasDevTools && <DevTools initialIsOpen />}>
    {(content) => <AuthProvider layer={layer} dehydrated={json("seed")}>{content}</AuthProvider>}
  </Page>
)
document.documentElement.dataset["hydrated"] = ""
