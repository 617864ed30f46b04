/** `auth.fetch`: `fetch` with the user's access token. */
import type { Effect } from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Session from "../../account/Session.ts"
import type { ApiError } from "../../call/ApiError.ts"
import { CodedError } from "../../platform/CodedError.ts"
import { parse } from "../../platform/urlParameters.ts"
import type { Services } from "./Services.ts"

/**
 * `auth.fetch` was called for an origin that does not get the user's token. Add it to the option `apiOrigins`, or use `fetch`.
 */
export class OriginNotAllowed extends CodedError("OriginNotAllowed")<{
  readonly message: string
  readonly origin: string
}> {}

/** @internal */
export const authFetch = async (
  { allowed, fetch, run }: {
    readonly allowed: ReadonlyArray<string>
    readonly fetch: typeof globalThis.fetch
    readonly run: <A>(effect: Effect<A, ApiError, Services>, signal: AbortSignal) => Promise<A>
  },
  input: RequestInfo | URL,
  init: RequestInit | undefined
): Promise<Response> => {
  const request = new Request(input, init)
  const { origin } = new URL(request.url)
  // An option may end with a slash, and a sandboxed page has no origin.
  if (!allowed.some((each) => parse(each)?.origin === origin)) {
    const message = `auth.fetch sends the user's token only to ${allowed.join(", ") || "no origin"}. ` +
      `Add "${origin}" to the option apiOrigins, or use fetch`
    throw new OriginNotAllowed({ origin, message })
  }
  const { headers, signal } = request
  if (headers.has("authorization")) return fetch(request)
  const token = await run(Session.getAccessToken(), signal)
  if (token === null) return fetch(request)
  // A request can be sent once, and its body read once.
  const again = request.clone()
  headers.set("authorization", `Bearer ${Redacted.value(token)}`)
  const response = await fetch(request)
  if (response.status !== 401) return response
  const renewed = await run(Session.refresh, signal)
  if (renewed === null || Redacted.value(renewed) === Redacted.value(token)) return response
  response.body?.cancel().catch(() => {})
  again.headers.set("authorization", `Bearer ${Redacted.value(renewed)}`)
  return fetch(again)
}
