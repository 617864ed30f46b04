import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, Faults } from "latchkey/emulator"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, errorOf, makeSession, promise, withApp } from "./support.ts"

describe("the checks of a session while the service is unavailable", () => {
  it.effect("checks reject with ApiError while the service is unavailable, instead of granting or denying", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        startRequest({ cookie: cookiesOf(session) })
        const { has, require, requireTeamMember, requireUser } = yield* promise(() => copy().auth())
        yield* Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(Faults.offline))
        const team = "11111111-1111-4111-8111-111111111111"
        for (
          const check of [
            () => has({ permission: "write" }),
            () => has({ team, permission: "write" }),
            () => require({ permission: "write" }),
            () => requireTeamMember({ team })
          ]
        ) {
          assert.strictEqual((yield* errorOf(check))._tag, "ApiError", String(check))
        }
        // The token is valid without the service.
        assert.strictEqual((yield* promise(requireUser)).userId, session.userId)
      })
    ))
})
