/**
 * The headers of requests and responses.
 *
 * The service supports two prefixes, `x-stack-*` and `x-hexclave-*`. Requests use the one in the option `headerFamily`;
 * responses may use either.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { base32 } from "../wire/base32.ts"
import type { Generation } from "../wire/Endpoint.ts"
import type { Request } from "./Request.ts"
import type { TransportResponse } from "./Transport.ts"

/**
 * Headers that are added to all requests of a program or of one call. They take precedence over all others.
 *
 * **Example** (Adding a header to one call)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project, RequestHeaders } from "latchkey"
 *
 * const project = Effect.provideService(Project.get, RequestHeaders, { "x-vercel-protection-bypass": "…" })
 * ```
 *
 * @category references
 * @since 0.1.0
 */
export const RequestHeaders: Context.Reference<Readonly<Record<string, string>>> = Context.Reference(
  "latchkey/call/RequestHeaders",
  { defaultValue: () => ({}) }
)

/**
 * The tokens of a request: both tokens of a session, a refresh token alone, or an access token alone.
 *
 * @category models
 * @since 0.1.0
 */
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
     * `true` if the access token is for an anonymous or restricted user. Services of 2026 reject those unless a header
     * allows them.
     */
    readonly isRestricted?: boolean | undefined
    /** The generation of the service that issued the access token, if the token shows it. */
    readonly generation?: Generation | undefined
  }

/**
 * Returns `true` if two values are the same session: the same refresh token, or the same access token if neither has a
 * refresh token. `undefined` equals `undefined`.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSameSession = (self: RequestTokens | undefined, that: RequestTokens | undefined): boolean =>
  self === that || (self !== undefined && that !== undefined && isSameToken(self.refreshToken, that.refreshToken) &&
    (self.refreshToken !== undefined || isSameToken(self.accessToken, that.accessToken)))

const isSameToken = (
  self: Redacted.Redacted<string> | undefined,
  that: Redacted.Redacted<string> | undefined
): boolean => (self && Redacted.value(self)) === (that && Redacted.value(that))

/** Generates 45 random characters in base 32, six for each random number of 30 bits. */
const makeNonce = (random: Context.Service.Shape<typeof Random.Random>): string => {
  let text = ""
  while (text.length < 45) {
    const bits = Math.floor(random.nextDoubleUnsafe() * 2 ** 30)
    for (let shift = 25; shift >= 0; shift -= 5) text += base32[bits >> shift & 31]!
  }
  return text.slice(0, 45)
}

/**
 * Creates the headers of a JSON request. In order of precedence, lowest first: the built-in headers, `extraRequestHeaders`,
 * `RequestHeaders`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeRequestHeaders = (
  { connection, endpoint, ownerToken, prepared, tokens }: Request,
  fiber: Fiber.Fiber<unknown, unknown>
): Readonly<Record<string, string>> => {
  const family = `x-${connection.headerFamily}-`
  const headers: Record<string, string> = { ...connection.access(endpoint.level).headers }
  if (tokens) {
    if (tokens.accessToken) headers[`${family}access-token`] = Redacted.value(tokens.accessToken)
    if (tokens.refreshToken) headers[`${family}refresh-token`] = Redacted.value(tokens.refreshToken)
    // The service's CORS policy does not include `allow-restricted-user`. This header allows restricted users as well.
    if (tokens.isRestricted) headers[`${family}allow-anonymous-user`] = "true"
  }
  if (ownerToken) headers[`${family}admin-access-token`] = Redacted.value(ownerToken)
  headers[`${family}random-nonce`] = makeNonce(Context.get(fiber.context, Random.Random))
  if (prepared.body !== undefined) headers["content-type"] = "application/json"
  return merge(
    merge(headers, Redacted.value(connection.extraRequestHeaders)),
    Context.get(fiber.context, RequestHeaders)
  )
}

/** Adds headers to a record. Header names are case-insensitive. */
const merge = (headers: Record<string, string>, more: Readonly<Record<string, string>>): Record<string, string> => {
  for (const name in more) headers[name.toLowerCase()] = more[name]!
  return headers
}

/**
 * Returns a response header of the service, with either prefix.
 *
 * @category getters
 * @since 0.1.0
 */
export const getResponseHeader = (response: TransportResponse, name: string): string | undefined =>
  response.header(`x-stack-${name}`) ?? response.header(`x-hexclave-${name}`)
