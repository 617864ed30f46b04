import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type ApiError, type Client, CurrentUser, type KnownErrors, type TransportFailure } from "latchkey"
import { Emulator, type EmulatorRequest, type EmulatorResponse, Faults } from "latchkey/emulator"

type Service = Emulator.Emulator["Service"]

describe("Faults", () => {
  it("keep the value, the errors and the requirements of their effect", () => {
    const rename = CurrentUser.update({ displayName: "Ada" })
    expectTypeOf(rename.pipe(Faults.provide(Faults.offline))).toEqualTypeOf<typeof rename>()
    expectTypeOf(Faults.layer(Faults.slow("1 second"))).toEqualTypeOf<Layer.Layer<never>>()
  })

  it("are faults again in every combination", () => {
    const { responseLost: answerLost, none, offline, truncated } = Faults
    for (
      const fault of [
        Faults.all(offline, Faults.clockAhead("1 hour"), Faults.clockBehind("1 hour")),
        Faults.sequence(none, answerLost),
        Faults.times(2, truncated),
        Faults.limitTo("GET /users/me", Faults.rateLimited({ retryAfter: "5 seconds" })),
        Faults.limitTo(({ headers, method }) => method === "GET" && headers["x"] === undefined, Faults.status(503)),
        Faults.make(({ send }) => Effect.delay(send, "1 second"))
      ]
    ) expectTypeOf(fault).toEqualTypeOf<Faults.Fault>()
  })

  it("a program's fault must return the exchange's result", () => {
    Faults.make(({ respond: answer, request }) =>
      Effect.succeed(answer({ status: request.method === "GET" ? 500 : 502, headers: {}, body: undefined }))
    )
    // @ts-expect-error a response is what one transport has, and another has not
    Faults.make(() => Effect.succeed({ status: 500, headers: {}, body: undefined }))
    // @ts-expect-error no error but that no answer arrives
    Faults.make(() => Effect.fail(new Error("No")))
  })

  it("Faults.failWith accepts the service's errors", () => {
    expectTypeOf(Faults.failWith).parameter(0).not.toEqualTypeOf<ApiError>()
    expectTypeOf<KnownErrors.TeamNotFound>().toExtend<Parameters<typeof Faults.failWith>[0]>()
  })
})

describe("an emulator", () => {
  it("fails over a connection only, and never in-process", () => {
    expectTypeOf<Service["send"]>().returns.toEqualTypeOf<Effect.Effect<EmulatorResponse, TransportFailure>>()
    expectTypeOf<Service["handle"]>().toEqualTypeOf<(request: EmulatorRequest) => Effect.Effect<EmulatorResponse>>()
  })

  it("sets and clears faults, takes snapshots and restores them, without errors", () => {
    expectTypeOf<Service["setFault"]>().toEqualTypeOf<(fault: Faults.Fault | undefined) => Effect.Effect<void>>()
    expectTypeOf<Service["snapshot"]>().toEqualTypeOf<Effect.Effect<Emulator.Snapshot>>()
    expectTypeOf<Service["restore"]>().toEqualTypeOf<(snapshot: Emulator.Snapshot) => Effect.Effect<void>>()
    // @ts-expect-error a snapshot is taken, not made
    Effect.flatMap(Emulator.Emulator, ({ restore }) => restore({}))
    expectTypeOf<keyof Emulator.Snapshot>().toEqualTypeOf<never>()
  })

  it("has no requirements for a fault around a call", () => {
    expectTypeOf(CurrentUser.get().pipe(Faults.provide(Faults.truncated))).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Client.Client>
    >()
  })
})
