/** The pages that `HandlerPage` shows, and their steps' types. */
import type * as Effect from "effect/Effect"
import type { ApiError } from "../../src/call/ApiError.ts"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../../src/navigation/sameOrigin.ts"
import type { AnyPage } from "../../src/pages/HandlerPages.ts"
import type { Cookies } from "../../src/platform/Cookies.ts"
import type { Client } from "../../src/session/Client.ts"
import type { ProjectNotFound } from "../../src/wire/KnownErrors.ts"

/** The services that the pages' steps require from the provider's layer. */
export type PageServices = Client | Navigation | Cookies

/** The errors while a page is opened. */
export type OpenError = ProjectNotFound | RedirectUrlNotTrusted | ApiError

/**
 * The URL's page could not be opened.
 *
 * @category pages
 */
export interface NotOpened {
  readonly _tag: "NotOpened"
  /** `undefined` for an unexpected error, which has been reported to the provider's `present`. */
  readonly error: OpenError | undefined
  /** Opens the URL's page again. */
  readonly retry: Effect.Effect<ShownPage, OpenError, PageServices>
}

/** All pages that `HandlerPage` shows. */
export type ShownPage = AnyPage | NotOpened

/** The pages' tags. */
export type PageTag = ShownPage["_tag"]

/** The page with a tag. */
export type PageOf<Tag extends PageTag> = Extract<ShownPage, { readonly _tag: Tag }>

/** The errors from a page's steps. */
export type StepError<Page> = Page extends unknown ? ErrorOf<Page[keyof Page]> : never

// `any`: matches steps with every success, requirement and argument.
type ErrorOf<Step> = Step extends Effect.Effect<any, infer E, any> ? E
  : Step extends (...args: any) => Effect.Effect<any, infer E, any> ? E
  : Step extends ReadonlyArray<{ readonly signIn: Effect.Effect<any, infer E, any> }> ? E
  : never
