import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { get } from "node:http"
import { control, type Faults, noFaults, people, project, type Snapshot } from "../../examples/playground/contract.ts"
import { startPlayground } from "../../examples/playground/server/serve.ts"
import { startService } from "../../examples/playground/server/service.ts"

/** A playground without a built page, and its page's requests. */
const playground = Effect.gen(function*() {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startPlayground({ built: new URL("../../examples/playground", import.meta.url).pathname })),
    ({ close }) => Effect.promise(close)
  )
  const ask = (path: string, init?: RequestInit) => Effect.tryPromise(() => fetch(url + path, init))
  const send = (method: string, path: string, body: unknown) =>
    ask(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  /** The response to a request with another host name. */
  const askAs = (host: string, path: string) =>
    Effect.promise(() =>
      new Promise<number | undefined>((resolve, reject) =>
        get(url + path, { headers: { host } }, (response) => {
          response.destroy()
          resolve(response.statusCode)
        }).once("error", reject)
      )
    )
  return {
    ask,
    askAs,
    send,
    fault: (faults: Partial<Faults>) =>
      send("PUT", control.faults, { network: "fine", clockAheadMinutes: 0, ...faults }),
    /** The stream's first event. */
    snapshot: Effect.flatMap(ask(control.events), (response) =>
      Effect.promise(async (): Promise<Snapshot> => {
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
        const { value } = await reader.read()
        await reader.cancel()
        return JSON.parse(value!.replace(/^data: /, ""))
      }))
  }
})

describe("the playground", () => {
  it.live("answers like the service until a fault is set", () =>
    Effect.gen(function*() {
      const { ask, fault, snapshot } = yield* playground
      assert.strictEqual((yield* ask("/health")).status, 200)
      yield* fault({ network: "limited" })
      const limited = yield* ask("/health")
      assert.deepStrictEqual([limited.status, limited.headers.get("retry-after")], [429, "3"])
      yield* fault({ network: "failing" })
      assert.strictEqual((yield* ask("/health")).status, 503)
      yield* fault({ network: "offline" })
      yield* Effect.flip(ask("/health"))
      assert.strictEqual((yield* snapshot).faults.network, "offline")
      yield* fault({})
      assert.strictEqual((yield* ask("/health")).status, 200)
    }))

  it("answers two and a half seconds late if it is set to slow", async () => {
    const service = await startService()
    service.setFaults({ network: "slow", clockAheadMinutes: 0 })
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    try {
      const statuses: Array<number | undefined> = []
      const answered = service.handle(new Request("http://localhost/health"))
        .then((response) => statuses.push(response?.status))
      await vi.advanceTimersByTimeAsync(2499)
      assert.deepStrictEqual(statuses, [])
      await vi.advanceTimersByTimeAsync(1)
      vi.useRealTimers()
      await answered
      assert.deepStrictEqual(statuses, [200])
    } finally {
      vi.useRealTimers()
      await service.close()
    }
  })

  it.live("accepts commands only from its page, and only known ones", () =>
    Effect.gen(function*() {
      const { ask, send, snapshot } = yield* playground
      const plain = yield* ask(control.faults, { method: "PUT", body: `{"network":"offline","clockAheadMinutes":0}` })
      assert.strictEqual(plain.status, 415)
      for (
        const body of [{}, null, { network: "gone", clockAheadMinutes: 0 }, { network: "slow", clockAheadMinutes: "1" }]
      ) {
        assert.strictEqual((yield* send("PUT", control.faults, body)).status, 400)
      }
      assert.strictEqual((yield* send("POST", control.revoke, { userId: 1 })).status, 400)
      const foreign = { origin: "https://evil.example", "content-type": "application/json" }
      const body = JSON.stringify({ fault: "offline" })
      assert.strictEqual((yield* ask("/latchkey/faults", { method: "PUT", headers: foreign, body })).status, 403)
      assert.strictEqual((yield* ask("/latchkey/inbox", { headers: foreign })).status, 403)
      assert.strictEqual((yield* ask("/health")).status, 200)
      assert.isNull((yield* ask("/latchkey/inbox")).headers.get("access-control-allow-origin"))
      assert.deepStrictEqual((yield* snapshot).faults, { network: "fine", clockAheadMinutes: 0 })
    }))

  it.live("faults set in the developer tools replace the playground's own", () =>
    Effect.gen(function*() {
      const { ask, fault, send, snapshot } = yield* playground
      yield* fault({ network: "failing" })
      yield* send("PUT", "/latchkey/faults", [{ fault: "rate_limited" }])
      assert.strictEqual((yield* ask("/health")).status, 429)
      assert.deepStrictEqual((yield* snapshot).faults, noFaults)
      yield* ask("/latchkey/faults", { method: "DELETE" })
      assert.strictEqual((yield* ask("/health")).status, 200)
    }))

  it.live("the playground sends no response to another site whose host name resolves to it", () =>
    Effect.gen(function*() {
      const { ask, askAs } = yield* playground
      const { port } = new URL((yield* ask("/health")).url)
      for (const path of [control.events, "/health", "/api/v1/projects/current", "/"]) {
        for (
          const host of [`evil.example:${port}`, `localhost.evil.example:${port}`, `localhost:${port}@evil.example`]
        ) {
          assert.strictEqual(yield* askAs(host, path), 403, host + path)
        }
        assert.notStrictEqual(yield* askAs(`127.0.0.1:${port}`, path), 403)
      }
    }))

  it("serves the control endpoint under any fault", async () => {
    const service = await startService()
    const [{ email, password }] = people
    const post = (path: string, body: string, type: string) =>
      service.handle(
        new Request(`http://localhost/api/v1${path}`, {
          method: "POST",
          headers: {
            "content-type": type,
            "x-stack-access-type": "client",
            "x-stack-project-id": project.id,
            "x-stack-publishable-client-key": project.publishableClientKey
          },
          body
        })
      )
    const signedIn = await post("/auth/password/sign-in", JSON.stringify({ email, password }), "application/json")
    const { refresh_token, user_id } = await signedIn!.json()
    service.setFaults({ network: "offline", clockAheadMinutes: -60 })
    assert.isUndefined(await service.handle(new Request("http://localhost/health")))
    await service.revoke(user_id)
    service.setFaults(noFaults)
    const grant = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token,
      client_id: project.id,
      client_secret: project.publishableClientKey
    })
    const refused = await post("/auth/oauth/token", String(grant), "application/x-www-form-urlencoded")
    assert.strictEqual(refused!.status, 401)
    await service.close()
  })

  it.live("the playground continues after a failing command", () =>
    Effect.gen(function*() {
      const { ask, send } = yield* playground
      assert.strictEqual((yield* send("POST", control.revoke, { userId: "nobody" })).status, 500)
      assert.strictEqual((yield* ask("/health")).status, 200)
    }))
})
