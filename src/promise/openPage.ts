/** The handler's headless pages, for custom interfaces. */
import type * as Effect from "effect/Effect"
import type * as HandlerPages from "../pages/HandlerPages.ts"
import type { AuthClient } from "./AuthClient.ts"
import { getRunner } from "./makeAuthClient.ts"
import { makeCall } from "./makeCall.ts"
import { onDemand } from "./onDemand.ts"
import type { Call, CallOptions } from "./Result.ts"

/** A page whose steps are functions that return promises. `_tag` names it. A step that opens another page returns it. */
export type Paged<T> = T extends Error | Date ? T
  : T extends Effect.Effect<infer A, infer E, infer _> ? (options?: CallOptions) => Call<Paged<A>, E>
  : T extends (...args: infer Args) => Effect.Effect<infer A, infer E, infer _>
    ? (...args: [...inputs: Args, options?: CallOptions]) => Call<Paged<A>, E>
  : T extends ReadonlyArray<infer I> ? ReadonlyArray<Paged<I>>
  : T extends object ? { readonly [K in keyof T as K extends "tokens" ? never : K]: Paged<T[K]> }
  : T

/** The page at a handler address, such as `SignIn`, `MagicLinkCallback` or `TeamInvitation`. */
export type OpenedPage = Paged<HandlerPages.OpenedPage>

/** Errors from {@link openPage}. */
export type OpenPageError = Effect.Error<typeof HandlerPages.open>

const pages = /*#__PURE__*/ onDemand(() => import("./client/pages.ts"))

/**
 * Opens the page at the current address, without an interface: its data, and its steps as functions. `latchkey/react` shows the
 * same pages.
 *
 * **Example** (A sign-in page)
 *
 * ```ts
 * import { type AuthClient, openPage } from "latchkey/promise"
 *
 * export const show = async (auth: AuthClient, form: { readonly email: string; readonly password: string }) => {
 *   const page = await openPage(auth).orThrow()
 *   if (page._tag !== "SignIn" || page.password === undefined) return page._tag
 *   const { data, error } = await page.password(form)
 *   return error === null ? data._tag : error.code
 * }
 * ```
 */
export const openPage = (auth: AuthClient, options?: CallOptions): Call<OpenedPage, OpenPageError> => {
  const runner = getRunner(auth)
  if (runner === undefined) throw new TypeError("openPage needs a client that createAuthClient or forRequest created")
  const call = makeCall(runner)
  return call(pages((module) => module.openPage(call)), options?.signal, openPage)
}
