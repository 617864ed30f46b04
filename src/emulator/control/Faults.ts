/**
 * Faults between a client and the service, for testing how an app handles them.
 *
 * `Faults.provide` applies a fault to an effect, `Faults.layer` to a layer, and the `Emulator`'s `setFault` to every
 * emulator client. All delays use the `Clock`.
 *
 * **Example** (Checking that an outage does not sign the user out)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser, Session } from "latchkey"
 * import { Faults } from "latchkey/emulator"
 *
 * const test = Effect.gen(function*() {
 *   const error = yield* CurrentUser.get().pipe(Faults.provide(Faults.status(503)), Effect.flip)
 *   const state = yield* Session.state
 *   return [error.reason._tag, state._tag] // ServiceUnavailable, Active
 * })
 * ```
 *
 * **Gotchas**
 *
 * The counters in `times` and `sequence` restart whenever a fault is provided or set. A `Fault` itself is an immutable
 * value.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transport, TransportFailure, type TransportResponse } from "../../call/Transport.ts"
import type { KnownError } from "../../wire/KnownError.ts"
import { cors, firstHalf, makeRejectionResponse, toTransportResponse } from "../requests/http.ts"
import { withOffset } from "../state/ServiceClock.ts"
import { type Fault, make } from "./Fault.ts"

const failTransport = (message: string) => Effect.fail(new TransportFailure({ message, tooLarge: false }))

/**
 * Fails each request before it reaches the service.
 *
 * @category faults
 */
export const offline: Fault = /*#__PURE__*/ make(() => failTransport("The network is down"))

/**
 * Loses the response after the service has handled the request.
 *
 * @category faults
 */
export const responseLost: Fault = /*#__PURE__*/ make(({ send }) =>
  Effect.andThen(send, failTransport("The connection was closed before the response arrived"))
)

/**
 * Delivers half of the response body without any sign of truncation, after the service has handled the request, as a
 * broken proxy does.
 *
 * @category faults
 */
export const truncated: Fault = /*#__PURE__*/ make(({ send, truncate }) => Effect.map(send, truncate))

/**
 * Delays each request before the service handles it. With `"Infinity"`, requests hang forever.
 *
 * @category faults
 */
export const slow = (duration: Duration.Input): Fault => make(({ send }) => Effect.delay(send, duration))

/**
 * Delays each response after the service has handled the request. If the client times out, the change has still been
 * made.
 *
 * @category faults
 */
export const responseLate = (duration: Duration.Input): Fault =>
  make(({ send }) => Effect.tap(send, () => Effect.sleep(duration)))

/**
 * Responds in place of the service, as a proxy or a captive portal does. The body is plain text unless `headers` say
 * otherwise.
 *
 * **Example** (A hotel's captive portal)
 *
 * ```ts
 * import { Faults } from "latchkey/emulator"
 *
 * const portal = Faults.status(200, { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" })
 * ```
 *
 * @category faults
 */
export const status = (
  status: number,
  { body = [204, 205, 304].includes(status) ? undefined : `Status ${status}`, headers = {} }: {
    /** Header names in lower case. */
    readonly headers?: Readonly<Record<string, string>> | undefined
    readonly body?: string | undefined
  } = {}
): Fault => {
  const response = { status, headers: { ...cors, "content-type": "text/plain; charset=utf-8", ...headers }, body }
  return make(({ respond }) => Effect.sync(() => respond(response)))
}

/**
 * Responds with 429, with a `Retry-After` header if `retryAfter` is given, rounded up to whole seconds.
 *
 * @category faults
 */
export const rateLimited = (
  { retryAfter }: { readonly retryAfter?: Duration.Input | undefined } = {}
): Fault =>
  status(429, {
    body: "Too many requests",
    headers: retryAfter === undefined
      ? {}
      : { "retry-after": String(Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(retryAfter)))) }
  })

/**
 * Responds with a known error instead of forwarding the request.
 *
 * **Example** (A team that was deleted a moment ago)
 *
 * ```ts
 * import { KnownErrors } from "latchkey"
 * import { Faults } from "latchkey/emulator"
 *
 * const gone = Faults.failWith(new KnownErrors.TeamNotFound({ message: "No such team", details: { teamId: "team" } }))
 * ```
 *
 * @category faults
 */
export const failWith = (error: KnownError): Fault =>
  make(({ respond }) =>
    Effect.sync(() => {
      const response = makeRejectionResponse(error)
      return respond({ ...response, headers: { ...cors, ...response.headers } })
    })
  )

/**
 * Sets the service's clock, and the timestamps in its tokens, ahead of the client's. Works only with the emulator,
 * in the calling fiber or set by `setFault`.
 *
 * @category faults
 */
export const clockAhead = (duration: Duration.Input): Fault =>
  shiftClock(Duration.toMillis(Duration.fromInputUnsafe(duration)))

/**
 * Sets the service's clock, and the timestamps in its tokens, behind the client's. Works only with the emulator,
 * in the calling fiber or set by `setFault`.
 *
 * @category faults
 */
export const clockBehind = (duration: Duration.Input): Fault =>
  shiftClock(-Duration.toMillis(Duration.fromInputUnsafe(duration)))

const shiftClock = (millis: number): Fault => make(({ send }) => withOffset(send, millis))

/**
 * Applies a fault to all effect calls, in front of the `Transport` in its context.
 *
 * **Gotchas**
 *
 * If a layer hides its transport, the effect sees the default one, and requests that the fault forwards go to `fetch`.
 * Merge the emulator's layer into the test's with `Layer.provideMerge`, or use the emulator's `setFault`.
 *
 * @category combinators
 */
export const provide = (fault: Fault) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(makeTransport(fault), (transport) => Effect.provideService(effect, Transport, transport))

/**
 * Layer for a `Transport` that applies a fault in front of the current one. Merge it into the program's layers: a
 * transport in the program's context overrides the client's.
 *
 * **Example** (A client whose first request fails)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Emulator, Faults } from "latchkey/emulator"
 *
 * const AppTest = Faults.layer(Faults.times(1, Faults.status(503))).pipe(Layer.provideMerge(Emulator.layerClient()))
 * ```
 */
export const layer = (fault: Fault): Layer.Layer<never> => Layer.effect(Transport, makeTransport(fault))

const makeTransport = (fault: Fault): Effect.Effect<Transport> =>
  Effect.flatMap(
    Transport,
    (inner) =>
      Effect.map(fault.makeInterceptor, (interceptor): Transport => (request) =>
        interceptor<TransportResponse>({
          request,
          send: Effect.suspend(() => inner(request)),
          respond: toTransportResponse,
          truncate: ({ body, header, status }) => ({ status, header, body: firstHalf(body) })
        }))
  )

export {
  all,
  type Exchange,
  type Fault,
  type Interceptor,
  limitTo,
  make,
  none,
  passThrough,
  sequence,
  times
} from "./Fault.ts"

export { type FaultLatch, makeLatch } from "./FaultLatch.ts"
