/** `auth.fetch`: `fetch` with the user's access token. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { judgeRefusal, sendWithAccessToken } from "../../account/sendWithAccessToken.ts"
import { findRefusal } from "../../session/OriginNotAllowed.ts"
import type { MakeCall } from "../makeCall.ts"
import type { Services } from "./Services.ts"

/** Sends a request, and passes its failure on unchanged. */
const toEffect = (send: () => Promise<Response>): Effect.Effect<Response, SendFailure> =>
  Effect.tryPromise({ try: send, catch: (cause) => new SendFailure(cause) })

/** A rejection from `fetch`. */
class SendFailure {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** @internal */
export const authFetch = async (
  { allowed, call, fetch }: {
    readonly allowed: ReadonlyArray<string>
    readonly call: MakeCall<Services>
    readonly fetch: typeof globalThis.fetch
  },
  input: RequestInfo | URL,
  init: RequestInit | undefined
): Promise<Response> => {
  const request = new Request(input, init)
  const { origin } = new URL(request.url)
  const fix = `Add "${origin}" to the option apiOrigins, or use fetch`
  const refusal = findRefusal("auth.fetch", allowed, origin, fix)
  if (refusal !== undefined) throw refusal
  if (request.headers.has("authorization")) return fetch(request)
  let last: Response | undefined
  const sent = sendWithAccessToken(
    (token) =>
      toEffect(() => {
        // A request can be sent once, and its body read once.
        const copy = request.clone()
        if (token !== null) copy.headers.set("authorization", `Bearer ${Redacted.value(token)}`)
        // A response that was refused is not read to its end.
        last?.body?.cancel().catch(() => {})
        return fetch(copy)
      }),
    (response) => {
      last = response
      // Another origin, to which the server has redirected, did not get the token. Its challenge is ignored.
      const isOwn = response.url === "" || new URL(response.url).origin === origin
      return response.status === 401 && isOwn
        ? judgeRefusal({
          header: (name) => response.headers.get(name),
          text: () => Effect.promise(() => response.clone().text().catch(() => ""))
        })
        : Effect.succeed("accepted" as const)
    }
  )
  const result = await call(
    Effect.catchIf(sent, (error) => error instanceof SendFailure, Effect.succeed),
    request.signal,
    authFetch
  ).orThrow()
  if (result instanceof SendFailure) throw result.cause
  return result
}
