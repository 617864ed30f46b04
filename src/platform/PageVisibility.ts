import * as Context from "effect/Context"

/** The page's visibility, as the host reports it. */
export interface PageVisibility {
  /** Returns `true` if the user can see the page. */
  readonly isVisible: () => boolean
  /** Calls the listener when the page becomes visible or hidden. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The part of a browser's document that is used. */
export interface VisibilityHost {
  readonly visibilityState?: unknown
  readonly addEventListener: (type: string, listener: () => void) => void
  readonly removeEventListener: (type: string, listener: () => void) => void
}

const event = "visibilitychange"

/** Creates a document's visibility. Without one, the page is hidden. */
export const makePageVisibility = (document: VisibilityHost | undefined): PageVisibility => ({
  isVisible: () => document?.visibilityState === "visible",
  subscribe: (listener) => {
    document?.addEventListener(event, listener)
    return () => document?.removeEventListener(event, listener)
  }
})

/** The page's visibility; that of the document by default. On hosts without one, such as React Native, no page is visible. */
export const PageVisibility: Context.Reference<PageVisibility> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/PageVisibility",
  {
    // Sound: a host with a document has its events.
    defaultValue: () => makePageVisibility((globalThis as { readonly document?: VisibilityHost }).document)
  }
)
