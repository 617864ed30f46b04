/**
 * The context that the components of a page share.
 *
 * @since 0.1.0
 */
import { type Context, createContext, useContext } from "react"
import { defaultTexts, type Texts } from "../texts/texts.ts"
import type { ShownPage } from "./ShownPage.ts"

/** The context that the components of a page share. */
export interface PageContext {
  readonly texts: Texts
  /** Replaces the current page. */
  readonly show: (page: ShownPage) => void
  /** Registers a running step with its cancellation, and cancels the previous one. */
  readonly startStep: (giveUp: () => void) => void
}

const Shared: Context<PageContext> = /*#__PURE__*/ createContext<PageContext>({
  texts: defaultTexts,
  show: () => {},
  startStep: () => {}
})

/** Provides the context. */
export const PageContextProvider: Context<PageContext>["Provider"] = Shared.Provider

/** Returns the context. */
export const usePageContext = (): PageContext => useContext(Shared)
