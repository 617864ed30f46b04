/**
 * Request and response headers.
 *
 * The service supports two prefixes, `x-stack-*` and `x-hexclave-*`. Requests use the one in the option `headerFamily`;
 * responses may use either.
 */
import * as Context from "effect/Context"
import * as Redacted from "effect/Redacted"
import type { Generation } from "../wire/Endpoint.ts"
import type { TransportResponse } from "./Transport.ts"

/**
 * Headers that are added to all requests in a program or in one call. They take precedence over all others.
 *
 * **Example** (Adding a header to one call)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project, RequestHeaders } from "latchkey"
 *
 * const project = Effect.provideService(Project.get, RequestHeaders, { "x-vercel-protection-bypass": "…" })
 * ```
 */
export const RequestHeaders: Context.Reference<Readonly<Record<string, string>>> = Context.Reference(
  "latchkey/call/RequestHeaders",
  { defaultValue: () => ({}) }
)

/** A request's tokens: both tokens from a session, a refresh token alone, or an access token alone. */
export type RequestTokens =
  & (
    | {
      readonly refreshToken: Redacted.Redacted<string>
      readonly accessToken: Redacted.Redacted<string> | undefined
    }
    | { readonly refreshToken: undefined; readonly accessToken: Redacted.Redacted<string> }
  )
  & {
    /**
     * `true` if the access token is for an anonymous or restricted user. Services from 2026 reject those unless a header
     * allows them.
     */
    readonly isRestricted?: boolean | undefined
    /** The service generation that issued the access token, if the token shows it. */
    readonly generation?: Generation | undefined
  }

/**
 * Returns `true` if two values are the same session: the same refresh token, or the same access token if neither has a
 * refresh token. `undefined` equals `undefined`.
 */
export const isSameSession = (self: RequestTokens | undefined, that: RequestTokens | undefined): boolean =>
  self === that || (self !== undefined && that !== undefined && isSameToken(self.refreshToken, that.refreshToken) &&
    (self.refreshToken !== undefined || isSameToken(self.accessToken, that.accessToken)))

const isSameToken = (
  self: Redacted.Redacted<string> | undefined,
  that: Redacted.Redacted<string> | undefined
): boolean => (self && Redacted.value(self)) === (that && Redacted.value(that))

/** Returns a response header from the service, with either prefix. Services after version 2.8.86 send both. */
export const getResponseHeader = (response: Pick<TransportResponse, "header">, name: string): string | undefined =>
  response.header(`x-hexclave-${name}`) ?? response.header(`x-stack-${name}`)

/**
 * Returns a request header for the service, with either prefix. Services after version 2.8.86 copy `x-hexclave-*` onto
 * `x-stack-*`.
 */
export const getRequestHeader = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  headers[`x-hexclave-${name}`] ?? headers[`x-stack-${name}`]
