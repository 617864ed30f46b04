/**
 * What the parts of a page share: where it leads to, and its texts.
 *
 * @since 0.1.0
 */
import { type Context, createContext, useContext } from "react"
import { defaultTexts, type Texts } from "../texts/texts.ts"
import type { ShownPage } from "./ShownPage.ts"

/** What the parts of a page share. */
export interface PageContext {
  readonly texts: Texts
  /** Shows another page in the place of this one. */
  readonly show: (page: ShownPage) => void
  /** Tells that a step begins, and how to give it up. The one before is given up. */
  readonly startStep: (giveUp: () => void) => void
}

const Shared: Context<PageContext> = /*#__PURE__*/ createContext<PageContext>({
  texts: defaultTexts,
  show: () => {},
  startStep: () => {}
})

/** Provides it. */
export const PageContextProvider: Context<PageContext>["Provider"] = Shared.Provider

/** Reads it. */
export const usePageContext = (): PageContext => useContext(Shared)
