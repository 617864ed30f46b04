/** The authentication of a request and the check of a permission, over a handler without both. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { createAuthFromLayer } from "latchkey/fetch"
import {
  Authentication,
  Authorization,
  Principal,
  Sessions,
  TeamMembers,
  Teams,
  type UserPrincipal,
  Users
} from "latchkey/server"
import assert from "node:assert/strict"
import { countTransport } from "./countTransport.ts"
import { measureInTurns, subtract } from "./measure.ts"
import { printCost, printCount, printHeader } from "./report.ts"
import { counts, targets } from "./targets.ts"
import { repeatEffect, repeatPromise } from "./variants.ts"

const { projectId, secretServerKey } = Emulator.serverOptions

/** Creates a member of a team, and the headers of the member's requests. */
export const makeMember = Effect.gen(function*() {
  const { id: userId } = yield* Users.create()
  const { id: team } = yield* Teams.create({ displayName: "Engines" })
  yield* TeamMembers.add({ teamId: team, userId })
  const tokens = yield* Sessions.create({ userId })
  const [refreshToken, accessToken] = [Redacted.value(tokens.refreshToken), Redacted.value(tokens.accessToken!)]
  const refresh = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 })
  return {
    team,
    bearer: { authorization: `Bearer ${accessToken}` },
    cookies: {
      cookie: [
        "theme=dark",
        `__Host-stack-refresh-${projectId}--default=${encodeURIComponent(refresh)}`,
        `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
      ].join("; ")
    }
  }
})

/** Headers that browsers send. */
const common = {
  host: "app.example.com",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
  accept: "application/json",
  "accept-language": "en-US,en;q=0.9",
  "sec-fetch-site": "same-origin"
}

const makeRequest = (headers: Record<string, string>) =>
  new Request("https://app.example.com/orders", { headers: { ...common, ...headers } })

/** Compares handlers that create and answer a web request. */
export const measureAuthentication = async (): Promise<void> => {
  const sent = countTransport(() => true)
  const options = { projectId, secretServerKey, permissionsTimeToLive: "1 hour" } as const
  const runtime = ManagedRuntime.make(
    Authentication.layer(options).pipe(Layer.provideMerge(sent.layer), Layer.provideMerge(Emulator.layer()))
  )
  const { bearer, cookies, team } = await runtime.runPromise(makeMember)
  const answer = (headers: Record<string, string>) =>
    Effect.suspend(() =>
      Effect.flatMap(Authentication.authenticate(makeRequest(headers)), ({ headers, principal }) =>
        Effect.as(
          Effect.provideService(Authorization.require({ team, permission: "$read_members" }), Principal, principal),
          new Response("Hello", { headers })
        ))
    )
  const bare = (headers: Record<string, string>) =>
    Effect.sync(() => {
      makeRequest(headers)
      return new Response("Hello")
    })
  const auth = createAuthFromLayer(Layer.succeedContext(await runtime.context()))
  const protectedHandler = auth.protect(async (_request, { require }) => {
    await require({ team, permission: "$read_members" })
    return new Response("Hello")
  })
  const bareHandler = async (_request: Request) => new Response("Hello")
  const { principal } = await runtime.runPromise(Authentication.authenticate(makeRequest(bearer)))
  // Sound: the principal is the session's user. Without the sign-up's time, the token is no proof, and the cache is asked.
  const known = {
    ...principal,
    claims: { ...(principal as UserPrincipal).claims, signedUpAt: undefined }
  } as UserPrincipal
  const recent = Effect.provideService(Authorization.requireRecent({ within: "1 hour" }), Principal, known)
  const variants = {
    nothing: repeatEffect(runtime, Effect.void),
    recent: repeatEffect(runtime, recent),
    bareBearer: repeatEffect(runtime, bare(bearer)),
    bearer: repeatEffect(runtime, answer(bearer)),
    bareCookies: repeatEffect(runtime, bare(cookies)),
    cookies: repeatEffect(runtime, answer(cookies)),
    bareHandler: repeatPromise(() => bareHandler(makeRequest(bearer))),
    protect: repeatPromise(() => protectedHandler(makeRequest(bearer))),
    protectCookies: repeatPromise(() => protectedHandler(makeRequest(cookies)))
  }
  for (const headers of [bearer, cookies]) {
    assert.strictEqual((await protectedHandler(makeRequest(headers))).status, 200)
  }
  await variants.bearer(1)
  await variants.recent(1)
  assert.ok(sent.count > 0, "the first check of a permission sends a request")
  const before = sent.count
  const costs = await measureInTurns(variants, { rounds: 60, calls: 500 })
  printHeader("authenticate and a permission, over a bare handler", "processor", "wall")
  printCost("access token in Authorization", subtract(costs.bearer, costs.bareBearer), targets.authenticate)
  printCost("session in cookies", subtract(costs.cookies, costs.bareCookies), targets.authenticate)
  printCost("protect of latchkey/fetch, access token", subtract(costs.protect, costs.bareHandler), targets.authenticate)
  printCost(
    "protect of latchkey/fetch, cookies",
    subtract(costs.protectCookies, costs.bareHandler),
    targets.authenticate
  )
  printCost("requireRecent, session known", subtract(costs.recent, costs.nothing), targets.requireRecent)
  printCount("requests to the service", sent.count - before, counts.requestsOfAuthentication)
  await auth.dispose()
  await runtime.dispose()
}
