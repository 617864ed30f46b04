/** Requests as read before any handler: bodies, queries and methods. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { clientHeaders, codeOf, email, jsonOf, layerTest, projectId, send, serverHeaders, signUp } from "../support.ts"

/** The headers of a user who has just signed up. */
const signedUp = Effect.map(signUp(), ({ tokens }) => ({
  ...clientHeaders,
  "x-stack-access-token": Redacted.value(tokens.accessToken!)
}))

const asJson = { "content-type": "application/json" }

describe("a body", () => {
  it.effect("a JSON body that is not an object is refused without an effect", () =>
    Effect.gen(function*() {
      const headers = yield* signedUp
      for (const body of ["null", "[]", "1", "\"{}\""]) {
        assert.strictEqual(codeOf(yield* send("PATCH", "/users/me", { ...headers, ...asJson }, body)), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("an optional body of text or bytes is a SCHEMA_ERROR", () =>
    Effect.gen(function*() {
      for (const type of ["text/plain", "application/octet-stream"]) {
        const response = yield* send("POST", "/auth/cli", { ...clientHeaders, "content-type": type }, "{}")
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* send("POST", "/auth/cli")).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is ignored by requests without input", () =>
    Effect.gen(function*() {
      const headers = yield* signedUp
      for (const body of [{ more: 1 }, []]) {
        const response = yield* send("POST", "/auth/passkey/initiate-passkey-registration", headers, body)
        assert.strictEqual(response.status, 200)
      }
      assert.strictEqual((yield* send("DELETE", "/auth/sessions/current", headers, { more: 1 })).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("must be an empty object when a membership is created", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { id } = jsonOf(yield* send("POST", "/teams", serverHeaders, { display_name: "Team" }))
      const path = `/team-memberships/${id}/${userId}`
      assert.strictEqual(codeOf(yield* send("POST", path, serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("POST", path, serverHeaders, { more: 1 })), "SCHEMA_ERROR")
      assert.strictEqual((yield* send("POST", path, serverHeaders, {})).status, 201)
    }).pipe(Effect.provide(layerTest())))

  it.effect("nested too deeply is refused, so that stored data stays readable", () =>
    Effect.gen(function*() {
      const headers = yield* signedUp
      const update = (depth: number) =>
        send(
          "PATCH",
          "/users/me",
          { ...headers, ...asJson },
          `{"client_metadata":${"[".repeat(depth)}${"]".repeat(depth)}}`
        )
      for (const depth of [1000, 5000, 100_000]) {
        const response = yield* update(depth)
        assert.deepStrictEqual([response.status, codeOf(response)], [400, "BODY_PARSING_ERROR"])
      }
      assert.strictEqual((yield* update(999)).status, 200)
      assert.strictEqual((yield* send("GET", "/users/me", headers)).status, 200)
      assert.strictEqual((yield* send("GET", "/users", { ...serverHeaders, accept: "text/html" })).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can contain any brackets in its strings", () =>
    Effect.gen(function*() {
      const headers = yield* signedUp
      const text = `${"[{".repeat(2000)}\\"\\\\`
      const response = yield* send("PATCH", "/users/me", headers, { client_metadata: [text, text] })
      assert.deepStrictEqual(jsonOf(response).client_metadata, [text, text])
    }).pipe(Effect.provide(layerTest())))
})

describe("a path", () => {
  for (const version of ["v1", "latest", "v2beta1", "v2beta2", "v2beta3", "v2beta4"]) {
    it.effect(`below /api/${version} gets a response`, () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        const ask = (path: string, headers: Record<string, string>) =>
          emulator.handle({ method: "GET", url: `https://api.test/api/${version}${path}`, headers, body: undefined })
        assert.strictEqual((yield* ask("/projects/current", clientHeaders)).status, 200)
        const refusal = yield* ask("/users/abc", serverHeaders)
        assert.strictEqual(codeOf(refusal), "SCHEMA_ERROR")
        assert.include(jsonOf(refusal).error, `GET /api/${version}/users/abc `)
        // A token is valid at every version.
        const headers = yield* signedUp
        assert.strictEqual((yield* ask("/users/me", headers)).status, 200)
      }).pipe(Effect.provide(layerTest())))
  }

  for (const version of ["v2", "v2beta0", "v2beta5", "v3"]) {
    it.effect(`below /api/${version} is a 404`, () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        const url = `https://api.test/api/${version}/projects/current`
        const { status } = yield* emulator.handle({ method: "GET", url, headers: clientHeaders, body: undefined })
        assert.strictEqual(status, 404)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("the API root refuses a query and every method but GET", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send("GET", "")).status, 200)
      assert.strictEqual(codeOf(yield* send("GET", "?db=1")), "SCHEMA_ERROR")
      assert.strictEqual((yield* send("POST", "")).status, 405)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a path with another method is a 405", () =>
    Effect.gen(function*() {
      for (const path of ["/auth/oauth/token", "/check-feature-support", "/auth/password/sign-in"]) {
        assert.strictEqual((yield* send("GET", path)).status, 405, path)
      }
      assert.strictEqual((yield* send("POST", `/projects/${projectId}/.well-known/jwks.json`)).status, 405)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a path without a route is a 404, whose text contains the URL", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/nope?q=1")
      assert.strictEqual(response.status, 404)
      assert.include(response.body, "https://api.test/api/v1/nope?q=1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an invalid address is a 400", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const response = yield* emulator.handle({ method: "GET", url: "/api/v1", headers: {}, body: undefined })
      assert.strictEqual(response.status, 400)
    }).pipe(Effect.provide(layerTest())))
})

describe("a preflight", () => {
  it.effect("allows every header read by the service of 2025", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* send("OPTIONS", "/users/me", {})
      assert.strictEqual(status, 200)
      const allowed = headers["access-control-allow-headers"]!.split(", ")
      for (const name of ["access-token", "branch-id", "random-nonce", "disable-artificial-development-delay"]) {
        assert.include(allowed, `x-stack-${name}`)
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("a request about the current user, without a signed-in user", () => {
  it.effect("without a user, CANNOT_GET_OWN_USER_WITHOUT_USER precedes all other errors", () =>
    Effect.gen(function*() {
      const requests = [
        ["GET", "/contact-channels?user_id=me&more=1", clientHeaders],
        ["GET", "/teams?user_id=me&more=1", serverHeaders],
        ["POST", "/contact-channels", clientHeaders, { user_id: "me" }],
        ["POST", "/teams", serverHeaders, { creator_user_id: "me", more: 1 }],
        ["PATCH", "/team-member-profiles/x/me", clientHeaders, {}]
      ] as const
      for (const [method, path, headers, body] of requests) {
        const response = yield* send(method, path, headers, body)
        assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER", path)
      }
      const { "x-stack-access-token": token } = yield* signedUp
      const headers = { ...clientHeaders, "x-stack-access-token": token }
      assert.strictEqual(codeOf(yield* send("GET", "/contact-channels?user_id=me&more=1", headers)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("PATCH", "/users/me", clientHeaders, { more: "me" })), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))
})

describe("the token endpoint", () => {
  const grant = (authorization: string, fields: Record<string, string>) =>
    send(
      "POST",
      "/auth/oauth/token",
      { authorization, "content-type": "application/x-www-form-urlencoded" },
      new URLSearchParams({ grant_type: "refresh_token", ...fields }).toString()
    )

  const ofClient = `Basic ${btoa(`${projectId}:${Emulator.adminOptions.publishableClientKey}`)}`

  it.effect("the token endpoint accepts the client's id and secret as HTTP Basic", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp(email)
      const refreshToken = Redacted.value(tokens.refreshToken!)
      assert.strictEqual((yield* grant(ofClient, { refresh_token: refreshToken })).status, 200)
      for (const authorization of [`Basic ${btoa(`${projectId}:pck_wrong`)}`, "Basic !", "Basic", "Bearer x"]) {
        const response = yield* grant(authorization, { refresh_token: refreshToken })
        assert.strictEqual(codeOf(response), "INVALID_OAUTH_CLIENT_ID_OR_SECRET", authorization)
      }
    }).pipe(Effect.provide(layerTest())))
})
