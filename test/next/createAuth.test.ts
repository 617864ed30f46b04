import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, makeSession, withApp } from "./support.ts"

const keySet = (paths: ReadonlyArray<string>) => paths.filter((path) => path.includes("jwks")).length
const others = (paths: ReadonlyArray<string>) => paths.filter((path) => !path.includes("jwks"))

describe("auth", () => {
  it.effect("with a valid access token returns the user without a request", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { auth } = copy()
        const session = yield* makeSession()
        takePaths()
        startRequest({ cookie: cookiesOf(session) })
        const result = yield* Effect.promise(() => auth())
        assert.isTrue(result.isSignedIn)
        assert.strictEqual(result.userId, session.userId)
        assert.strictEqual(result.claims?.name, "Ada")
        const paths = takePaths()
        assert.deepStrictEqual([keySet(paths), others(paths)], [1, []])
        startRequest({ cookie: cookiesOf(session) })
        yield* Effect.promise(() => auth())
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("in a layout and a page of one request refreshes an expired session once", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        takePaths()
        startRequest({ cookie: cookiesOf(session) })
        const { auth } = copy()
        const [layout, page] = yield* Effect.promise(() => Promise.all([auth(), auth()]))
        assert.strictEqual(layout.userId, session.userId)
        assert.strictEqual(page.userId, session.userId)
        assert.lengthOf(others(takePaths()), 1)
      })
    ))
})
