/**
 * What may go wrong between a program and the service, on purpose: for tests of one's own app.
 *
 * A fault stands between whoever asks and whoever answers. `Faults.provide` puts it around an effect, `Faults.layer` below a
 * layer, and `setFault` of the `Emulator` in front of the service itself, for everybody who talks to it. All time that passes
 * is that of the `Clock`.
 *
 * **Example** (Showing that nobody is signed out by a bad network)
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
 * What counts, `times` and `sequence`, begins anew each time that a fault is provided or set. A fault itself is a value that
 * remembers nothing.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transport, TransportFailure, type TransportResponse } from "../call/Transport.ts"
import type { KnownError } from "../wire/KnownError.ts"
import { type Fault, make } from "./Fault.ts"
import { cors, firstHalf, makeRefusalResponse, toTransportResponse } from "./http.ts"

const failTransport = (message: string) => Effect.fail(new TransportFailure({ message, tooLarge: false }))

/**
 * No request arrives: the service knows nothing of them, and the client learns it at once.
 *
 * @category faults
 * @since 0.1.0
 */
export const offline: Fault = /*#__PURE__*/ make(() => failTransport("The network is down"))

/**
 * The service acts, and its answer is lost.
 *
 * @category faults
 * @since 0.1.0
 */
export const responseLost: Fault = /*#__PURE__*/ make(({ send }) =>
  Effect.andThen(send, failTransport("The connection was cut before the answer had arrived"))
)

/**
 * The service acts, and half of its answer's body arrives. Nothing else tells that it is not whole, as behind a proxy that
 * was cut off.
 *
 * @category faults
 * @since 0.1.0
 */
export const truncated: Fault = /*#__PURE__*/ make(({ send, truncate }) => Effect.map(send, truncate))

/**
 * Each request takes so long to arrive; then the service acts and answers at once. `"Infinity"` lets it hang for ever.
 *
 * @category faults
 * @since 0.1.0
 */
export const slow = (duration: Duration.Input): Fault => make(({ send }) => Effect.delay(send, duration))

/**
 * The service acts at once, and each answer takes so long to arrive. Whoever gives up waiting does not undo what was done.
 *
 * @category faults
 * @since 0.1.0
 */
export const responseLate = (duration: Duration.Input): Fault =>
  make(({ send }) => Effect.tap(send, () => Effect.sleep(duration)))

/**
 * Something in front of the service answers in its place: with a status, and a text unless the headers say what else.
 *
 * **Example** (A hotel's network that wants to be paid first)
 *
 * ```ts
 * import { Faults } from "latchkey/emulator"
 *
 * const portal = Faults.status(200, { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" })
 * ```
 *
 * @category faults
 * @since 0.1.0
 */
export const status = (
  status: number,
  { body = [204, 205, 304].includes(status) ? undefined : `Status ${status}`, headers = {} }: {
    /** Names in lower case. */
    readonly headers?: Readonly<Record<string, string>> | undefined
    readonly body?: string | undefined
  } = {}
): Fault => {
  const response = { status, headers: { ...cors, "content-type": "text/plain; charset=utf-8", ...headers }, body }
  return make(({ respond }) => Effect.sync(() => respond(response)))
}

/**
 * The service asks for fewer requests. It says how long to wait if that is given, in whole seconds.
 *
 * @category faults
 * @since 0.1.0
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
 * The service refuses with one of its errors, and does nothing.
 *
 * **Example** (A team that somebody else has just deleted)
 *
 * ```ts
 * import { KnownErrors } from "latchkey"
 * import { Faults } from "latchkey/emulator"
 *
 * const gone = Faults.failWith(new KnownErrors.TeamNotFound({ message: "No such team", details: { teamId: "team" } }))
 * ```
 *
 * @category faults
 * @since 0.1.0
 */
export const failWith = (error: KnownError): Fault =>
  make(({ respond }) =>
    Effect.sync(() => {
      const response = makeRefusalResponse(error)
      return respond({ ...response, headers: { ...cors, ...response.headers } })
    })
  )

/**
 * The service's clock is ahead of the client's, and so are the times in its tokens. It does so for the emulator, in the
 * calling fiber or with the fault set, and not for a service elsewhere.
 *
 * @category faults
 * @since 0.1.0
 */
export const clockAhead = (duration: Duration.Input): Fault =>
  shiftClock(Duration.toMillis(Duration.fromInputUnsafe(duration)))

/**
 * The service's clock is behind the client's, and so are the times in its tokens. It does so for the emulator, in the
 * calling fiber or with the fault set, and not for a service elsewhere.
 *
 * @category faults
 * @since 0.1.0
 */
export const clockBehind = (duration: Duration.Input): Fault =>
  shiftClock(-Duration.toMillis(Duration.fromInputUnsafe(duration)))

const shiftClock = (millis: number): Fault => {
  const nanos = BigInt(Math.round(millis * 1_000_000))
  return make(({ send }) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.provideService(send, Clock.Clock, {
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + nanos,
        currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos),
        sleep: (duration) => clock.sleep(duration)
      }))
  )
}

/**
 * Puts a fault around an effect: all its calls meet it, on their way to the `Transport` in reach.
 *
 * **Gotchas**
 *
 * A layer that hides its transport leaves `fetch` in reach of the effect, and what a fault sends on goes out by that. Merge
 * the emulator's layer into the test's (`Layer.provideMerge`), or set the fault at the emulator.
 *
 * @category combinators
 * @since 0.1.0
 */
export const provide = (fault: Fault) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(makeTransport(fault), (transport) => Effect.provideService(effect, Transport, transport))

/**
 * Layer of a `Transport` that meets a fault on the way to the one in reach. Merge it in: what the program itself provides
 * wins over what a client stands on.
 *
 * **Example** (A client whose first request is refused)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Emulator, Faults } from "latchkey/emulator"
 *
 * const AppTest = Faults.layer(Faults.times(1, Faults.status(503))).pipe(Layer.provideMerge(Emulator.layerClient()))
 * ```
 *
 * @category layers
 * @since 0.1.0
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

/** @since 0.1.0 */
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

/** @since 0.1.0 */
export { type FaultLatch, makeLatch } from "./FaultLatch.ts"
