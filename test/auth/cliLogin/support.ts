/** A command-line sign-in with a service whose responses are scripted. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Cli } from "latchkey"
import { type Answer, type Arrival, layerClient, layerWire, response, Wire } from "../../support/Wire.ts"

export const started = { polling_code: "p", login_code: "l", expires_at: "1970-01-01T02:00:00.000Z" }
export const waiting = response(200, { status: "waiting" })
export const succeeded = response(201, { status: "success", refresh_token: "r" })

/** A client of a service with a normal start and scripted polls; the last response repeats. */
export const layerPolls = (answers: ReadonlyArray<Answer>, start: Answer = response(200, started)) =>
  layerClient(
    layerWire((request, index) => isStart(request) ? start : answers[Math.min(index - 1, answers.length - 1)]!)
  )

export const isStart = ({ url }: Arrival) => url.endsWith("/auth/cli")

export const login = (options: Partial<Cli.LoginOptions> = {}) =>
  Cli.login({ appUrl: "https://app.test", open: () => Effect.void, ...options })

/** The arrival times of the polls. */
export const polls = Effect.map(Wire, ({ calls }) => calls.filter((call) => !isStart(call)).map(({ at }) => at))

/** Runs an effect while the clock advances, and returns the end time. */
export const timed = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>, upTo = 1_000_000) {
  const fiber = yield* Effect.forkChild(Effect.exit(effect))
  yield* TestClock.adjust(upTo)
  return yield* Effect.flatten(Fiber.join(fiber))
})

export const textOf = (error: { readonly _tag: string; readonly message: string }) => [error._tag, error.message]
