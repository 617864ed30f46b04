/**
 * An app's host during a request to its server: the tokens from cookies or headers, the page, and navigation. New
 * cookies and redirects become part of the response, so that a complete sign-in can run in a request handler.
 *
 * **Example** (Sign in with a form)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { Client, Navigation, Password, RequestHost } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const signIn = (request: Request) =>
 *   Effect.gen(function*() {
 *     const form = yield* Effect.promise(() => request.formData())
 *     yield* Password.signIn({ email: String(form.get("email")), password: Redacted.make(String(form.get("password"))) })
 *     yield* Navigation.redirectAfterSignIn()
 *     return yield* RequestHost.respond()
 *   }).pipe(
 *     Effect.provide(
 *       Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *         Layer.provideMerge(RequestHost.layer(request, { projectId }))
 *       )
 *     )
 *   )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Navigation from "../navigation/Navigation.ts"
import { Cookies } from "../platform/Cookies.ts"
import { Page } from "../platform/Page.ts"
import * as Host from "../platform/PendingResponse.ts"
import type { RequestLike } from "../platform/requestHeaders.ts"
import { TabStorage } from "../platform/TabStorage.ts"
import { checkDomain } from "../session/cookieBackend.ts"
import type { CookieTokenStoreOptions } from "../session/CookieTokenStore.ts"
import { check, checkNames, type InvalidOptions, levelNames } from "../session/options.ts"
import * as RequestTokenStore from "../session/RequestTokenStore.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { requestHostNames } from "./requestHostNames.ts"
import { makeRequestTexts } from "./requestTexts.ts"

/** Options for a request host. */
export interface RequestOptions
  extends CookieTokenStoreOptions, Navigation.NavigationOptions, Host.RequestHostOptions
{}

/**
 * Layer for one request's services. Build one for each request. Redirects become part of the response, unless
 * `redirectMethod` is set. Sign-in steps that wait for the next request, such as a kept second factor, are in cookies that
 * scripts cannot read.
 *
 * Fails with `InvalidOptions` for an invalid option.
 */
export const layer = (
  request: RequestLike,
  options: RequestOptions
): Layer.Layer<TokenStore | Navigation.Navigation | Page | Cookies | Host.PendingResponse, InvalidOptions> =>
  Layer.mergeAll(
    Layer.effect(TokenStore, RequestTokenStore.make(request, options)),
    Layer.effect(TabStorage, makeTexts),
    Navigation.layer({ urls: options.urls, redirectMethod: options.redirectMethod ?? "window" })
  ).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.as(
      Effect.andThen(
        // One object can also have the options for the client.
        checkNames(options, { ...levelNames, ...requestHostNames }),
        check(
          "origin",
          options.origin === undefined || isOrigin(options.origin),
          "must be an absolute http or https URL"
        )
      ).pipe(Effect.andThen(checkDomain(options))),
      Host.layerHost(request, options)
    )))
  )

const makeTexts = Effect.gen(function*() {
  return yield* makeRequestTexts(yield* Cookies, yield* (yield* Page).url)
})

const isOrigin = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

export { headers, layerHost, PendingResponse, type RequestHostOptions, respond } from "../platform/PendingResponse.ts"

export type { RequestHeaders, RequestLike } from "../platform/requestHeaders.ts"
