/** The app in the browser: by itself, or on top of what the server has rendered. */
import { AuthProvider } from "latchkey/react"
import { createRoot, hydrateRoot } from "react-dom/client"
import type { AppConfig } from "../app/server.ts"
import { layerOf, Page, probe, sceneOf, SignInPage } from "./App.tsx"

declare global {
  interface Window {
    readonly probe: typeof probe
    /** What React complained of while it took over. */
    readonly recovered: Array<string>
  }
}

const json = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent
  return text == null ? undefined : JSON.parse(text)
}

// Sound: the page holds what the server was told.
const config = json("config") as AppConfig
const root = document.getElementById("root")!
const recovered: Array<string> = []
Object.assign(window, { probe, recovered })

const layer = layerOf(config)
const scene = sceneOf(new URL(location.href))
const app = (
  <Page scene={scene}>
    {(content) => <AuthProvider layer={layer} dehydrated={json("seed")}>{content}</AuthProvider>}
  </Page>
)

if (location.pathname === "/sign-in") createRoot(root).render(<SignInPage config={config} />)
else if (root.hasChildNodes()) hydrateRoot(root, app, { onRecoverableError: (error) => recovered.push(String(error)) })
else createRoot(root).render(app)
