/** `handleCallback` with 10,000 URLs that anyone could link to. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Cookies, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { hostile } from "../navigation/hostile.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { ada, appUrl, email, type PageOptions, type Service, startService, type TestPage } from "./support.ts"

const pages = [
  "sign-in",
  "oauth-callback",
  "magic-link-callback",
  "email-verification",
  "password-reset",
  "team-invitation",
  "cli-auth-confirm",
  "error",
  "mfa"
]

const parameters = [
  "code",
  "login_code",
  "state",
  "iss",
  "error",
  "error_description",
  "errorCode",
  "message",
  "details",
  "after_auth_return_to",
  "tab"
]

const errorCodes = [
  "OAUTH_PROVIDER_ACCESS_DENIED",
  "SIGN_UP_REJECTED",
  "OUTER_OAUTH_TIMEOUT",
  "CALL_555",
  "constructor"
]

const configurations: Readonly<Record<string, PageOptions>> = {
  "the default pages": {},
  "another handler": { urls: { handler: "/auth", afterSignIn: "/home", afterSignUp: "/welcome" } },
  "pages in the root": {
    urls: {
      handler: "/",
      magicLinkCallback: "/in?step=email",
      passwordReset: "/in?step=reset",
      teamInvitation: "/in#join"
    }
  },
  "pages that differ in their query": {
    urls: { oauthCallback: "/", emailVerification: "/?verify", error: "/?failed", magicLinkCallback: "/?in=1" }
  }
}

/** A value of a parameter: a code that works, one that looks like it, an attack, or any text. */
const makeValue = (codes: ReadonlyArray<string>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...codes) },
    {
      weight: 2,
      arbitrary: fc.string({
        unit: fc.constantFrom(..."abcdefghjkmnpqrstvwxyz0123456789"),
        minLength: 45,
        maxLength: 45
      })
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...errorCodes, "{}", "{\"message\":\"555\"}", "null", "[", "", " ", "\u0000")
    },
    { weight: 2, arbitrary: fc.constantFrom(...hostile.map(([url]) => url)) },
    { weight: 2, arbitrary: fc.string({ unit: codePoint, maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(3000), "../".repeat(300), "%2525".repeat(100)) }
  )

/** A parameter, encoded in the usual way or in no valid way. */
const makeParameter = (codes: ReadonlyArray<string>) =>
  fc.tuple(fc.constantFrom(...parameters), makeValue(codes), fc.constantFrom("usual", "raw", "escaped", "invalid")).map(
    ([name, value, encoding]) => {
      switch (encoding) {
        case "usual":
          return new URLSearchParams([[name, value]]).toString()
        case "raw":
          return `${name}=${value}`
        case "escaped":
          return `${name.replace(/./, (c) => `%${c.charCodeAt(0).toString(16)}`)}=${
            new URLSearchParams([["", value]]).toString().slice(1)
          }`
        case "invalid":
          return `${name}=${value}%E0%A4%A%ff%`
      }
    }
  )

/** A real link with more parameters, or any path and query. */
const makeUrl = ({ codes, links }: World, own: ReadonlyArray<string>) =>
  fc.record({
    path: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...links) },
      {
        weight: 6,
        arbitrary: fc.tuple(fc.constantFrom("/handler/", "/auth/", "/"), fc.constantFrom(...pages)).map((parts) =>
          parts.join("")
        )
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          "/in",
          "/",
          "/notes",
          "/HANDLER/Magic-Link-Callback",
          "/handler//oauth-callback/",
          ...own
        )
      },
      { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 10 }).map((text) => `/${text}`) }
    ),
    query: fc.array(makeParameter(codes), { maxLength: 5 }),
    hash: fc.constantFrom("", "", "#top", "#join", "#code=a&state=b", "#//evil.example")
  }).map(({ hash, path, query }) =>
    query.length === 0 ? path + hash : `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}${hash}`
  )

/** What the service and the page have before each URL. */
interface World {
  readonly codes: ReadonlyArray<string>
  /** The links of emails, and the URLs that providers return to. */
  readonly links: ReadonlyArray<string>
  readonly restore: (isSignedOut: boolean) => Promise<void>
}

/** Issues codes of all kinds to a page, and returns to this state for each URL. */
const makeWorld = async ({ emulator }: Service, { auth, context }: TestPage): Promise<World> => {
  await auth.signUp.password(ada).orThrow()
  await auth.password.sendReset({ email }).orThrow()
  const { id: teamId } = await auth.teams.create({ displayName: "Engines" }).orThrow()
  await auth.invitations.send({ teamId, email: "grace@example.com" }).orThrow()
  await auth.signIn.email({ email: "grace@example.com" }).orThrow()
  const responses: Array<URL> = []
  for (const decision of [{ accountId: "x", email: "x@example.com" }, { denied: true }] as const) {
    const url = await auth.signIn.oauthUrl("github").orThrow()
    responses.push(await emulator.run(Emulator.Emulator.use((emulator) => emulator.signInWithProvider(url, decision))))
  }
  const mails = await emulator.inbox()
  const saved = await emulator.run(Emulator.Emulator.use(({ snapshot }) => snapshot))
  const cookies = Context.get(context, Cookies.Cookies)
  const store = Context.get(context, TokenStore.TokenStore)
  const flows = Effect.runSync(cookies.all)
  const tokens = Effect.runSync(store.get)
  return {
    codes: [
      ...mails.flatMap(({ code }) => code ?? []),
      ...responses.flatMap(({ searchParams }) => searchParams.get("code") ?? []),
      ...flows.map(({ name }) => name.replace(/^.*-/, ""))
    ],
    links: [
      ...mails.flatMap(({ link }) => link ?? []),
      ...responses.map(({ href }) => href),
      `${appUrl}/handler/cli-auth-confirm?login_code=abc123def456`
    ],
    restore: async (isSignedOut) => {
      await emulator.run(Emulator.Emulator.use(({ restore }) => restore(saved)))
      Effect.runSync(store.modify(() => isSignedOut ? undefined : tokens))
      for (const { name, value } of flows) Effect.runSync(cookies.set(name, value, { maxAge: 3600 }))
    }
  }
}

/** Returns `true` for the page that removes any response of a provider. */
const isCallbackPage = (url: string) => /oauth-?callback/i.test(url) || new URL(url).pathname === "/"

const temporary = new Set(["USER_AUTHENTICATION_REQUIRED", "NETWORK_FAILURE", "RATE_LIMITED", "SERVICE_UNAVAILABLE"])

describe("handleCallback with any URL", () => {
  for (const generation of Emulator.generations) {
    for (const [name, pageOptions] of Object.entries(configurations)) {
      it(`resolves, and stays on the service and the app: ${name}, a service of ${generation}`, async () => {
        await using service = await startService({ generation })
        const page = service.page(appUrl, pageOptions)
        const world = await makeWorld(service, page)
        const own = Object.values(pageOptions.urls ?? {}).map((url) => String(url).split("#")[0]!)
        const seen = { data: 0, error: 0, null: 0 }
        const check = async (given: string, isSignedOut: boolean) => {
          await world.restore(isSignedOut)
          page.goTo(`${appUrl}/`)
          page.goTo(given)
          const before = page.url()
          service.requests.length = 0
          const { data, error } = await page.auth.handleCallback()
          const after = page.url()
          const what = `${before} → ${after}: ${error?.code ?? JSON.stringify(data)}`
          seen[error ? "error" : data === null ? "null" : "data"]++

          for (const request of service.requests) assert.notInclude(request, "://", what)
          const [from, to] = [new URL(before), new URL(after)]
          assert.deepStrictEqual([to.origin, to.pathname, to.hash], [from.origin, from.pathname, from.hash], what)
          if (error && temporary.has(error.code)) assert.strictEqual(after, before, what)
          // Only URLs with a code cause a request.
          else if (service.requests.length > 0) assert.isFalse(to.searchParams.has("code"), what)
          if (data?.kind === "cli") assert.isFalse(to.searchParams.has("login_code"), what)
          if (data === null && error === null && !isCallbackPage(before)) assert.strictEqual(after, before, what)
          if (error) {
            assert.match(error.code, /^[A-Z_]+$/, what)
            assert.notInclude(error.message, "555", what)
          }
          if (data && "returnTo" in data) {
            assert.match(data.returnTo, /^\/(?![/\\])/, what)
            assert.strictEqual(new URL(data.returnTo, appUrl).origin, appUrl, what)
          }
        }
        await fc.assert(
          fc.asyncProperty(makeUrl(world, own), fc.boolean(), check),
          { seed: 20261125, numRuns: runsOf(1250), verbose: 1 }
        )
        // The URLs reach every kind of result.
        for (const [kind, count] of Object.entries(seen)) assert.isAbove(count, 20, kind)
      })
    }
  }
})
