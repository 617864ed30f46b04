import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { fromFetch, RetryPolicy, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createAuthFromLayer } from "latchkey/fetch"
import type { AuthClient, AuthClientOptions } from "latchkey/promise"
import { Authentication } from "latchkey/server"
import { projectId } from "../emulator/support.ts"
import { makeClockAhead } from "../support/clockAhead.ts"
import {
  ada,
  appUrl,
  email,
  enableSecondFactor,
  flush,
  password,
  rejection,
  type Service,
  startService,
  until
} from "./support.ts"

const { secretServerKey } = Emulator.adminOptions

/** How far the clocks of the service and the app's server are ahead, in milliseconds. */
const sixMinutes = 360_000

/** An app whose server requires a sign-in within five minutes, and a client whose user signed in earlier. */
const startApp = async (
  service: Service,
  { change = (response) => response, factor, ...options }: AuthClientOptions & {
    readonly factor?: "second"
    readonly change?: (response: Response) => Response | Promise<Response>
  } = {}
) => {
  let ahead = 0
  const layer = Authentication.layer({ projectId, secretServerKey: secretServerKey! }).pipe(
    Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
    Layer.provide(Layer.succeed(Transport, fromFetch(service.fetch))),
    Layer.provideMerge(Layer.succeed(Clock.Clock, makeClockAhead(() => ahead)))
  )
  const server = createAuthFromLayer(layer)
  const payOut = server.protect(async (request, { requireRecent, userId }) => {
    await requireRecent({ within: "5 minutes", factor })
    return Response.json({ userId, body: await request.text() })
  })
  const sent: Array<Request> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(appUrl)) return service.fetch(request)
    sent.push(request.clone())
    return change(await payOut(request))
  }
  return {
    auth: service.client({ ...options, fetch }),
    sent,
    wait: async () => {
      await service.emulator.advanceClock(sixMinutes)
      ahead += sixMinutes
    },
    [Symbol.asyncDispose]: server.dispose
  }
}

const pay = (auth: AuthClient) => auth.fetch(`${appUrl}/payouts`, { method: "POST", body: "100" })

/** Answers each challenge with a password, and counts them. */
const answerWith = (auth: AuthClient, credentials: { readonly password: string } = { password }) => {
  const asked: Array<unknown> = []
  auth.session.reverify.onChallenge(async (challenge) => {
    asked.push(challenge)
    const { data } = await auth.session.reverify.password(credentials)
    return data?.status === "signed-in"
  })
  return asked
}

const codeOf = async (response: Response) => [response.status, (await response.json()).code]

/** Starts an app whose user signed in six minutes ago. */
const startOldSession = async (service: Service, options: Parameters<typeof startApp>[1] = {}) => {
  const app = await startApp(service, options)
  await app.auth.signUp.password(ada).orThrow()
  const before = await app.auth.session.claims().orThrow()
  await app.wait()
  return { ...app, before: before! }
}

describe("auth.fetch with a server that requires a recent sign-in", () => {
  it("asks the user to sign in again, and repeats the request once with its body", async () => {
    await using service = await startService()
    await using app = await startOldSession(service)
    const { auth, before, sent } = app
    const asked = answerWith(auth)
    const response = await pay(auth)
    assert.deepStrictEqual([response.status, await response.json()], [200, { body: "100", userId: before.userId }])
    assert.deepStrictEqual(asked, [{ maxAge: 300, factor: undefined }])
    assert.lengthOf(sent, 2)
    assert.strictEqual((await pay(auth)).status, 200)
    assert.lengthOf(asked, 1)
    const sessions = await auth.sessions.list().orThrow()
    assert.deepStrictEqual(sessions.map(({ id }) => id === before.sessionId), [false])
  })

  it("shares one question between concurrent requests, and asks none that arrives after it", async () => {
    await using service = await startService()
    await using app = await startOldSession(service)
    const asked = answerWith(app.auth)
    const responses = await Promise.all(Array.from({ length: 5 }, () => pay(app.auth)))
    assert.deepStrictEqual(responses.map(({ status }) => status), [200, 200, 200, 200, 200])
    assert.lengthOf(asked, 1)
  })

  it("returns the response if the user cancels, if the listener fails, and without a listener", async () => {
    await using service = await startService()
    await using app = await startOldSession(service)
    const { auth, sent } = app
    const { onChallenge } = auth.session.reverify
    assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
    let calls = 0
    const stop = onChallenge(() => {
      calls++
      return false
    })
    assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
    stop()
    // Sound: untyped code may return anything.
    const stopTruthy = onChallenge(() => "yes" as never)
    assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
    stopTruthy()
    const reported: Array<unknown> = []
    const reportError = globalThis.reportError
    globalThis.reportError = (error) => void reported.push(error)
    try {
      const failure = new Error("No dialog")
      const stopFailing = onChallenge(() => Promise.reject(failure))
      assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
      assert.deepStrictEqual(reported, [failure])
      stopFailing()
    } finally {
      globalThis.reportError = reportError
    }
    await flush()
    assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
    assert.strictEqual(calls, 1)
    assert.lengthOf(sent, 5)
  })

  it("reads the challenge from the body if the page cannot read the header", async () => {
    await using service = await startService()
    await using app = await startOldSession(service, {
      change: async (response) => {
        const headers = new Headers(response.headers)
        headers.delete("www-authenticate")
        return new Response(await response.text(), { status: response.status, headers })
      }
    })
    const asked = answerWith(app.auth)
    assert.strictEqual((await pay(app.auth)).status, 200)
    assert.deepStrictEqual(asked, [{ maxAge: 300, factor: undefined }])
  })

  it("asks nothing for another origin, to which the server has redirected", async () => {
    await using service = await startService()
    await using app = await startOldSession(service, {
      change: (response) => Object.defineProperty(response, "url", { value: "https://evil.example/" })
    })
    const asked = answerWith(app.auth)
    assert.strictEqual((await pay(app.auth)).status, 401)
    assert.deepStrictEqual([asked, app.sent.length], [[], 1])
  })

  it("asks once if the server refuses the new sign-in, too", async () => {
    await using service = await startService()
    const challenge = "Bearer error=\"insufficient_user_authentication\", max_age=\"0\""
    await using app = await startOldSession(service, {
      change: () => new Response("no", { status: 401, headers: { "www-authenticate": challenge } })
    })
    const asked = answerWith(app.auth)
    const response = await pay(app.auth)
    assert.deepStrictEqual([response.status, await response.text()], [401, "no"])
    assert.deepStrictEqual([asked, app.sent.length], [[{ maxAge: 0, factor: undefined }], 2])
  })

  it("does not repeat the request for another user who has signed in since", async () => {
    await using service = await startService()
    await service.emulator.createUser({ primaryEmail: "eve@example.com", password })
    await using app = await startOldSession(service)
    const { auth, sent } = app
    auth.session.reverify.onChallenge(async () => {
      await auth.signIn.password({ email: "eve@example.com", password }).orThrow()
      return true
    })
    assert.deepStrictEqual(await codeOf(await pay(auth)), [401, "RecentSignInRequired"])
    assert.lengthOf(sent, 1)
  })

  it("asks for the second factor that the server requires", async () => {
    await using service = await startService()
    await using app = await startApp(service, { factor: "second" })
    const { auth } = app
    await auth.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(auth)
    await app.wait()
    const asked: Array<unknown> = []
    auth.session.reverify.onChallenge(async (challenge) => {
      asked.push(challenge)
      const outcome = await auth.session.reverify.password({ password }).orThrow()
      if (outcome.status !== "second-factor") return false
      assert.strictEqual((await outcome.verify("000000")).error?.code, "INVALID_TOTP_CODE")
      return (await outcome.verify(code(sixMinutes))).data?.status === "signed-in"
    })
    assert.strictEqual((await pay(auth)).status, 200)
    assert.deepStrictEqual(asked, [{ maxAge: 300, factor: "second" }])
  })
})

describe("auth.session.reverify", () => {
  for (
    const [name, reverify] of [
      ["a password", (auth) => auth.session.reverify.password({ password }).orThrow()],
      ["an emailed code", async (auth, service) => {
        const sent = await auth.session.reverify.email().orThrow()
        const { otp } = await service.emulator.waitForMail({ to: email })
        return sent.verify(otp!).orThrow()
      }],
      ["a second factor", async (auth) => {
        const code = await enableSecondFactor(auth)
        const outcome = await auth.session.reverify.password({ password }).orThrow()
        return outcome.status === "second-factor" ? outcome.verify(code()).orThrow() : outcome
      }]
    ] satisfies ReadonlyArray<[string, (auth: AuthClient, service: Service) => Promise<unknown>]>
  ) {
    it(`keeps cached values while ${name} replaces the session`, async () => {
      await using service = await startService({ project: { config: { magicLinkEnabled: true } } })
      await service.emulator.createUser({
        primaryEmail: email,
        primaryEmailVerified: true,
        password,
        otpAuthEnabled: true
      })
      const { auth } = service.page(`${appUrl}/billing`)
      await auth.signIn.password(ada).orThrow()
      const states: Array<string> = []
      auth.user.subscribe(({ status }) => states.push(status))
      await until(() => states.at(-1) === "ready")
      states.length = 0
      assert.deepStrictEqual(await reverify(auth, service), { status: "signed-in" })
      await flush()
      assert.notInclude(states, "loading")
    })
  }

  it("names the methods of the user, and refuses the others", async () => {
    await using service = await startService()
    const auth = service.client()
    assert.strictEqual((await auth.session.reverify.methods()).error?.code, "USER_NOT_SIGNED_IN")
    await auth.signUp.password(ada).orThrow()
    assert.deepStrictEqual(await auth.session.reverify.methods().orThrow(), {
      password: true,
      email: false,
      passkey: false,
      providers: []
    })
    const refused = [
      await auth.session.reverify.email(),
      await auth.session.reverify.passkey(),
      await auth.session.reverify.oauth("github")
    ]
    assert.deepStrictEqual(refused.map(({ error }) => error?.code), Array(3).fill("METHOD_NOT_AVAILABLE"))
    assert.strictEqual((await auth.session.reverify.password({ password: "x" })).error?.code, "EMAIL_PASSWORD_MISMATCH")
    // Sound: untyped code misspells it.
    const misspelled = { pasword: password } as never
    assert.include(String(await rejection(auth.session.reverify.password(misspelled))), "pasword")
  })

  it("sends a code to the user's address", async () => {
    await using service = await startService({ project: { config: { magicLinkEnabled: true } } })
    await service.emulator.createUser({
      primaryEmail: email,
      primaryEmailVerified: true,
      password,
      otpAuthEnabled: true
    })
    const { auth } = service.page(`${appUrl}/billing`)
    await auth.signIn.password(ada).orThrow()
    const sent = await auth.session.reverify.email().orThrow()
    assert.strictEqual(sent.email, email)
    assert.strictEqual((await sent.verify("ZZZZZZ")).error?.code, "VERIFICATION_CODE_NOT_FOUND")
    const { otp } = await service.emulator.waitForMail({ to: email })
    assert.deepStrictEqual(await sent.verify(otp!).orThrow(), { status: "signed-in" })
  })

  it("requires a recent sign-in of an action without a server", async () => {
    await using service = await startService()
    const { session, signUp } = service.client()
    const { requireRecent } = session.reverify
    assert.deepInclude((await requireRecent({ within: "1 hour" })).error, {
      code: "RECENT_SIGN_IN_REQUIRED",
      maxAge: 3600
    })
    await signUp.password(ada).orThrow()
    assert.isNull((await requireRecent({ within: "1 hour" })).error)
    assert.include(String(await rejection(requireRecent({ within: 300 }))), "within must be a duration")
    // Sound: untyped code misspells it.
    assert.include(String(await rejection(requireRecent({ maxAge: 300 } as never))), "maxAge")
  })

  for (
    const [name, account, expected] of [
      ["ends on the page that started it", { accountId: "ada-1", email }, {
        kind: "reverification",
        status: "signed-in"
      }],
      ["refuses another account", { accountId: "eve-1", email: "eve@example.com" }, "REVERIFICATION_REFUSED"]
    ] as const
  ) {
    it(`a provider: ${name}`, async () => {
      await using service = await startService({ project: { config: { oauthProviders: ["github"] } } })
      const start = service.page(`${appUrl}/handler/sign-in`)
      const follow = (url: string, account: { readonly accountId: string; readonly email: string }) =>
        service.emulator.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.signInWithProvider(url, account)))
      await start.auth.signIn.oauth("github").orThrow()
      start.goTo(String(await follow(start.left[0]!, { accountId: "ada-1", email })))
      await start.auth.handleCallback().orThrow()
      const page = service.page(`${appUrl}/billing?plan=pro`, { after: start })
      const before = await page.auth.session.claims().orThrow()
      await page.auth.session.reverify.oauth("github").orThrow()
      const answer = String(await follow(page.left[0]!, account))
      const loaded = service.page(answer, { after: page })
      const { data, error } = await loaded.auth.handleCallback()
      assert.deepStrictEqual(data ?? error?.code, expected)
      assert.strictEqual(loaded.url(), `${appUrl}/billing?plan=pro`)
      const after = await loaded.auth.session.claims().orThrow()
      assert.strictEqual(after!.userId, before!.userId)
      assert.strictEqual(after!.sessionId === before!.sessionId, typeof expected === "string")
    })
  }
})
