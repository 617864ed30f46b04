/**
 * What the component of a page is given, and which pages there are.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { ApiError } from "../../src/call/ApiError.ts"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../../src/navigation/sameOrigin.ts"
import type { HandlerPage, OpenedPage } from "../../src/pages/HandlerPages.ts"
import type { Cookies } from "../../src/platform/Cookies.ts"
import type { Client } from "../../src/session/Client.ts"
import type { ProjectNotFound } from "../../src/wire/KnownErrors.ts"
import type { Texts } from "./texts.ts"

/**
 * What the steps of the pages need, and the provider's layer has to have.
 *
 * @category models
 * @since 0.1.0
 */
export type PageServices = Client | Navigation | Cookies

/**
 * What no page can be opened for.
 *
 * @category models
 * @since 0.1.0
 */
export type OpenError = ProjectNotFound | RedirectUrlNotTrusted | ApiError

/**
 * The page of the address could not be opened.
 *
 * @category pages
 * @since 0.1.0
 */
export interface NotOpened {
  readonly _tag: "NotOpened"
  /** `undefined` when it is none that opening a page is known to meet: the provider's presenter has been told of it then. */
  readonly error: OpenError | undefined
  /** Opens the page of the address anew. */
  readonly again: Effect.Effect<OpenedPage, OpenError, PageServices>
}

/**
 * Whatever `HandlerPage` may show.
 *
 * @category models
 * @since 0.1.0
 */
export type ShownPage = HandlerPage | NotOpened

/**
 * The tags of the pages.
 *
 * @category models
 * @since 0.1.0
 */
export type PageTag = ShownPage["_tag"]

/**
 * The page of a tag.
 *
 * @category models
 * @since 0.1.0
 */
export type PageOf<Tag extends PageTag> = Extract<ShownPage, { readonly _tag: Tag }>

/**
 * What the steps of a page may fail with.
 *
 * @category models
 * @since 0.1.0
 */
export type StepError<Page> = Page extends unknown ? ErrorOf<Page[keyof Page]> : never

// `any`, since a step of every success, every requirement and every argument counts.
type ErrorOf<Step> = Step extends Effect.Effect<any, infer E, any> ? E
  : Step extends (...args: any) => Effect.Effect<any, infer E, any> ? E
  : Step extends ReadonlyArray<{ readonly signIn: Effect.Effect<any, infer E, any> }> ? E
  : never

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
