/** The app in the browser: client-rendered, or hydrated. */
import { AuthProvider, ProfileSettings } from "latchkey/react"
import { createRoot, hydrateRoot } from "react-dom/client"
import type { AppConfig } from "../app/config.ts"
import { layerOf, Page, probe, sceneOf, SignInPage } from "./App.tsx"

declare global {
  interface Window {
    readonly probe: typeof probe
    /** React's warnings during hydration. */
    readonly recovered: Array<string>
  }
}

const json = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent
  return text == null ? undefined : JSON.parse(text)
}

// Sound: the page embeds the server's configuration.
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
else if (location.pathname === "/profile") {
  createRoot(root).render(
    <AuthProvider layer={layer}>
      <ProfileSettings />
    </AuthProvider>
  )
} else if (root.hasChildNodes()) {
  hydrateRoot(root, app, { onRecoverableError: (error) => recovered.push(String(error)) })
} else createRoot(root).render(app)
