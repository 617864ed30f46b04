/**
 * What a fault is, and how faults are put together.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { TransportFailure } from "../call/Transport.ts"
import { apiRoot, type EmulatorRequest, type EmulatorResponse } from "./http.ts"

/**
 * A request on its way to an answer, as a fault sees it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Exchange<A> {
  readonly request: EmulatorRequest
  /** Sends the request on. The service acts each time that this runs. */
  readonly send: Effect.Effect<A, TransportFailure>
  /** Makes an answer that does not come from the service. */
  readonly respond: (response: EmulatorResponse) => A
  /** Cuts the body of an answer in half. */
  readonly truncate: (respond: A) => A
}

/**
 * What becomes of an exchange.
 *
 * @category models
 * @since 0.1.0
 */
export type Interceptor = <A>(exchange: Exchange<A>) => Effect.Effect<A, TransportFailure>

/**
 * Something that goes wrong. `begin` runs when the fault is provided or set, and is where a count begins.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fault {
  readonly makeInterceptor: Effect.Effect<Interceptor>
}

/**
 * Creates a fault of your own from what becomes of each exchange.
 *
 * **Example** (An answer that comes twice as slow in the afternoon)
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
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (interceptor: Interceptor): Fault => ({ makeInterceptor: Effect.succeed(interceptor) })

/**
 * The interceptor of an exchange in which nothing goes wrong.
 *
 * @category interceptors
 * @since 0.1.0
 */
export const passThrough: Interceptor = ({ send }) => send

/**
 * Nothing goes wrong. Useful in a `sequence`.
 *
 * @category faults
 * @since 0.1.0
 */
export const none: Fault = /*#__PURE__*/ make(passThrough)

/**
 * Restricts a fault to some requests: those to a route, its method and its path below `/api/v1`, or those that a predicate
 * chooses. All others pass.
 *
 * **Example** (Failing to refresh, while everything else goes well)
 *
 * ```ts
 * import { Faults } from "latchkey/emulator"
 *
 * const stuck = Faults.limitTo("POST /auth/oauth/token", Faults.offline)
 * const mute = Faults.limitTo(({ headers }) => headers["x-stack-access-token"] === undefined, Faults.status(503))
 * ```
 *
 * @category combinators
 * @since 0.1.0
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
 * Restricts a fault to the first requests that it meets. Written within `only`, it counts those that `only` lets through.
 *
 * @category combinators
 * @since 0.1.0
 */
export const times = (count: number, fault: Fault): Fault =>
  mapInterceptor(fault, (interceptor) => {
    let seen = 0
    return (exchange) => Effect.suspend(() => seen++ < count ? interceptor(exchange) : exchange.send)
  })

/**
 * Has a fault for each of the first requests, in their order. All later ones pass.
 *
 * @category combinators
 * @since 0.1.0
 */
export const sequence = (...faults: ReadonlyArray<Fault>): Fault => ({
  makeInterceptor: Effect.map(makeInterceptors(faults), (interceptors) => {
    let seen = 0
    return (exchange) => Effect.suspend(() => (interceptors[seen++] ?? passThrough)(exchange))
  })
})

/**
 * Has several faults for each request, the first of them outermost: one that sends nothing on leaves nothing to those after
 * it.
 *
 * @category combinators
 * @since 0.1.0
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
