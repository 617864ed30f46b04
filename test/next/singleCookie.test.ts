/** The end of a session that has a single cookie, so that a response sets a single one. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Users } from "latchkey/server"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, makeSession, projectId, promise, withApp } from "./support.ts"

/** Without HTTPS and without parent domains, a cookie has one variant. */
const origin = "http://localhost:3000"

/** The cookie of a session that has ended, without an access token. */
const endedSession = Effect.gen(function*() {
  const { refreshToken, userId } = yield* makeSession()
  yield* Users.remove(userId)
  yield* TestClock.adjust("11 minutes")
  return cookiesOf({ refreshToken }, `stack-refresh-${projectId}--default`)
})

const cached = () => new Response("page", { headers: { "cache-control": "max-age=60" } })

describe("a response that sets a single cookie", () => {
  it.effect("a proxy response with a cookie stays out of shared caches", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const cookie = yield* endedSession
        const { headers } = yield* promise(() =>
          copy().proxy(cached)(new Request(`${origin}/page`, { headers: { cookie } }))
        )
        assert.lengthOf(headers.getSetCookie(), 1)
        assert.strictEqual(headers.get("cache-control"), "private, no-store")
      })
    ))

  it.effect("a route handler's response with a cookie stays out of shared caches", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const cookie = yield* endedSession
        const { setCookies } = startRequest({ cookie, host: "localhost:3000" }, "server action")
        const { headers } = yield* promise(() =>
          copy().route(cached)(new Request(`${origin}/api`, { headers: { cookie } }), {})
        )
        assert.lengthOf(setCookies(), 1)
        assert.strictEqual(headers.get("cache-control"), "private, no-store")
      })
    ))
})
