import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { Texts } from "../texts/texts.ts"
import type { PageOf, PageServices, PageTag, ShownPage, StepError } from "./ShownPage.ts"

/** Props for a default page component. */
export interface ShownProps<Tag extends PageTag> {
  readonly page: PageOf<Tag>
}

/** Props for a page component. */
export interface PageProps<Tag extends PageTag = PageTag> {
  /** The page that was opened, or that a step has led to, with the possible next steps. */
  readonly page: PageOf<Tag>
  /**
   * Runs a step, and shows the page that it returns. A step without a page, such as a redirect, keeps the current one.
   * One step runs at a time: calling `go` again, or leaving the page, cancels it. The card's other buttons are inactive in between.
   */
  readonly go: (step: Effect.Effect<ShownPage | void, StepError<PageOf<Tag>>, PageServices>) => void
  /** `true` while a step is running. */
  readonly isPending: boolean
  /** The last step's error. */
  readonly error: StepError<PageOf<Tag>> | undefined
  /** All texts, including the app's overrides. */
  readonly texts: Texts
}

/** The page components by tag. */
export type Pages = { readonly [Tag in PageTag]: (props: PageProps<Tag>) => ReactNode }
