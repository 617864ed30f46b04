/** The control API of the emulator, below `/latchkey`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { CurrentUser, Password } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { readFile } from "node:fs/promises"
import { controlRoutes } from "../../../src/emulator/control/controlRoutes.ts"
import { version } from "../../../src/emulator/version.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { codeOf, device, email, jsonOf, layerTest, nobody, on, otherProject, password, signIn } from "../support.ts"

const users = [{ primaryEmail: email, password, displayName: "Ada" }]
const layer = layerTest({ project: { users }, projects: [{ ...otherProject, users: [{ displayName: "Grace" }] }] })

/** Sends a request to the control API, and returns the response. */
const request = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(Emulator.Emulator, (emulator) =>
    emulator.send({
      method,
      url: `http://localhost:8102/latchkey${path}`,
      headers: { "content-type": "application/json" },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    })).pipe(Effect.orDie)

/** The JSON of a successful response. */
const ask = (method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (response) => {
    assert.include([200, 201], response.status, `${method} ${path}: ${response.body}`)
    return jsonOf(response)
  })

const statusOf = (method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), ({ status }) => status)

describe("GET /latchkey", () => {
  it.effect("identifies the emulator, its version and its state", () =>
    Effect.gen(function*() {
      const { default: { version: expected } } = yield* Effect.promise(() =>
        import("../../../package.json", { with: { type: "json" } })
      )
      assert.strictEqual(version, expected)
      assert.deepStrictEqual(yield* ask("GET", ""), {
        emulator: "latchkey",
        version,
        generation: "2026",
        project_id: Emulator.clientOptions.projectId,
        clock_offset_millis: 0,
        faults: []
      })
      yield* ask("POST", "/clock", { advance_seconds: 60 })
      yield* request("PUT", "/faults", { fault: "offline", times: 1 })
      const { clock_offset_millis: offset, faults, project_id: id } = yield* ask("GET", `?project=${otherProject.id}`)
      assert.deepStrictEqual([offset, faults, id], [60_000, [{ fault: "offline", times: 1 }], otherProject.id])
    }).pipe(Effect.provide(layer)))

  it.effect("GET /latchkey: responds at any base path, and not below the API", () =>
    Effect.gen(function*() {
      const { send } = yield* Emulator.Emulator
      const get = (path: string, method = "GET") =>
        send({ method, url: `http://localhost:8102${path}`, headers: {}, body: undefined })
      for (const path of ["/latchkey", "/latchkey/", "/base/latchkey", "/latchkey/inbox/"]) {
        assert.strictEqual((yield* get(path)).status, 200, path)
      }
      for (
        const path of ["/api/v1/latchkey", "/api/latchkey/inbox", "/latchkeys", "/latchkey/nothing", "/latchkey//"]
      ) {
        assert.strictEqual((yield* get(path)).status, 404, path)
      }
      const head = yield* get("/latchkey", "HEAD")
      assert.deepStrictEqual([head.status, head.body], [200, undefined])
    }).pipe(Effect.provide(layer)))
})

describe("users", () => {
  it.effect("are listed newest first, searched, and read page by page", () =>
    Effect.gen(function*() {
      for (const name of ["Barbara", "Adele"]) yield* ask("POST", "/users", { display_name: name })
      const first = yield* ask("GET", "/users?limit=2")
      assert.deepStrictEqual(first.items.map((user: any) => user.display_name), ["Adele", "Barbara"])
      const second = yield* ask("GET", `/users?limit=2&cursor=${first.pagination.next_cursor}`)
      assert.deepStrictEqual(second.items.map((user: any) => user.display_name), ["Ada"])
      assert.isNull(second.pagination.next_cursor)
      const { items: [ada] } = yield* ask("GET", "/users?query=ADA%40")
      assert.strictEqual(ada.primary_email, email)
      assert.strictEqual(ada.session_count, 0)
      assert.deepStrictEqual(yield* ask("GET", `/users/${ada.id}`), ada)
      const { items: [grace] } = yield* ask("GET", `/users?project=${otherProject.id}`)
      assert.strictEqual(grace.display_name, "Grace")
    }).pipe(Effect.provide(layer)))

  it.effect("are created with a password and metadata, and deleted", () =>
    Effect.gen(function*() {
      const grace = yield* ask("POST", "/users", {
        email: "grace@example.com",
        password: "nanoseconds",
        display_name: "Grace",
        email_verified: true,
        server_metadata: { rank: ["Rear", "Admiral"] }
      })
      assert.deepInclude(grace, {
        primary_email: "grace@example.com",
        primary_email_verified: true,
        has_password: true,
        display_name: "Grace",
        server_metadata: { rank: ["Rear", "Admiral"] },
        is_anonymous: false,
        session_count: 0
      })
      const { userId } = yield* Password.signIn({ email: "grace@example.com", password: "nanoseconds" })
      assert.strictEqual(userId, grace.id)
      assert.strictEqual((yield* request("DELETE", `/users/${grace.id}`)).body, "User deleted")
      assert.strictEqual(yield* statusOf("GET", `/users/${grace.id}`), 404)
      assert.strictEqual((yield* Effect.flip(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
    }).pipe(Effect.provide(layer)))

  it.effect("are refused with the reason: a taken or invalid email, unknown fields, wrong types", () =>
    Effect.gen(function*() {
      const answers = []
      for (
        const body of [
          { email },
          { email: "Ada@Example.com" },
          { email: "nonsense" },
          { mail: email },
          { email: 1, password: 2 },
          [],
          "{",
          undefined,
          `{"server_metadata":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
        ]
      ) {
        const { body: text, status } = yield* request("POST", "/users", body)
        answers.push(`${status} ${text}`)
      }
      assert.deepStrictEqual(answers, [
        `409 Another user signs in with ${email}`,
        "409 Another user signs in with Ada@Example.com",
        "400 body.email must be an email address",
        "400 body has unknown properties: mail",
        "400 body.email must be a string or null, not a number; body.password must be a string, not a number",
        "400 body must be an object, not an array",
        "400 The body is not valid JSON",
        "400 The body is not valid JSON",
        "400 The body is nested more than 1000 levels deep"
      ])
      assert.lengthOf((yield* ask("GET", "/users")).items, 1)
    }).pipe(Effect.provide(layer)))
})

describe("sessions", () => {
  it.effect("sign in a user without the UI, and are revoked", () =>
    Effect.gen(function*() {
      const { items: [ada] } = yield* ask("GET", "/users")
      const created = yield* ask("POST", `/users/${ada.id}/sessions`)
      const page = yield* device({ accessToken: created.access_token, refreshToken: created.refresh_token })
      assert.strictEqual((yield* on(page)(CurrentUser.get({ or: "throw" }))).id, ada.id)
      const claims = JSON.parse(atob(created.access_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")))
      assert.match(claims.iss, /^http:\/\/localhost:8102\/api\/v1\/projects\//)
      yield* signIn()
      const { items } = yield* ask("GET", `/sessions?user=${ada.id}`)
      assert.deepStrictEqual(items.map((session: any) => session.id).includes(created.id), true)
      assert.deepStrictEqual(items.at(-1), {
        id: created.id,
        user_id: ada.id,
        created_at_millis: 0,
        last_used_at_millis: 0,
        expires_at_millis: 31_536_000_000,
        is_expired: false,
        is_impersonation: false
      })
      assert.notInclude(JSON.stringify(items), created.refresh_token)
      assert.deepStrictEqual(yield* ask("DELETE", `/sessions/${created.id}`), { revoked: 1 })
      assert.strictEqual((yield* request("POST", "/access-tokens/expire")).body, "Access tokens expired")
      assert.strictEqual((yield* Effect.flip(on(page)(CurrentUser.get({ or: "throw" }))))._tag, "UserNotSignedIn")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, ada.id)
      assert.deepStrictEqual(yield* ask("DELETE", `/sessions?user=${nobody}`), { revoked: 0 })
      assert.deepStrictEqual(yield* ask("DELETE", "/sessions"), { revoked: 1 })
      assert.strictEqual((yield* ask("GET", "/users")).items[0].session_count, 0)
    }).pipe(Effect.provide(layer)))
})

describe("clock", () => {
  it.effect("is advanced and set, and reports its time", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* ask("GET", "/clock"), { now_millis: 60_000, offset_millis: 0 })
      const day = { now_millis: 86_460_000, offset_millis: 86_400_000 }
      assert.deepStrictEqual(yield* ask("POST", "/clock", { advance_seconds: 86_400 }), day)
      const earlier = { now_millis: 86_400_000, offset_millis: 86_340_000 }
      assert.deepStrictEqual(yield* ask("POST", "/clock", { advance_seconds: -60 }), earlier)
      assert.deepStrictEqual(yield* ask("POST", "/clock", { offset_millis: 0 }), {
        now_millis: 60_000,
        offset_millis: 0
      })
      for (const body of [{}, { advance_seconds: "1" }, { advance_seconds: 1e300 }, { offset_millis: -1e20 }, []]) {
        assert.strictEqual(yield* statusOf("POST", "/clock", body), 400, JSON.stringify(body))
      }
      assert.strictEqual((yield* ask("GET", "/clock")).offset_millis, 0)
    }).pipe(Effect.provide(layer)))
})

describe("faults", () => {
  it.effect("are listed in the JSON that sets them, until they are used up", () =>
    Effect.gen(function*() {
      const faults = [
        { fault: "rate_limited", retry_after_seconds: 5, only: "GET /users/me" },
        { fault: "slow", seconds: 0, times: 2 }
      ]
      yield* request("PUT", "/faults", faults)
      assert.deepStrictEqual(yield* ask("GET", "/faults"), faults)
      yield* request("PUT", "/faults", yield* ask("GET", "/faults"))
      const { send } = yield* Emulator.Emulator
      const health = send({ method: "GET", url: "http://localhost:8102/health", headers: {}, body: undefined })
      yield* Effect.andThen(health, TestClock.adjust(1)).pipe(Effect.forkChild)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* ask("GET", "/faults"), [faults[0], { ...faults[1], times: 1 }])
      yield* Effect.forkChild(health)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* ask("GET", "/faults"), [faults[0]])
      yield* request("DELETE", "/faults")
      assert.deepStrictEqual(yield* ask("GET", "/faults"), [])
    }).pipe(Effect.provide(layer)))

  it.effect("faults that a program sets are listed as custom", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* setFault(Faults.offline)
      assert.deepStrictEqual(yield* ask("GET", "/faults"), [{ fault: "custom" }])
      assert.strictEqual(yield* statusOf("PUT", "/faults", [{ fault: "custom" }]), 400)
      yield* setFault(undefined)
      assert.deepStrictEqual(yield* ask("GET", "/faults"), [])
    }).pipe(Effect.provide(layer)))

  it.effect("do not affect the control API", () =>
    Effect.gen(function*() {
      yield* request("PUT", "/faults", { fault: "status", status: 503 })
      for (const path of ["", "/users", "/sessions", "/inbox", "/clock", "/webhook-deliveries"]) {
        assert.strictEqual(yield* statusOf("GET", path), 200, path)
      }
      assert.strictEqual(yield* statusOf("GET", "/oauth/github"), 503)
    }).pipe(Effect.provide(layer)))
})

describe("webhook deliveries", () => {
  it.effect("are listed with their attempts", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* ask("POST", "/users", { display_name: "Grace" })
      yield* TestClock.adjust(0)
      const [delivery] = yield* emulator.webhookDeliveries()
      const { items: [item] } = yield* ask("GET", "/webhook-deliveries")
      assert.deepStrictEqual(item, {
        id: delivery!.id,
        url: "https://app.example.com/",
        type: "user.created",
        payload: delivery!.payload,
        status: "pending",
        created_at_millis: 0,
        next_attempt_at_millis: 5000,
        attempts: [{ at_millis: 0, status: 500, error: null }]
      })
      assert.deepStrictEqual((yield* ask("GET", `/webhook-deliveries?project=internal`)).items, [])
    }).pipe(Effect.provide(layerTest({
      project: { webhooks: [{ url: "https://app.example.com/", secret: `whsec_${btoa("a secret of 24 bytes....")}` }] },
      webhookReceiver: () => Effect.sync(() => new Response(null, { status: 500 }))
    }))))
})

describe("reset", () => {
  it.effect("returns to the state of the start", () =>
    Effect.gen(function*() {
      const before = yield* ask("GET", "/users")
      yield* ask("POST", "/users", { email: "grace@example.com" })
      yield* signIn()
      yield* ask("POST", "/clock", { advance_seconds: 60 })
      yield* request("PUT", "/faults", { fault: "offline" })
      assert.strictEqual((yield* request("POST", "/reset")).body, "Emulator reset")
      assert.deepStrictEqual(yield* ask("GET", "/users"), before)
      assert.deepStrictEqual((yield* ask("GET", "/sessions")).items, [])
      const { clock_offset_millis: offset, faults } = yield* ask("GET", "")
      assert.deepStrictEqual([offset, faults], [0, []])
    }).pipe(Effect.provide(layer)))
})

describe("a wrong request", () => {
  it.effect("a wrong request gets status 400, 404 or 405 and a text", () =>
    Effect.gen(function*() {
      const cases = [
        ["GET", "/nothing", 404],
        ["GET", "/users/me/sessions/1", 404],
        ["GET", `/users/${nobody}`, 404],
        ["DELETE", `/users/${nobody}`, 404],
        ["POST", `/users/${nobody}/sessions`, 404],
        ["DELETE", `/sessions/${nobody}`, 404],
        ["GET", "/users?project=nothing", 404],
        ["GET", "/users/%ff", 404],
        ["GET", "?project=nothing", 404],
        ["GET", "/users?limit=0", 400],
        ["GET", "/users?limit=1001", 400],
        ["GET", "/users?limit=ten", 400],
        ["GET", "/users?cursor=nothing", 400],
        ["GET", "/sessions?users=1", 400],
        ["POST", "/reset?hard=1", 400],
        ["GET", "/reset", 405],
        ["PATCH", "/users", 405],
        ["PUT", "/sessions", 405]
      ] as const
      for (const [method, path, status] of cases) {
        const response = yield* request(method, path)
        assert.strictEqual(response.status, status, `${method} ${path}`)
        assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
        assert.isAbove(response.body!.length, 10)
        assert.isUndefined(codeOf(response))
      }
    }).pipe(Effect.provide(layer)))

  it.effect("any method, path and body gets a response", () => {
    const segments = fc.constantFrom(
      "users",
      "sessions",
      "clock",
      "faults",
      "reset",
      "inbox",
      nobody,
      "%",
      "__proto__",
      ""
    )
    return Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "x"),
            fc.array(segments, { maxLength: 4 }),
            fc.oneof(fc.json(), fc.string(), fc.constant(undefined)),
            async (method, path, body) => {
              const url = `http://localhost/latchkey/${path.join("/")}`
              const { status } = await run(emulator.handle({ method, url, headers: {}, body }))
              assert.include([200, 201, 400, 404, 405, 409], status)
            }
          ),
          { numRuns: runsOf(500) }
        )
      )
    }).pipe(Effect.provide(layer))
  })
})

describe("the documentation", () => {
  it.effect("lists every request", () =>
    Effect.gen(function*() {
      const text = yield* Effect.promise(() =>
        readFile(new URL("../../../docs/emulator-control.md", import.meta.url), "utf8")
      )
      const listed = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/latchkey[^` ]*)`/g)].map(([, request]) => request)
      const requests = controlRoutes.map(({ method, path }) =>
        `${method} /latchkey${path.map((part) => `/${part}`).join("")}`
      )
      assert.deepStrictEqual(listed.toSorted(), requests.toSorted())
    }))
})
