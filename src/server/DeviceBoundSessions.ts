/**
 * The endpoint for sessions that are bound to a device (W3C Device Bound Session Credentials, DBSC).
 *
 * With `deviceBoundPath` of `StoredSessionHost.layer`, the response to a sign-in has a header for the browser. The browser
 * creates a key that cannot leave the device, and sends the public key to the endpoint. From then on, the session's cookie
 * expires after 10 minutes, and the browser gets the next one with a signature. A copied cookie is useless after that time,
 * on the server as well. Browsers without DBSC ignore the header, and keep the ordinary cookie.
 *
 * **Example** (A server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { DeviceBoundSessions } from "latchkey/server"
 *
 * const options = { origin: "https://app.example.com", path: "/auth/device" }
 *
 * const serve = (request: Request) =>
 *   Effect.gen(function*() {
 *     const response = yield* DeviceBoundSessions.handle(request, options)
 *     return response ?? new Response("Not found", { status: 404 })
 *   })
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cookies } from "../platform/Cookies.ts"
import { getUrl, make as makeHost, PendingResponse } from "../platform/PendingResponse.ts"
import { header, type RequestLike } from "../platform/requestHeaders.ts"
import { EndedSessions, getKeysOf } from "../session/EndedSessions.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { verifyProof } from "./deviceProof.ts"
import * as cookie from "./sessionIdCookie.ts"
import { type RenewedSession, SessionStore, type SessionStoreUnavailable } from "./SessionStore.ts"
import { checkServerNames } from "./verificationOptions.ts"

/** Options for the endpoint. */
export interface DeviceBoundOptions {
  /** The endpoint's path, as `deviceBoundPath` of `StoredSessionHost.layer`. */
  readonly path: string
  /** The app's public origin, as `origin` of `StoredSessionHost.layer`. */
  readonly origin?: string | undefined
}

/** A request: a web `Request`, or another framework's request. */
export interface DeviceBoundRequest extends RequestLike {
  readonly method?: string | undefined
}

const names: OptionNames<DeviceBoundOptions> = { path: true, origin: true }

/**
 * Handles registrations and refreshes. Returns `undefined` for a request to another path.
 *
 * | request | response |
 * |---|---|
 * | a registration with the challenge of the sign-in | 200, session instructions and the first short-lived cookie |
 * | a refresh without a signature, or with a used or expired challenge | 403 with a new challenge |
 * | a refresh with a valid signature | 200, session instructions and the next cookie |
 * | an invalid proof, or a session that has ended | 401: the browser forgets the bound session |
 *
 * An unknown option is a defect, `InvalidOptions`. Fails with `SessionStoreUnavailable` if the store cannot be reached: respond
 * with 503, so that the browser tries again.
 */
export const handle = Effect.fnUntraced(function*(
  request: DeviceBoundRequest,
  options: DeviceBoundOptions
): Effect.fn.Return<Response | undefined, SessionStoreUnavailable, SessionStore> {
  yield* Effect.orDie(checkServerNames(options, names))
  const { origin, path } = options
  const url = getUrl(request, origin)
  if (url.pathname !== path) return undefined
  if (request.method !== "POST") return refuse(405, { allow: "POST" })
  const { devices, remove } = yield* SessionStore
  const proof = parseItem(header(request.headers, "secure-session-response"))
  const identifier = parseItem(header(request.headers, "sec-secure-session-id"))
  const target = { url: url.href, identifier }

  if (identifier === undefined) {
    const id = cookie.getId(request, origin)
    const verified = proof === undefined ? undefined : yield* verifyProof(proof, undefined, target)
    const bound = id && verified && (yield* devices.bind(id, verified))
    return bound ? yield* accept(request, options, bound, Redacted.value(bound.identifier)) : refuse(401)
  }

  const secret = Redacted.make(identifier)
  const publicKey = yield* devices.find(secret)
  if (publicKey === undefined) return refuse(401)
  const verified = proof === undefined ? undefined : yield* verifyProof(proof, publicKey, target)
  if (proof !== undefined && verified === undefined) return refuse(401)
  const renewed = verified === undefined ? "challengeInvalid" : yield* devices.renew(secret, verified.challenge)
  if (renewed === undefined) return refuse(401)
  if (renewed === "challengeInvalid") {
    const challenge = yield* devices.challenge(secret)
    return challenge === undefined
      ? refuse(401)
      : refuse(403, { "secure-session-challenge": `"${Redacted.value(challenge)}";id="${identifier}"` })
  }
  const ended = yield* EndedSessions
  if (yield* Effect.flatMap(getKeysOf(renewed.tokens), ended.isEnded)) {
    yield* remove(renewed.id)
    return refuse(401)
  }
  return yield* accept(request, options, renewed, identifier)
})

/**
 * Parses a string of a structured field (RFC 9651), without its parameters. Browsers send it with and without quotes. Never
 * fails; returns `undefined` for any other value.
 */
const parseItem = (text: string | undefined): string | undefined =>
  /^\s*(?:"([\w.-]+)"|([\w.-]+))\s*(?:;[^,]*)?$/.exec(text ?? "")?.slice(1).find((item) => item !== undefined)

/** The endpoint's responses are for the browser itself: no page reads or caches them. */
const ownHeaders = { "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" }

const refuse = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { ...ownHeaders, ...headers } })

/** Sets the next cookie, and returns the instructions for the browser. */
const accept = Effect.fnUntraced(function*(
  request: DeviceBoundRequest,
  { origin, path }: DeviceBoundOptions,
  { expiresAt, id }: RenewedSession,
  identifier: string
) {
  const host = makeHost(request, { origin })
  const name = cookie.getName(request, origin)
  yield* cookie.set(Context.get(host, Cookies), name, id, expiresAt)
  const headers = new Headers({ ...ownHeaders, "content-type": "application/json" })
  for (const line of yield* Context.get(host, PendingResponse).setCookies) headers.append("set-cookie", line)
  const instructions = {
    session_identifier: identifier,
    refresh_url: path,
    scope: { origin: getUrl(request, origin).origin, include_site: false },
    credentials: [{ type: "cookie", name, attributes: cookie.getAttributes(name) }]
  }
  return new Response(JSON.stringify(instructions), { headers })
})
