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
  readonly answer: (response: EmulatorResponse) => A
  /** Cuts the body of an answer in half. */
  readonly truncate: (answer: A) => A
}

/**
 * What becomes of an exchange.
 *
 * @category models
 * @since 0.1.0
 */
export type Course = <A>(exchange: Exchange<A>) => Effect.Effect<A, TransportFailure>

/**
 * Something that goes wrong. `begin` runs when the fault is provided or set, and is where a count begins.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fault {
  readonly begin: Effect.Effect<Course>
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
export const make = (course: Course): Fault => ({ begin: Effect.succeed(course) })

/**
 * The course of an exchange in which nothing goes wrong.
 *
 * @category courses
 * @since 0.1.0
 */
export const pass: Course = ({ send }) => send

/**
 * Nothing goes wrong. Useful in a `sequence`.
 *
 * @category faults
 * @since 0.1.0
 */
export const none: Fault = /*#__PURE__*/ make(pass)

/**
 * Restricts a fault to some requests: those to a route, its method and its path below `/api/v1`, or those that a predicate
 * chooses. All others pass.
 *
 * **Example** (Failing to refresh, while everything else goes well)
 *
 * ```ts
 * import { Faults } from "latchkey/emulator"
 *
 * const stuck = Faults.only("POST /auth/oauth/token", Faults.offline)
 * const mute = Faults.only(({ headers }) => headers["x-stack-access-token"] === undefined, Faults.status(503))
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const only = (requests: string | ((request: EmulatorRequest) => boolean), fault: Fault): Fault => {
  const concerns = typeof requests === "string"
    ? (request: EmulatorRequest) => routeOf(request) === requests
    : requests
  return changed(fault, (course) => (exchange) => concerns(exchange.request) ? course(exchange) : exchange.send)
}

const routeOf = ({ method, url }: EmulatorRequest): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname.replace(apiRoot, "") : url}`

const changed = (fault: Fault, f: (course: Course) => Course): Fault => ({ begin: Effect.map(fault.begin, f) })

/**
 * Restricts a fault to the first requests that it meets. Written within `only`, it counts those that `only` lets through.
 *
 * @category combinators
 * @since 0.1.0
 */
export const times = (count: number, fault: Fault): Fault =>
  changed(fault, (course) => {
    let met = 0
    return (exchange) => Effect.suspend(() => met++ < count ? course(exchange) : exchange.send)
  })

/**
 * Has a fault for each of the first requests, in their order. All later ones pass.
 *
 * @category combinators
 * @since 0.1.0
 */
export const sequence = (...faults: ReadonlyArray<Fault>): Fault => ({
  begin: Effect.map(begun(faults), (courses) => {
    let met = 0
    return (exchange) => Effect.suspend(() => (courses[met++] ?? pass)(exchange))
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
  begin: Effect.map(
    begun(faults),
    (courses): Course => (exchange) =>
      courses.reduceRight((send, course) => course({ ...exchange, send }), exchange.send)
  )
})

const begun = (faults: ReadonlyArray<Fault>) => Effect.forEach(faults, ({ begin }) => begin)
