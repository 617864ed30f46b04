import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Users } from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, makeSession, promise, refresh, withApp, withoutKeySet } from "./support.ts"

describe("the routes of a process", () => {
  const kinds = [
    { name: "a full user", user: { displayName: "Ada" } },
    { name: "a restricted user", user: { displayName: "Ada", restrictedByAdmin: true } },
    { name: "an anonymous user", user: { isAnonymous: true } }
  ]

  it.effect("share one refresh for each kind of user, whatever kinds each app allows", () =>
    checkRowsEffect(kinds, ({ name }) => name, ({ user }) =>
      withApp(({ copy, takePaths }) =>
        Effect.gen(function*() {
          const { id } = yield* Users.create(user)
          const session = yield* makeSession.of(id)
          yield* TestClock.adjust("11 minutes")
          takePaths()
          for (const options of [{}, { allowAnonymous: true }, { allowRestricted: true }, {}]) {
            startRequest({ cookie: cookiesOf(session) })
            yield* promise(() => copy(options).auth())
          }
          assert.deepStrictEqual(withoutKeySet(takePaths()), [refresh])
        })
      )))
})
