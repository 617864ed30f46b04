/**
 * The headers of a request, and of a response.
 *
 * The service speaks two families of names, `x-stack-*` and `x-hexclave-*`. Requests use the configured one, responses
 * are read in both.
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
 * Headers that are added to every request of a program or of one call. They win over all others.
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
 * The tokens that go with a request: both of a session, its refresh token, or an access token alone.
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
    /** Whether the access token is one of an anonymous or restricted user: services of 2026 refuse those without a header. */
    readonly isRestricted?: boolean | undefined
    /** The generation of the service that issued the access token, if the token shows it. */
    readonly generation?: Generation | undefined
  }

/**
 * Returns `true` if two values are the same session: the same refresh token, or the same access token where neither has a
 * refresh token. Two missing values are the same too.
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

/** Draws 45 letters: 30 random bits for every six. */
const makeNonce = (random: Context.Service.Shape<typeof Random.Random>): string => {
  let text = ""
  while (text.length < 45) {
    const bits = Math.floor(random.nextDoubleUnsafe() * 2 ** 30)
    for (let shift = 25; shift >= 0; shift -= 5) text += base32[bits >> shift & 31]!
  }
  return text.slice(0, 45)
}

/**
 * Returns the headers of a JSON request, in their order of precedence: built in, then the configured extra ones, then
 * those of the call.
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
    // Browsers cannot send `allow-restricted-user`. This header allows both kinds of users.
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

/** Adds headers to others; names are compared without case, as HTTP does. */
const merge = (headers: Record<string, string>, more: Readonly<Record<string, string>>): Record<string, string> => {
  for (const name in more) headers[name.toLowerCase()] = more[name]!
  return headers
}

/**
 * Reads a response header of the service, in either family.
 *
 * @category getters
 * @since 0.1.0
 */
export const getResponseHeader = (response: TransportResponse, name: string): string | undefined =>
  response.header(`x-stack-${name}`) ?? response.header(`x-hexclave-${name}`)
