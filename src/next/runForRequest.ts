/** Request effects: service calls as its user. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Cookie, type Cookies, parse } from "../platform/Cookies.ts"
import * as NextCookies from "../platform/NextCookies.ts"
import { Principal } from "../server/Principal.ts"
import * as Server from "../server/Server.ts"
import type { Client } from "../session/ClientService.ts"
import * as RequestTokenStore from "../session/RequestTokenStore.ts"
import { decodeDomain } from "../session/sessionCookies.ts"
import { TokenStore } from "../session/TokenStore.ts"
import type { AppRuntime } from "./authenticateCurrent.ts"
import type { CurrentRequest } from "./currentRequest.ts"
import { ResolvedOptions, type SharedServices } from "./services.ts"

/**
 * The services of effects that run for a request: the client and server levels with the request's session, its
 * principal, and `Authorization`.
 */
export type RequestServices = SharedServices | Client | TokenStore | Cookies | Principal

/** The user and the cookies of a request. */
export interface RequestContext {
  readonly request: CurrentRequest
  readonly principal: Principal["Service"]
  /** The `Cookie` header after a refresh that could not be stored. */
  readonly requestCookies: Redacted.Redacted<string> | undefined
}

/** Runs an effect with a request's services. Changes of the session are written to the cookies of Next.js. */
export const runForRequest = <A, E>(
  runtime: AppRuntime,
  { principal, request, requestCookies }: RequestContext,
  effect: Effect.Effect<A, E, RequestServices>
): Promise<A> => {
  const cookie = requestCookies === undefined ? request.cookie : Redacted.value(requestCookies)
  const headers = {
    get: (name: string) => name === "cookie" ? cookie : request.headers.get(name)
  }
  const layer = Layer.unwrap(Effect.map(ResolvedOptions, (options) =>
    Server.layer(options).pipe(
      Layer.provideMerge(Layer.effect(TokenStore, RequestTokenStore.make({ headers }, options))),
      Layer.provideMerge(
        NextCookies.layer({ cookies: makeJar(request, cookie), headers: request.headers }, decodeDomain)
      ),
      Layer.merge(Layer.succeed(Principal, principal))
    )))
  return runtime.runPromise(Effect.provide(effect, layer))
}

/** Creates a jar that starts with a header's cookies, and passes changes on to Next.js. */
const makeJar = ({ jar }: CurrentRequest, header: string): NextCookies.NextCookies => {
  let cookies: ReadonlyArray<Cookie> = parse(header)
  return {
    getAll: () => cookies,
    set: (name, value, attributes) => {
      // Throws in a server component. The cookies do not change then.
      jar.set(name, value, attributes)
      cookies = [...cookies.filter((cookie) => cookie.name !== name), { name, value }]
    }
  }
}
