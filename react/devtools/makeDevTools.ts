import { type ReactNode, useEffect } from "react"
import { type Auth, useAuth } from "../Auth.ts"

/** The window's side at which the panel is docked. */
export type DockSide = "bottom" | "right"

/** The window's corner in which the button is. */
export type ButtonPosition = "bottom-left" | "bottom-right" | "top-left" | "top-right"

/** The component's properties. The panel reads them when it mounts. */
export type DevToolsProps = {
  /** The corner with the button. `bottom-right` by default. */
  readonly buttonPosition?: ButtonPosition | undefined
  /** The panel's side until the developer changes it; `bottom` by default. On phones, it is always at the bottom. */
  readonly dock?: DockSide | undefined
  /** Opens the panel until the developer closes it; `false` by default. */
  readonly initialIsOpen?: boolean | undefined
  /** The nonce of the Content Security Policy. Only browsers without `adoptedStyleSheets` need it. */
  readonly styleNonce?: string | undefined
}

/** The panel's module. */
export interface PanelModule {
  /** Adds the panel to the page. Returns a function that removes it. */
  readonly mountPanel: (auth: Auth, props: DevToolsProps) => () => void
}

/**
 * Creates the component. It renders nothing: the panel has its own root, so that neither renders the other again, and an error
 * in the panel does not affect the app.
 *
 * @internal
 */
export const makeDevTools =
  (load: () => Promise<PanelModule>): (props: DevToolsProps) => ReactNode =>
  ({ buttonPosition, dock, initialIsOpen, styleNonce }) => {
    const auth = useAuth()
    useEffect(() => {
      if (!auth.hasServices) return
      let isMounted = true
      let unmount = () => {}
      load().then(
        ({ mountPanel }) => {
          if (isMounted) unmount = mountPanel(auth, { buttonPosition, dock, initialIsOpen, styleNonce })
        },
        // The page was left, or the development server was stopped.
        () => {}
      )
      return () => {
        isMounted = false
        unmount()
      }
    }, [auth, buttonPosition, dock, initialIsOpen, styleNonce])
    return null
  }
