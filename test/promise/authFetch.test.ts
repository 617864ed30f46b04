import { assert, describe, it } from "@effect/vitest"
import { Faults } from "latchkey/emulator"
import type { AuthClientOptions } from "latchkey/promise"
import { ada, appUrl, enableSecondFactor, rejection, type Service, startService } from "./support.ts"

const apiOrigin = "https://api.example.com"

/** A client whose requests to the app and its API are answered by a function. */
const makeClient = (
  service: Service,
  options: AuthClientOptions & { readonly answer?: (request: Request) => Response | Promise<Response> } = {}
) => {
  const { answer = () => new Response("OK"), ...given } = options
  const sent: Array<Request> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin === "https://api.stack-auth.com") return service.fetch(request)
    sent.push(request.clone())
    return answer(request)
  }
  return { sent, auth: service.client({ apiOrigins: [apiOrigin], ...given, fetch }) }
}

const bearerOf = (request: Request | undefined) => request?.headers.get("authorization")?.replace("Bearer ", "")

describe("auth.fetch", () => {
  it("adds the user's access token, and keeps the request", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service)
    await auth.signUp.password(ada).orThrow()
    const response = await auth.fetch(`${appUrl}/orders?page=2`, {
      method: "PUT",
      headers: { "content-type": "application/json", "x-own": "value" },
      body: JSON.stringify({ count: 1 })
    })
    assert.strictEqual(await response.text(), "OK")
    const [request] = sent
    assert.deepInclude(
      { method: request!.method, url: request!.url, own: request!.headers.get("x-own") },
      { method: "PUT", url: `${appUrl}/orders?page=2`, own: "value" }
    )
    assert.deepStrictEqual(await request!.json(), { count: 1 })
    assert.strictEqual(bearerOf(request), await auth.session.token().orThrow())
  })

  it("accepts a string, a URL and a Request", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service)
    await auth.signUp.password(ada).orThrow()
    const { fetch } = auth
    for (const input of [appUrl, new URL(appUrl), new Request(appUrl, { method: "DELETE" })]) await fetch(input)
    assert.deepStrictEqual(sent.map(({ method }) => method), ["GET", "GET", "DELETE"])
    assert.isTrue(sent.every((request) => bearerOf(request) !== undefined))
  })

  it("sends the token to the app and to apiOrigins only", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service)
    await auth.signUp.password(ada).orThrow()
    for (const url of [`${appUrl}/x`, `${apiOrigin}/x`, `${apiOrigin}:443/x`]) assert.isTrue((await auth.fetch(url)).ok)
    assert.lengthOf(sent, 3)
    const others = [
      "https://evil.example/x",
      "https://api.example.com.evil.example/x",
      "https://evil.example/https://api.example.com",
      "http://api.example.com/x",
      "https://api.example.com:8443/x",
      "https://www.api.example.com/x",
      "http://localhost:3001/x",
      "https://localhost:3000/x",
      "https://api.stack-auth.com/api/v1/users/me"
    ]
    for (const url of others) {
      const error = await rejection(auth.fetch(url))
      assert.deepInclude(error, { code: "ORIGIN_NOT_ALLOWED", name: "OriginNotAllowed", origin: new URL(url).origin })
      assert.include((error as Error).message, `${appUrl}, ${apiOrigin}`)
      assert.include((error as Error).message, "apiOrigins")
    }
    for (const url of ["data:text/plain,x", "not a url", "/relative", "https://api.example.com@evil.example/"]) {
      await rejection(auth.fetch(url))
    }
    assert.lengthOf(sent, 3)
  })

  it("auth.fetch: rejects without appUrl and apiOrigins", async () => {
    await using service = await startService()
    const { auth } = makeClient(service, { appUrl: undefined, apiOrigins: undefined })
    assert.include(String(await rejection(auth.fetch(appUrl))), "only to no origin")
  })

  it("sends no token if no user is signed in", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service)
    assert.isTrue((await auth.fetch(appUrl)).ok)
    await auth.signUp.password(ada).orThrow()
    await auth.signOut().orThrow()
    await auth.fetch(appUrl)
    assert.deepStrictEqual(sent.map(bearerOf), [undefined, undefined])
  })

  it("keeps an authorization header of the request", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service, { answer: () => new Response(null, { status: 401 }) })
    await auth.signUp.password(ada).orThrow()
    const response = await auth.fetch(appUrl, { headers: { Authorization: "Basic own" } })
    assert.strictEqual(response.status, 401)
    assert.deepStrictEqual(sent.map((request) => request.headers.get("authorization")), ["Basic own"])
  })

  it("refreshes an old token before the request", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service)
    await auth.signUp.password(ada).orThrow()
    const old = await auth.session.token().orThrow()
    await service.emulator.advanceClock("2 seconds")
    await auth.updateUser({ displayName: "Ada" }).orThrow()
    await auth.fetch(appUrl)
    assert.lengthOf(sent, 1)
    assert.notStrictEqual(bearerOf(sent[0]), old)
  })

  it("sends a token with the user's own changes: the name, the team, the address and the second factor", async () => {
    await using service = await startService({ generation: "2026" })
    const { auth, sent } = makeClient(service)
    const claims = async (): Promise<Record<string, unknown>> => {
      await auth.fetch(appUrl)
      return JSON.parse(atob(bearerOf(sent.at(-1))!.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/")))
    }
    await auth.signUp.password(ada).orThrow()
    assert.deepInclude(await claims(), { name: null, selected_team_id: null, email_verified: false })
    await auth.updateUser({ displayName: "Ada" }).orThrow()
    assert.deepInclude(await claims(), { name: "Ada" })
    const { id } = await auth.teams.create({ displayName: "Bletchley" }).orThrow()
    assert.deepInclude(await claims(), { selected_team_id: id })
    await auth.teams.select(null).orThrow()
    assert.deepInclude(await claims(), { selected_team_id: null })
    const { code } = await service.emulator.waitForMail({ to: ada.email })
    await auth.emails.verify({ code: code! }).orThrow()
    assert.deepInclude(await claims(), { email: ada.email, email_verified: true, requires_totp_mfa: false })
    await enableSecondFactor(auth)
    assert.deepInclude(await claims(), { requires_totp_mfa: true })
  })

  it("refreshes the token and repeats the request once after a 401, with its body", async () => {
    await using service = await startService()
    const bodies: Array<string> = []
    let cancelled = 0
    const { auth, sent } = makeClient(service, {
      answer: async (request) => {
        bodies.push(await request.text())
        if (bodies.length > 1) return new Response("done")
        return new Response(new ReadableStream({ cancel: () => void cancelled++ }), { status: 401 })
      }
    })
    await auth.signUp.password(ada).orThrow()
    await service.emulator.advanceClock("2 seconds")
    const response = await auth.fetch(`${apiOrigin}/orders`, { method: "POST", body: "one order" })
    assert.strictEqual(await response.text(), "done")
    assert.deepStrictEqual(bodies, ["one order", "one order"])
    const [first, second] = sent.map(bearerOf)
    assert.notStrictEqual(first, second)
    assert.strictEqual(second, await auth.session.token().orThrow())
    assert.strictEqual(cancelled, 1)
  })

  it("repeats a streamed body", async () => {
    await using service = await startService()
    const bodies: Array<string> = []
    const { auth } = makeClient(service, {
      answer: async (request) => {
        bodies.push(await request.text())
        return new Response(null, { status: bodies.length === 1 ? 401 : 204 })
      }
    })
    await auth.signUp.password(ada).orThrow()
    await service.emulator.advanceClock("2 seconds")
    // Sound: Node requires `duplex` for a stream, which the DOM's types do not have yet.
    const init: RequestInit = { method: "POST", body: new Blob(["a stream"]).stream(), duplex: "half" } as RequestInit
    assert.strictEqual((await auth.fetch(appUrl, init)).status, 204)
    assert.deepStrictEqual(bodies, ["a stream", "a stream"])
  })

  it("auth.fetch: returns the second 401, or the first if no other token is available", async () => {
    await using service = await startService()
    const { auth, sent } = makeClient(service, { answer: () => new Response("refused", { status: 401 }) })
    await auth.signUp.password(ada).orThrow()
    await service.emulator.advanceClock("2 seconds")
    const twice = await auth.fetch(appUrl)
    assert.deepStrictEqual([twice.status, await twice.text(), sent.length], [401, "refused", 2])
    await service.emulator.signOutEverywhere()
    sent.length = 0
    const once = await auth.fetch(appUrl)
    assert.deepStrictEqual([once.status, await once.text(), sent.length], [401, "refused", 1])
    assert.strictEqual(auth.session.get().status, "signed-out")
  })

  it("rejects with the error of the refresh after a 401, which may be temporary", async () => {
    await using service = await startService()
    const { auth } = makeClient(service, {
      answer: async () => {
        await service.emulator.setFault(Faults.status(503))
        return new Response("refused", { status: 401 })
      }
    })
    await auth.signUp.password(ada).orThrow()
    assert.deepInclude(await rejection(auth.fetch(appUrl)), { code: "SERVICE_UNAVAILABLE", status: 503 })
    assert.deepInclude(auth.session.get(), { status: "signed-in", isStale: true })
  })

  it("rejects like fetch without a network, and with the call's error if no token can be requested", async () => {
    await using service = await startService()
    const offline = new TypeError("fetch failed")
    const { auth } = makeClient(service, { answer: () => Promise.reject(offline) })
    await auth.signUp.password(ada).orThrow()
    assert.strictEqual(await rejection(auth.fetch(appUrl)), offline)
    const { refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    const { auth: other, sent } = makeClient(service, { tokens: { refreshToken } })
    await service.emulator.setFault(Faults.status(503))
    assert.deepInclude(await rejection(other.fetch(appUrl)), { code: "SERVICE_UNAVAILABLE" })
    assert.deepStrictEqual(sent, [])
  })

  it("ends with its signal: before, while the token is requested, and while the request is sent", async () => {
    await using service = await startService()
    const controller = new AbortController()
    const { auth, sent } = makeClient(service, {
      answer: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason))
          controller.abort(new Error("enough"))
        })
    })
    await auth.signUp.password(ada).orThrow()
    assert.strictEqual(await rejection(auth.fetch(appUrl, { signal: AbortSignal.abort("early") })), "early")
    assert.deepStrictEqual(sent, [])
    assert.deepInclude(await rejection(auth.fetch(appUrl, { signal: controller.signal })), { message: "enough" })
    assert.lengthOf(sent, 1)

    const { refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    const other = makeClient(service, { tokens: { refreshToken } })
    const refreshing = new AbortController()
    service.beforeResponse = () => refreshing.abort("while refreshing")
    assert.strictEqual(await rejection(other.auth.fetch(appUrl, { signal: refreshing.signal })), "while refreshing")
    assert.deepStrictEqual(other.sent, [])
  })

  it("uses the host's fetch of the time of the call", async () => {
    await using service = await startService()
    const { fetch: before } = globalThis
    const auth = service.client({ fetch: undefined })
    try {
      globalThis.fetch = () => Promise.resolve(new Response("replaced"))
      assert.strictEqual(await (await auth.fetch(appUrl)).text(), "replaced")
    } finally {
      globalThis.fetch = before
    }
  })
})
