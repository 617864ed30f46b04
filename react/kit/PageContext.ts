import * as Effect from "effect/Effect"
import { type Context, createContext, useContext } from "react"
import type { ProvidedServices } from "../Auth.ts"
import type { OpenError, PageServices, ShownPage } from "../pages/ShownPage.ts"

/** The context that a component's parts share. */
export interface PageContext {
  /** Replaces the current page. After a sign-in, it first waits until the app has navigated. */
  readonly show: (page: ShownPage) => Effect.Effect<void>
  /**
   * Registers a step with its cancellation before it starts, and cancels a step that waits for the network. Returns `false` if
   * another step is running.
   */
  readonly startStep: (cancel: () => void) => boolean
  /** Marks a step as running until the effect ends. The card's other actions are inactive in between. */
  readonly runStep: <A, E, R>(step: Effect.Effect<A, E, R>, cancel: () => void) => Effect.Effect<A, E, R>
  /** `true` while a step is running. */
  readonly isBusy: boolean
  /** Opens the first page again. `undefined` outside of a flow. */
  readonly reopen: Effect.Effect<ShownPage, OpenError, PageServices> | undefined
  /** Replaces a step's services, such as the navigation for a component that keeps the URL. */
  readonly provide: <A, E>(step: Effect.Effect<A, E, ProvidedServices>) => Effect.Effect<A, E, ProvidedServices>
  /** The shown card, and the previous page's height in pixels. `undefined` outside of a flow. */
  readonly layout: { card?: HTMLElement; height?: number } | undefined
  /** Names the page in the document's title, and returns the function that restores it. `undefined` within an app's page. */
  readonly nameDocument: ((title: string, document: Document) => () => void) | undefined
  /** The level of the component's title. Its sections are one level below. */
  readonly headingLevel: HeadingLevel | 4
  /** The settings page around a section, if there is one. */
  readonly page?: PageTitle | undefined
}

/** A settings page's heading. A section with the same title shows no heading. */
export interface PageTitle {
  readonly id: string
  readonly title: string
}

/** A title's level: `1` for a page's title. */
export type HeadingLevel = 1 | 2 | 3

/** The context without a flow around it. */
export const noPageContext: PageContext = {
  show: () => Effect.void,
  startStep: () => true,
  runStep: (step) => step,
  isBusy: false,
  reopen: undefined,
  provide: (step) => step,
  layout: undefined,
  nameDocument: undefined,
  headingLevel: 1
}

const Shared: Context<PageContext> = /*#__PURE__*/ createContext<PageContext>(noPageContext)

/** Provides the context. */
export const PageContextProvider: Context<PageContext>["Provider"] = Shared.Provider

/** Returns the context. */
export const usePageContext = (): PageContext => useContext(Shared)
