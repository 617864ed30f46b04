/** A fault's definition, and the fault combinators. */
import * as Effect from "effect/Effect"
import type { TransportFailure } from "../../call/Transport.ts"
import { apiRoot, type EmulatorRequest, type EmulatorResponse, firstHalf } from "../requests/http.ts"

/** A request and the means to answer it, as an interceptor receives it. */
export interface Exchange<A> {
  readonly request: EmulatorRequest
  /** Forwards the request. The service handles it each time this effect runs. */
  readonly send: Effect.Effect<A, TransportFailure>
  /** Creates a response in place of the service. */
  readonly respond: (response: EmulatorResponse) => A
  /** Returns a response without the second half of its body. */
  readonly truncate: (respond: A) => A
}

/** Returns a request's exchange to the emulator. */
export const exchangeOf = (
  request: EmulatorRequest,
  send: Effect.Effect<EmulatorResponse>
): Exchange<EmulatorResponse> => ({
  request,
  send,
  respond: (response) => response,
  truncate: (response) => ({ ...response, body: response.body && firstHalf(response.body) })
})

/** Decides an exchange's outcome. */
export type Interceptor = <A>(exchange: Exchange<A>) => Effect.Effect<A, TransportFailure>

/**
 * A failure to simulate. `makeInterceptor` runs when the fault is provided or set, which is also when its counters
 * start.
 */
export interface Fault {
  readonly makeInterceptor: Effect.Effect<Interceptor>
}

/**
 * Creates a fault from an interceptor.
 *
 * **Example** (Responses that take twice as long in the afternoon)
 *
 * ```ts
 * import * as Clock from "effect/Clock"
 * import * as Effect from "effect/Effect"
 * import { Faults } from "latchkey/emulator"
 *
 * const afternoons = Faults.make(({ send }) =>
 *   Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.delay(send, new Date(now).getUTCHours() < 12 ? 100 : 200))
 * )
 * ```
 */
export const make = (interceptor: Interceptor): Fault => ({ makeInterceptor: Effect.succeed(interceptor) })

/** The interceptor that forwards each request unchanged. */
export const passThrough: Interceptor = ({ send }) => send

/**
 * The fault that never fails. Useful in a `sequence`.
 *
 * @category faults
 */
export const none: Fault = /*#__PURE__*/ make(passThrough)

/**
 * Limits a fault to the requests that match a route, which is a method and a path below `/api/v1`, or a predicate.
 * Other requests pass through.
 *
 * **Example** (Failing only token refreshes)
 *
 * ```ts
 * import { Faults } from "latchkey/emulator"
 *
 * const stuck = Faults.limitTo("POST /auth/oauth/token", Faults.offline)
 * const mute = Faults.limitTo(({ headers }) => headers["x-stack-access-token"] === undefined, Faults.status(503))
 * ```
 *
 * @category combinators
 */
export const limitTo = (requests: string | ((request: EmulatorRequest) => boolean), fault: Fault): Fault => {
  const matches = typeof requests === "string"
    ? (request: EmulatorRequest) => routeOf(request) === requests
    : requests
  return mapInterceptor(
    fault,
    (interceptor) => (exchange) => matches(exchange.request) ? interceptor(exchange) : exchange.send
  )
}

const routeOf = ({ method, url }: EmulatorRequest): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname.replace(apiRoot, "") : url}`

const mapInterceptor = (fault: Fault, f: (interceptor: Interceptor) => Interceptor): Fault => ({
  makeInterceptor: Effect.map(fault.makeInterceptor, f)
})

/**
 * Limits a fault to the first `count` requests. Inside `limitTo`, only matching requests are counted.
 *
 * @category combinators
 */
export const times = (count: number, fault: Fault): Fault =>
  mapInterceptor(fault, (interceptor) => {
    let seen = 0
    return (exchange) => Effect.suspend(() => seen++ < count ? interceptor(exchange) : exchange.send)
  })

/**
 * Applies one fault to each of the first requests, in order. Later requests pass through.
 *
 * @category combinators
 */
export const sequence = (...faults: ReadonlyArray<Fault>): Fault => ({
  makeInterceptor: Effect.map(makeInterceptors(faults), (interceptors) => {
    let seen = 0
    return (exchange) => Effect.suspend(() => (interceptors[seen++] ?? passThrough)(exchange))
  })
})

/**
 * Applies several faults to each request; the first is the outermost. If a fault does not forward the request, the
 * faults after it have no effect.
 *
 * @category combinators
 */
export const all = (...faults: ReadonlyArray<Fault>): Fault => ({
  makeInterceptor: Effect.map(
    makeInterceptors(faults),
    (interceptors): Interceptor => (exchange) =>
      interceptors.reduceRight((send, interceptor) => interceptor({ ...exchange, send }), exchange.send)
  )
})

const makeInterceptors = (faults: ReadonlyArray<Fault>) =>
  Effect.forEach(faults, ({ makeInterceptor }) => makeInterceptor)
