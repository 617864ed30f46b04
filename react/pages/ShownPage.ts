/**
 * The pages that `HandlerPage` shows, and the types of their steps.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { ApiError } from "../../src/call/ApiError.ts"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../../src/navigation/sameOrigin.ts"
import type { AnyPage, OpenedPage } from "../../src/pages/HandlerPages.ts"
import type { Cookies } from "../../src/platform/Cookies.ts"
import type { Client } from "../../src/session/Client.ts"
import type { ProjectNotFound } from "../../src/wire/KnownErrors.ts"

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
  readonly retry: Effect.Effect<OpenedPage, OpenError, PageServices>
}

/**
 * Whatever `HandlerPage` may show.
 *
 * @category models
 * @since 0.1.0
 */
export type ShownPage = AnyPage | NotOpened

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
