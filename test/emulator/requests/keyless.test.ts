/** Clients without a publishable client key: services of 2026 accept them, unless the project requires a key. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  clientHeaders,
  codeOf,
  configure,
  jsonOf,
  layerTest,
  nobody,
  projectId,
  send,
  serverHeaders
} from "../support.ts"

const word = "__stack_public_client__"

const withKey = (key: string | undefined) => {
  const { "x-stack-publishable-client-key": _, ...headers } = clientHeaders
  return key === undefined ? headers : { ...headers, "x-stack-publishable-client-key": key }
}

const project = (key: string | undefined) => send("GET", "/projects/current", withKey(key))

const grant = (refreshToken: string, secret: string | undefined) =>
  send("POST", "/auth/oauth/token", {}, {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: projectId,
    ...(secret !== undefined && { client_secret: secret })
  })

const refreshToken = Effect.gen(function*() {
  const { id } = jsonOf(yield* send("POST", "/users", serverHeaders, {}))
  return jsonOf(yield* send("POST", "/auth/sessions", serverHeaders, { user_id: id })).refresh_token as string
})

describe("a project that requires no key", () => {
  it.effect("accepts clients without a key, with an empty one, with the keyless placeholder and with the right one", () =>
    Effect.gen(function*() {
      for (const key of [undefined, "", word, clientHeaders["x-stack-publishable-client-key"]]) {
        assert.strictEqual((yield* project(key)).status, 200, key)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a wrong key", () =>
    Effect.gen(function*() {
      const response = yield* project("pck_wrong")
      assert.deepStrictEqual([response.status, codeOf(response)], [401, "INVALID_PUBLISHABLE_CLIENT_KEY"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires the placeholder as the client secret of a refresh grant", () =>
    Effect.gen(function*() {
      const token = yield* refreshToken
      const answers = []
      for (const secret of [word, undefined, "", "pck_wrong"]) {
        const response = yield* grant(token, secret)
        answers.push(response.status === 200 ? 200 : codeOf(response))
      }
      const refused = "INVALID_OAUTH_CLIENT_ID_OR_SECRET"
      assert.deepStrictEqual(answers, [200, refused, refused, refused])
    }).pipe(Effect.provide(layerTest())))
})

describe("a project that requires a key", () => {
  const layer = layerTest({ project: { config: { requirePublishableClientKey: true } } })

  it.effect("a project that requires a key refuses clients without one, and the error names the project", () =>
    Effect.gen(function*() {
      for (const key of [undefined, "", word]) {
        const response = yield* project(key)
        assert.strictEqual(response.status, 401)
        assert.strictEqual(codeOf(response), "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
        assert.deepStrictEqual(jsonOf(response).details, { project_id: projectId })
      }
      assert.strictEqual(codeOf(yield* project("pck_wrong")), "INVALID_PUBLISHABLE_CLIENT_KEY")
      assert.strictEqual((yield* project(clientHeaders["x-stack-publishable-client-key"])).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("refuses refresh grants without a key", () =>
    Effect.gen(function*() {
      const token = yield* refreshToken
      for (const secret of [undefined, word]) {
        assert.strictEqual(codeOf(yield* grant(token, secret)), "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
      }
      assert.strictEqual(codeOf(yield* grant(token, "pck_wrong")), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.strictEqual((yield* grant(token, clientHeaders["x-stack-publishable-client-key"])).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("accepts servers without a publishable key", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send("GET", "/projects/current", serverHeaders)).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("can be configured while a test runs", () =>
    Effect.gen(function*() {
      yield* configure({ requirePublishableClientKey: false })
      assert.strictEqual((yield* project(undefined)).status, 200)
    }).pipe(Effect.provide(layer)))
})

describe("a project that does not exist", () => {
  const requests: ReadonlyArray<Readonly<Record<string, string>>> = [
    clientHeaders,
    withKey(undefined),
    withKey(word),
    serverHeaders,
    { ...serverHeaders, "x-stack-access-type": "admin" },
    { ...serverHeaders, "x-stack-access-type": "admin", "x-stack-admin-access-token": "garbage" }
  ]

  it.effect("is reported as CURRENT_PROJECT_NOT_FOUND for any key", () =>
    Effect.gen(function*() {
      for (const headers of requests) {
        const response = yield* send("GET", "/projects/current", { ...headers, "x-stack-project-id": nobody })
        assert.deepStrictEqual([response.status, codeOf(response)], [400, "CURRENT_PROJECT_NOT_FOUND"])
        assert.deepStrictEqual(jsonOf(response).details, { project_id: nobody })
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("2025: a missing project is reported as an invalid key", () =>
    Effect.gen(function*() {
      const headers = { ...clientHeaders, "x-stack-project-id": nobody }
      assert.strictEqual(codeOf(yield* send("GET", "/projects/current", headers)), "INVALID_PUBLISHABLE_CLIENT_KEY")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("a service of 2025", () => {
  it.effect("requires a key from every client", () =>
    Effect.gen(function*() {
      assert.strictEqual(codeOf(yield* project(undefined)), "CLIENT_AUTHENTICATION_REQUIRED")
      assert.strictEqual(codeOf(yield* project(word)), "INVALID_PUBLISHABLE_CLIENT_KEY")
      const token = yield* refreshToken
      assert.strictEqual(codeOf(yield* grant(token, word)), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
