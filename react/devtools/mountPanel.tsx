import { createRoot } from "react-dom/client"
import type { Auth } from "../Auth.ts"
import { DevToolsContext } from "./DevToolsContext.ts"
import { makeEmulatorControls } from "./EmulatorControls.ts"
import type { DevToolsProps } from "./makeDevTools.ts"
import { Panel } from "./Panel.tsx"
import { makeSource } from "./Source.ts"
import { styles } from "./styles/styles.ts"

/** Adds the panel to the page. Returns a function that removes it. */
export const mountPanel = (auth: Auth, props: DevToolsProps): () => void => {
  const host = document.createElement("latchkey-devtools")
  const root = host.attachShadow({ mode: "open" })
  addStyles(root, props.styleNonce)
  // The app must not take the panel's keys for its own shortcuts: it sees only the element as their target.
  for (const type of ["keydown", "keypress", "keyup"]) host.addEventListener(type, (event) => event.stopPropagation())
  const stopTheme = followTheme(host)
  document.body.append(host)

  const source = makeSource(auth)
  const emulator = makeEmulatorControls(source.apiUrl, source.projectId, (...args) => fetch(...args))
  const reactRoot = createRoot(root)
  reactRoot.render(
    <DevToolsContext.Provider value={{ emulator, source }}>
      <Panel {...props} />
    </DevToolsContext.Provider>
  )
  return () => {
    stopTheme()
    host.remove()
    // React cannot unmount a root while it renders another.
    queueMicrotask(() => reactRoot.unmount())
  }
}

/** A Content Security Policy need not allow a constructed style sheet. */
const addStyles = (root: ShadowRoot, nonce: string | undefined): void => {
  if ("adoptedStyleSheets" in root && "replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    return
  }
  const element = document.createElement("style")
  if (nonce !== undefined) element.nonce = nonce
  element.textContent = styles
  root.append(element)
}

/** Copies the page's theme, the root element's `data-theme`, to the panel. */
const followTheme = (host: HTMLElement): () => void => {
  const { documentElement } = document
  const copy = () => {
    host.dataset["theme"] = documentElement.dataset["theme"] ?? "system"
  }
  copy()
  const observer = new MutationObserver(copy)
  observer.observe(documentElement, { attributeFilter: ["data-theme"] })
  return () => observer.disconnect()
}
