import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { getSessionCookies } from "latchkey/emulator/testing"
import { forRequest, InvalidOptions, type RequestClient, type RequestClientOptions } from "latchkey/promise"
import { createServerClient } from "latchkey/promise/server"
import { makeJar } from "../support/host.ts"
import { ada, email, enableSecondFactor, rejection, type Service, startService, thrown } from "./support.ts"

const origin = "https://app.example.com"
const { projectId } = Emulator.clientOptions
const project = { config: { domains: [{ domain: origin, handlerPath: "/handler" }], oauthProviders: ["github"] } }

/** A browser, whose requests to the app a function answers. */
const openBrowser = (service: Service, options: RequestClientOptions = {}) => {
  const jar = Effect.runSync(makeJar)
  const visit = async (path: string, answer: (auth: RequestClient) => Promise<Response>): Promise<Response> => {
    const { href } = new URL(path, origin)
    const request = new Request(href, { headers: { cookie: jar.header(href) } })
    await using auth = forRequest(request, { ...Emulator.clientOptions, fetch: service.fetch, ...options })
    const response = await answer(auth)
    for (const line of response.headers.getSetCookie()) jar.receive(href, line)
    return response
  }
  return { jar, visit }
}

/** Answers with the result of a call. */
const json = <A>(call: (auth: RequestClient) => Promise<A>) => async (auth: RequestClient) => {
  const body = await call(auth)
  return auth.respond(JSON.stringify(body))
}

const who = json(async (auth) => (await auth.getUser().orThrow())?.primaryEmail ?? null)

describe.each(Emulator.generations)("forRequest with a service of %s", (generation) => {
  it("signs in and out, with cookies in both directions", async () => {
    await using service = await startService({ generation, project })
    const { jar, visit } = openBrowser(service)
    const signedUp = await visit("/sign-up", json((auth) => auth.signUp.password(ada)))
    assert.deepInclude(await signedUp.json(), { error: null })
    assert.strictEqual(signedUp.headers.get("cache-control"), "no-store")
    assert.includeMembers(Object.keys(jar.values()), [`__Host-stack-refresh-${projectId}--default`, "stack-access"])
    assert.strictEqual(await (await visit("/me", who)).json(), email)

    const signedOut = await visit("/sign-out", json((auth) => auth.signOut()))
    assert.deepInclude(await signedOut.json(), { error: null })
    assert.hasAllKeys(jar.values(), ["latchkey-ended"])
    assert.isNull(await (await visit("/me", who)).json())

    const wrong = json(async (auth) => (await auth.signIn.password({ email, password: "wrong horse" })).error?.code)
    assert.strictEqual(await (await visit("/sign-in", wrong)).json(), "EMAIL_PASSWORD_MISMATCH")
    assert.isNull(await (await visit("/me", who)).json())
  })

  it("signs in with a provider: a redirect, and the callback of the next request", async () => {
    await using service = await startService({ generation, project })
    const { visit } = openBrowser(service, { urls: { afterSignIn: "/dashboard" } })
    const start = await visit("/sign-in", async (auth) => {
      await auth.signIn.oauth("github", { returnTo: "/notes" })
      return auth.respond("not shown")
    })
    assert.strictEqual(start.status, 303)
    assert.strictEqual(await start.text(), "")
    const back = await service.emulator.run(
      Emulator.Emulator.use(({ signInWithProvider }) =>
        signInWithProvider(start.headers.get("location")!, { accountId: "ada-1", email })
      )
    )
    const end = await visit(back.href, json((auth) => auth.handleCallback()))
    const { data } = await end.json()
    assert.deepInclude(data, { kind: "oauth", status: "signed-in", isNewUser: true, returnTo: "/notes" })
    assert.strictEqual(await (await visit("/me", who)).json(), email)
  })
})

describe("forRequest", () => {
  it("forRequest: uses the session in the cookies or the header", async () => {
    await using service = await startService({ project })
    const session = await service.emulator.createSession(await service.emulator.createUser({ primaryEmail: email }))
    const cookies = await getSessionCookies(session, { projectId, url: origin })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
    const { accessToken, refreshToken } = session
    const credentials = [{ cookie }, { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }]
    for (const headers of credentials) {
      for (const request of [new Request(origin, { headers }), { url: origin, headers }]) {
        await using auth = forRequest(request, { ...Emulator.clientOptions, fetch: service.fetch })
        assert.strictEqual(auth.session.get().status, "signed-in")
        assert.strictEqual((await auth.getUser().orThrow())?.primaryEmail, email)
      }
    }
  })

  it("respond: keeps the body, the status and the headers, and adds no cookie without a change", async () => {
    await using service = await startService({ project })
    const { visit } = openBrowser(service)
    const response = await visit("/", async (auth) => {
      await auth.getUser()
      return auth.respond("Hello", { status: 418, headers: { "x-own": "value" } })
    })
    assert.deepStrictEqual([response.status, await response.text()], [418, "Hello"])
    assert.strictEqual(response.headers.get("x-own"), "value")
    assert.deepStrictEqual(response.headers.getSetCookie(), [])
    const empty = await visit("/", async (auth) => auth.respond())
    assert.deepStrictEqual([empty.status, await empty.text()], [200, ""])
  })

  it("keeps the users of concurrent requests apart", async () => {
    await using service = await startService({ project })
    const users = await Promise.all([1, 2, 3].map(() => service.emulator.createUser()))
    const emails = await Promise.all(users.map(async (user) => {
      const { accessToken, refreshToken } = await service.emulator.createSession(user)
      const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
      await using auth = forRequest({ url: origin, headers }, { ...Emulator.clientOptions, fetch: service.fetch })
      return (await auth.getUser().orThrow())?.primaryEmail
    }))
    assert.deepStrictEqual(emails, users.map(({ primaryEmail }) => primaryEmail))
  })

  it("auth.fetch: sends the token to apiOrigins, and to the option origin, but not to the host of the request", async () => {
    await using service = await startService({ project })
    const { accessToken, refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
    const sent: Array<string | null> = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, init).headers.get("authorization"))
      return new Response("OK")
    }
    const options = { ...Emulator.clientOptions, fetch, apiOrigins: ["https://api.example.com"] }
    await using auth = forRequest({ url: "https://spoofed.example/", headers }, options)
    await auth.fetch("https://api.example.com/orders")
    assert.deepStrictEqual(sent, [`Bearer ${accessToken}`])
    assert.deepInclude(await rejection(auth.fetch("https://spoofed.example/")), { code: "ORIGIN_NOT_ALLOWED" })
    await using own = forRequest({ url: "https://spoofed.example/", headers }, { ...options, origin })
    await own.fetch(`${origin}/orders`)
    assert.lengthOf(sent, 2)
  })

  it("a second factor is verified in the same request", async () => {
    await using service = await startService({ project })
    const setup = service.client()
    await setup.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(setup)
    const { visit } = openBrowser(service)
    const signIn = json(async (auth) => {
      const data = await auth.signIn.password(ada).orThrow()
      return data.status === "second-factor" ? (await data.verify(code())).data?.status : undefined
    })
    assert.strictEqual(await (await visit("/sign-in", signIn)).json(), "signed-in")
    assert.strictEqual(await (await visit("/me", who)).json(), email)
  })

  it("a second factor waits for the next request, in a cookie that scripts and subdomains cannot write", async () => {
    await using service = await startService({ project })
    const setup = service.client()
    await setup.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(setup)
    const { jar, visit } = openBrowser(service)
    const name = `__Host-latchkey-mfa-${projectId}`
    const first = await visit("/sign-in", json((auth) => auth.signIn.password(ada)))
    assert.strictEqual((await first.json()).data.status, "second-factor")
    const line = first.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))!
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) assert.include(line, attribute)

    const verify = (text: string) =>
      json(async (auth) => {
        const pending = await auth.signIn.pending().orThrow()
        if (pending === null) return "nothing waits"
        const { data, error } = await pending.verify(text)
        return error?.code ?? data?.status
      })
    assert.strictEqual(await (await visit("/code", verify("000000"))).json(), "INVALID_TOTP_CODE")
    assert.property(jar.values(), name)
    assert.strictEqual(await (await visit("/code", verify(code()))).json(), "signed-in")
    assert.notProperty(jar.values(), name)
    assert.strictEqual(await (await visit("/me", who)).json(), email)
    assert.strictEqual(await (await visit("/code", verify(code()))).json(), "nothing waits")
  })

  it("an email with a code waits for the next request, also on http", async () => {
    await using service = await startService({ project })
    const local = "http://localhost:3000"
    const { jar, visit } = openBrowser(service, { origin: local })
    const send = json(async (auth) => (await auth.signIn.email({ email, callbackUrl: origin })).data?.status)
    assert.strictEqual(await (await visit("/sign-in", send)).json(), "email-sent")
    assert.property(jar.values(), `latchkey-email-code-${projectId}`)
    const { otp } = await service.emulator.waitForMail({ to: email, type: "magic_link" })
    const verify = json(async (auth) => (await (await auth.signIn.pending().orThrow())?.verify(otp))?.data?.status)
    assert.strictEqual(await (await visit("/code", verify)).json(), "signed-in")
    assert.strictEqual(await (await visit("/me", who)).json(), email)
  })

  it("respond: warns of a call that has not ended, since its cookies are lost", async () => {
    await using service = await startService({ project })
    const { visit } = openBrowser(service)
    const warnings: Array<ReadonlyArray<unknown>> = []
    const { warn } = console
    console.warn = (...args) => void warnings.push(args)
    try {
      await visit("/", async (auth) => {
        const call = auth.signUp.password(ada)
        assert.deepStrictEqual(auth.respond("Saved.").headers.getSetCookie(), [])
        assert.include(warnings[0]![0], "respond was called during a call, whose cookies are lost")
        assert.include(String(warnings[0]![1]), "forRequest.test.ts")
        await call
        const response = auth.respond("Saved.")
        assert.isNotEmpty(response.headers.getSetCookie())
        return response
      })
      await using server = createServerClient({ ...Emulator.serverOptions, fetch: service.fetch })
      await using own = server.forRequest(new Request(origin))
      const call = own.getUser()
      own.respond()
      await call
      assert.lengthOf(warnings, 2)
    } finally {
      console.warn = warn
    }
  })

  it("forRequest: keeps one sign-in step, and removes it after another sign-in", async () => {
    await using service = await startService({ project })
    const setup = service.client()
    await setup.signUp.password(ada).orThrow()
    await enableSecondFactor(setup)
    const grace = { email: "grace@example.com", password: "battery staple" }
    await setup.signUp.password(grace).orThrow()
    const { jar, visit } = openBrowser(service)
    const pending = json(async (auth) => (await auth.signIn.pending().orThrow())?.status ?? null)
    await visit("/sign-in", json((auth) => auth.signIn.password(ada)))
    assert.strictEqual(await (await visit("/", pending)).json(), "second-factor")
    const link = { email: "hopper@example.com", callbackUrl: origin }
    await visit("/email", json((auth) => auth.signIn.email(link)))
    assert.strictEqual(await (await visit("/", pending)).json(), "email-sent")
    await visit("/sign-in", json((auth) => auth.signIn.password(grace)))
    assert.isNull(await (await visit("/", pending)).json())
    assert.deepStrictEqual(Object.keys(jar.values()).filter((name) => name.includes("latchkey")), [])
  })

  it("a step's cookie has the prefix __Host- even if only the request's cookies show https", async () => {
    await using service = await startService({ project })
    const url = "http://app.example.com/"
    const headers = { cookie: "__Host-own=1" }
    await using auth = forRequest({ url, headers }, { ...Emulator.clientOptions, fetch: service.fetch })
    await auth.signIn.email({ email, callbackUrl: origin }).orThrow()
    assert.include(auth.respond().headers.getSetCookie().join(), `__Host-latchkey-email-code-${projectId}=`)
  })

  it("forRequest: throws for a value that is no request, instead of returning a signed-out user", async () => {
    // Untyped code can pass any value.
    const others: ReadonlyArray<any> = [
      undefined,
      null,
      {},
      new Headers(),
      Promise.resolve(new Request(origin)),
      origin
    ]
    await using server = createServerClient(Emulator.serverOptions)
    for (const other of others) {
      for (const create of [() => forRequest(other, { projectId }), () => server.forRequest(other)]) {
        const error = thrown(create)
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, "request")
      }
    }
  })

  it("forRequest: requires only the project id", async () => {
    await using auth = forRequest(new Request(origin), { projectId })
    assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
    assert.strictEqual(JSON.parse(JSON.stringify(auth)).projectId, projectId)
  })
})
