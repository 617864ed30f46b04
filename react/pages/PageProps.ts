/**
 * The props of page components.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { Texts } from "../texts/texts.ts"
import type { PageOf, PageServices, PageTag, ShownPage, StepError } from "./ShownPage.ts"

/**
 * What the component of a page is given.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageProps<Tag extends PageTag = PageTag> {
  /** The page as it was opened, or as a step has led to it: what it knows, and the steps that are legal next. */
  readonly page: PageOf<Tag>
  /**
   * Runs a step, and shows the page that it leads to; a step that leads to none, such as one that goes elsewhere, leaves the
   * page as it is. There is one step at a time: another one gives up the one under way, and so does leaving the page.
   */
  readonly go: (step: Effect.Effect<ShownPage | void, StepError<PageOf<Tag>>, PageServices>) => void
  /** Whether a step is under way. */
  readonly isPending: boolean
  /** What the last step failed with. */
  readonly error: StepError<PageOf<Tag>> | undefined
  /** All texts, with those of the app in their places. */
  readonly texts: Texts
}

/**
 * A component for each page.
 *
 * @category models
 * @since 0.1.0
 */
export type Pages = { readonly [Tag in PageTag]: (props: PageProps<Tag>) => ReactNode }
