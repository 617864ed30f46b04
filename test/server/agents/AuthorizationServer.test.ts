import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Emulator, Faults } from "latchkey/emulator"
import { type AuthorizationServerOptions, InvalidOptions } from "latchkey/mcp"
import { ApiKeys, Redacted, Users } from "latchkey/server"
import { make } from "../../../src/server/agents/AuthorizationServer.ts"
import { type ConsentStore, ConsentStoreUnavailable, makeMemory } from "../../../src/server/agents/ConsentStore.ts"
import * as agentKey from "../../../src/wire/agentKey.ts"
import { bearer, cookie, flush, makeSession, makeSessionOf, origin, setup } from "../authenticationSupport.ts"
import {
  authorizeParams,
  bodyOf,
  clientId,
  document,
  encode,
  localRedirectUri,
  locationOf,
  makeServer,
  options,
  otherResource,
  type Params,
  redirectUri,
  resource,
  respondWith,
  send,
  toChallenge,
  tokenParams,
  verifier
} from "./support.ts"

const { layer, paths, requests } = setup({ origin })

const test = <E>(title: string, effect: Effect.Effect<void, E, Layer.Success<typeof layer> | Scope.Scope>) =>
  it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

const expired = "AGENT_REQUEST_EXPIRED"

/** Returns the keys of a user that are not revoked. */
const keysOf = (userId: string) =>
  Effect.map(ApiKeys.list({ userId }), (keys) => keys.filter((key) => key.manuallyRevokedAt === undefined))

describe("the metadata", () => {
  test(
    "names the endpoints, PKCE and the issuer parameter, and every page may read it",
    Effect.gen(function*() {
      const { routes } = yield* makeServer()
      const response = yield* send(routes, "GET", "/.well-known/oauth-authorization-server")
      assert.deepStrictEqual(bodyOf(response), {
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        revocation_endpoint: `${origin}/oauth/revoke`,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        scopes_supported: ["notes:read", "notes:write"]
      })
      assert.strictEqual(response.headers["access-control-allow-origin"], "*")
      const off = yield* makeServer({ clientIdDocuments: false, scopes: {}, path: "/agents/oauth" })
      const metadata = bodyOf(yield* send(off.routes, "GET", "/.well-known/oauth-authorization-server"))
      assert.notProperty(metadata, "client_id_metadata_document_supported")
      assert.notProperty(metadata, "scopes_supported")
      assert.strictEqual(metadata["token_endpoint"], `${origin}/agents/oauth/token`)
    })
  )

  test(
    "preflights succeed for metadata, token and revocation, and never for consent and authorize",
    Effect.gen(function*() {
      const { routes } = yield* makeServer()
      for (
        const [path, isOpen] of [
          ["/.well-known/oauth-authorization-server", true],
          ["/oauth/token", true],
          ["/oauth/revoke", true],
          ["/oauth/consent", false],
          ["/oauth/authorize", false]
        ] as const
      ) {
        const { headers, status } = yield* send(routes, "OPTIONS", path, { origin: "https://evil.example" })
        assert.strictEqual(status, isOpen ? 204 : 405, path)
        assert.strictEqual(headers["access-control-allow-origin"], isOpen ? "*" : undefined, path)
        assert.strictEqual((yield* send(routes, "DELETE", path)).status, 405, path)
      }
    })
  )
})

describe("the authorization endpoint", () => {
  test(
    "redirects a valid request to the consent page",
    Effect.gen(function*() {
      const { authorize } = yield* makeServer()
      const response = yield* authorize()
      assert.strictEqual(response.status, 302)
      assert.match(
        response.headers["location"]!,
        /^https:\/\/app\.example\.com\/handler\/agent-consent\?request=[\w-]{43}$/
      )
      assert.strictEqual(response.headers["cache-control"], "no-store")
      const other = yield* makeServer({ consentUrl: "/connect?lang=en" })
      assert.match(locationOf(yield* other.authorize()).href, /\/connect\?lang=en&request=[\w-]{43}$/)
    })
  )

  test(
    "never redirects to a client or a URI that is not registered",
    Effect.gen(function*() {
      const { authorize } = yield* makeServer()
      for (
        const params of [
          { client_id: undefined },
          { client_id: "" },
          { client_id: "other" },
          { client_id: "https://127.0.0.1/client" },
          { client_id: [clientId, clientId] },
          { client_id: [clientId, "cli"] },
          { redirect_uri: undefined },
          { redirect_uri: "https://evil.example/callback" },
          { redirect_uri: `${redirectUri}/` },
          { redirect_uri: [redirectUri, redirectUri] },
          { redirect_uri: [redirectUri, "https://evil.example"] },
          { redirect_uri: "javascript:alert(1)" },
          // The URI of another client.
          { client_id: "cli", redirect_uri: redirectUri },
          { state: "a".repeat(2001) },
          { state: "a".repeat(17_000) }
        ]
      ) {
        const { body, headers, status } = yield* authorize(params)
        assert.strictEqual(status, 400, encode(params))
        assert.notProperty(headers, "location")
        assert.include(headers["content-type"], "text/plain")
        assert.notInclude(body, "evil")
      }
    })
  )

  test(
    "shows other errors of a client with a document, and redirects those of the app's clients",
    Effect.gen(function*() {
      let writes = 0
      const memory = makeMemory()
      const store: ConsentStore = { ...memory, set: (...args) => Effect.suspend(() => (writes++, memory.set(...args))) }
      const { authorize } = yield* makeServer({ store })
      for (
        const [params, error] of [
          [{ response_type: undefined }, "invalid_request"],
          [{ response_type: "token" }, "unsupported_response_type"],
          [{ response_type: "code token" }, "unsupported_response_type"],
          [{ response_type: ["code", "code"] }, "invalid_request"],
          [{ response_mode: "fragment" }, "invalid_request"],
          [{ code_challenge: undefined }, "invalid_request"],
          [{ code_challenge: "short" }, "invalid_request"],
          [{ code_challenge: [toChallenge("a"), toChallenge("b")] }, "invalid_request"],
          // Without a method, the challenge is the verifier itself.
          [{ code_challenge_method: undefined }, "invalid_request"],
          [{ code_challenge_method: "plain" }, "invalid_request"],
          [{ code_challenge_method: "s256" }, "invalid_request"],
          [{ resource: "https://evil.example/mcp" }, "invalid_target"],
          [{ resource: `${resource}/other` }, "invalid_target"],
          [{ resource: `${resource}?a=b` }, "invalid_target"],
          [{ resource: "mcp" }, "invalid_target"],
          [{ resource: [resource, resource] }, "invalid_target"],
          [{ scope: ["notes:read", "notes:write"] }, "invalid_request"]
        ] as const
      ) {
        const name = encode(params)
        const shown = yield* authorize(params)
        assert.strictEqual(shown.status, 400, name)
        assert.notProperty(shown.headers, "location", name)
        const own = "com.example.notes:/done"
        const response = yield* authorize({ ...params, client_id: "cli", redirect_uri: own })
        const { href, searchParams } = locationOf(response)
        const { error_description: description, ...rest } = Object.fromEntries(searchParams)
        assert.strictEqual(response.status, 302, name)
        assert.isTrue(href.startsWith(`${own}?`), name)
        assert.deepStrictEqual(rest, { error, state: authorizeParams.state, iss: origin }, name)
        assert.include(shown.body, description, name)
        assert.match(description!, /^[a-z][\w -]{10,}$/i, name)
      }
      const repeated = { client_id: "cli", redirect_uri: "com.example.notes:/done", state: ["a", "b"] }
      assert.deepStrictEqual(
        Object.fromEntries(locationOf(yield* authorize(repeated)).searchParams),
        { error: "invalid_request", error_description: "a parameter occurs more than once", iss: origin }
      )
      assert.strictEqual(writes, 0)
    })
  )

  test(
    "names an unknown scope to the app's clients, and the known ones on the page",
    Effect.gen(function*() {
      const { authorize } = yield* makeServer()
      const unnamed = "scope has a name that this server does not know"
      for (
        const [scope, description] of [
          ["admin", "this server does not know the scope admin"],
          ["notes:read notes:delete other", "this server does not know the scope notes:delete"],
          ["__proto__", "this server does not know the scope __proto__"],
          // Characters that a description must not have (RFC 6749 § 4.1.2.1).
          ["a\"b", unnamed],
          ["a\\b", unnamed],
          ["\u202eb", unnamed],
          ["a".repeat(101), unnamed]
        ] as const
      ) {
        const redirect = yield* authorize({ scope, client_id: "cli", redirect_uri: "com.example.notes:/done" })
        assert.deepStrictEqual(
          Object.fromEntries(locationOf(redirect).searchParams),
          { error: "invalid_scope", error_description: description, state: authorizeParams.state, iss: origin }
        )
        const { body, headers, status } = yield* authorize({ scope })
        assert.strictEqual(status, 400)
        assert.notProperty(headers, "location")
        assert.include(body, "The scopes are: notes:read, notes:write.")
        assert.notInclude(body, scope)
      }
      const none = yield* makeServer({ scopes: undefined })
      assert.include((yield* none.authorize({ scope: "admin" })).body, "The scopes are: none.")
    })
  )

  test(
    "while the project does not allow API keys for users, no request gets to the consent page",
    Effect.gen(function*() {
      const { configure } = yield* Emulator.Emulator
      const { authorize } = yield* makeServer()
      yield* configure({ allowUserApiKeys: false })
      const logs: Array<readonly [level: string, message: unknown]> = []
      const logger = Logger.make(({ logLevel, message }) => logs.push([logLevel, message]))
      const ask = (params: Params = {}) => Effect.provide(authorize(params), Logger.layer([logger]))
      const shown = yield* ask()
      assert.strictEqual(shown.status, 503)
      assert.notProperty(shown.headers, "location")
      assert.include(shown.body, "allowUserApiKeys")
      assert.deepStrictEqual(logs.map(([level]) => level), ["Warn"])
      assert.include(String(logs[0]![1]), "allowUserApiKeys")
      const redirected = yield* ask({ client_id: "cli", redirect_uri: "com.example.notes:/done" })
      const { error, error_description: description } = Object.fromEntries(locationOf(redirected).searchParams)
      assert.strictEqual(error, "server_error")
      assert.strictEqual(
        description,
        "the project does not allow API keys for users: turn on its setting allowUserApiKeys"
      )
      yield* configure({ allowUserApiKeys: true })
      assert.strictEqual((yield* ask()).status, 302)
    })
  )

  test(
    "reads the project's settings until it allows API keys, once for concurrent requests, and never for an invalid one",
    Effect.gen(function*() {
      const { configure, setFault } = yield* Emulator.Emulator
      const { authorize } = yield* makeServer()
      const reads = () => paths().filter((path) => path === "GET /projects/current").length
      requests.length = 0
      yield* authorize({ response_type: "token" })
      assert.strictEqual(reads(), 0)
      yield* configure({ allowUserApiKeys: false })
      yield* setFault(Faults.slow("1 second"))
      const both = yield* Effect.forkChild(Effect.all([authorize(), authorize()], { concurrency: "unbounded" }))
      yield* flush
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* Fiber.join(both)).map(({ status }) => status), [503, 503])
      assert.strictEqual(reads(), 1)
      yield* setFault(undefined)
      yield* configure({ allowUserApiKeys: true })
      yield* authorize()
      yield* authorize()
      assert.strictEqual(reads(), 2)
    })
  )

  test(
    "redirects to the consent page if the project's settings cannot be read",
    Effect.gen(function*() {
      const { configure, setFault } = yield* Emulator.Emulator
      const { authorize } = yield* makeServer()
      yield* configure({ allowUserApiKeys: false })
      yield* setFault(Faults.offline)
      assert.strictEqual((yield* authorize()).status, 302)
      yield* setFault(undefined)
      assert.strictEqual((yield* authorize()).status, 503)
      yield* setFault(Faults.slow("Infinity"))
      const fiber = yield* Effect.forkChild(authorize())
      yield* flush
      yield* TestClock.adjust(4999)
      yield* flush
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      yield* flush
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual((yield* Fiber.join(fiber)).status, 302)
    })
  )

  test(
    "shows a page with 503 while too many documents of clients are being fetched, and redirects afterwards",
    Effect.gen(function*() {
      let respond = () => {}
      const { authorize } = yield* makeServer({
        fetch: (url) =>
          new Promise((resolve) => {
            respond = () => resolve(respondWith({ ...document, client_id: url }))
          })
      })
      for (let index = 0; index < 32; index++) {
        yield* Effect.forkChild(authorize({ client_id: `https://claude.example/${index}.json` }))
      }
      yield* flush
      const refused = yield* Effect.forkChild(authorize())
      yield* flush
      assert.isDefined(refused.pollUnsafe())
      const { headers, status } = yield* Fiber.join(refused)
      assert.strictEqual(status, 503)
      assert.notProperty(headers, "location")
      respond()
      yield* flush
      const fiber = yield* Effect.forkChild(authorize())
      yield* flush
      respond()
      assert.strictEqual((yield* Fiber.join(fiber)).status, 302)
    })
  )

  test(
    "a missing resource is the first one, a root has two forms, and missing scopes are all",
    Effect.gen(function*() {
      const { readConsent, requestId } = yield* makeServer({ resources: [resource, origin] })
      const session = bearer(yield* makeSession())
      const read = (params: object) =>
        Effect.flatMap(requestId({ ...params }), (id) => Effect.map(readConsent(id, session), bodyOf))
      for (const scope of [undefined, "", " "]) {
        const { resource: found, scopes } = yield* read({ resource: undefined, scope })
        assert.strictEqual(found, resource)
        assert.deepStrictEqual(scopes, [
          { name: "notes:read", description: "Read your notes" },
          { name: "notes:write", description: "Change your notes" }
        ])
      }
      assert.strictEqual((yield* read({ resource: `${origin}/` }))["resource"], origin)
      assert.deepStrictEqual((yield* read({ scope: "notes:write  notes:write" }))["scopes"], [
        { name: "notes:write", description: "Change your notes" }
      ])
    })
  )
})

describe("the consent endpoint", () => {
  test(
    "describes the request, and vouches only for hosts that are proven",
    Effect.gen(function*() {
      const { readConsent, requestId } = yield* makeServer()
      const session = bearer(yield* makeSession())
      const read = (params: object) =>
        Effect.flatMap(requestId({ ...params }), (id) => Effect.map(readConsent(id, session), bodyOf))
      const { confirm, ...body } = yield* read({ scope: "notes:read" })
      assert.match(confirm, /^[\w-]{43}$/)
      assert.deepStrictEqual(body, {
        client: { name: "Claude", host: "claude.example", isVerified: true },
        redirect_host: "claude.example",
        is_on_device: false,
        resource,
        scopes: [{ name: "notes:read", description: "Read your notes" }],
        key_expires_at_millis: Duration.toMillis(Duration.days(90))
      })
      const rows = [
        [{ redirect_uri: localRedirectUri }, "claude.example", false, "localhost"],
        [{ client_id: "cli", redirect_uri: "http://localhost:9000/callback" }, null, true, "localhost"],
        [{ client_id: "cli", redirect_uri: "com.example.notes:/done" }, null, true, "com.example.notes"]
      ] as const
      for (const [params, host, isVerified, redirectHost] of rows) {
        const { client, is_on_device, redirect_host } = yield* read(params)
        assert.deepStrictEqual([client.host, client.isVerified, redirect_host], [host, isVerified, redirectHost])
        assert.isTrue(is_on_device)
      }
    })
  )

  test(
    "refuses requests without an Authorization header of a user, and pages of other origins",
    Effect.gen(function*() {
      const { approve, decide, readConsent, requestId, token } = yield* makeServer()
      const { code } = yield* approve()
      const agent = bodyOf(yield* token({ code }))["access_token"] as string
      const session = yield* makeSession()
      const key = yield* ApiKeys.create({ userId: session.userId, description: "personal" })
      const guest = yield* makeSessionOf((yield* Users.create({ isAnonymous: true })).id)
      const request = yield* requestId()
      const { confirm } = bodyOf(yield* readConsent(request, bearer(session)))
      const rows = [
        [{}, 401],
        [cookie(session), 401],
        [{ ...cookie(session), origin }, 401],
        [{ "x-stack-access-token": session.accessToken }, 401],
        [{ "x-stack-auth": JSON.stringify({ accessToken: session.accessToken }) }, 401],
        [{ authorization: "Bearer" }, 401],
        [{ authorization: `Bearer ${session.accessToken.slice(0, -4)}AAAA` }, 401],
        [bearer(guest), 401],
        [{ authorization: `Bearer ${Redacted.value(key.value)}` }, 401],
        [{ "x-api-key": Redacted.value(key.value) }, 401],
        [{ authorization: `Bearer ${agent}` }, 401],
        [{ ...bearer(session), origin: "https://evil.example" }, 403],
        [{ ...bearer(session), origin: "null" }, 403],
        [{ ...bearer(session), "sec-fetch-site": "cross-site" }, 403],
        [{ ...bearer(session), "sec-fetch-site": "same-site" }, 403]
      ] as const
      for (const [headers, status] of rows) {
        const name = JSON.stringify(headers)
        const read = yield* readConsent(request, headers)
        assert.strictEqual(read.status, status, name)
        assert.notInclude(read.body, "Claude")
        assert.strictEqual((yield* decide(headers, { request, confirm })).status, status, name)
      }
      const own = { ...bearer(session), ...cookie(yield* makeSession("Bob")), origin, "sec-fetch-site": "same-origin" }
      assert.strictEqual((yield* readConsent(request, own)).status, 200)
      assert.strictEqual((yield* decide(own, { request, confirm })).status, 200)
    })
  )

  test(
    "a request ends after 10 minutes, and after one decision",
    Effect.gen(function*() {
      const { approve, decide, readConsent, requestId } = yield* makeServer()
      const first = yield* approve()
      const headers = bearer(first.session)
      for (
        const response of [
          yield* readConsent(first.request, headers),
          yield* decide(headers, first),
          yield* decide(headers, { ...first, decision: "deny" }),
          yield* readConsent("unknown", headers),
          yield* readConsent("", headers)
        ]
      ) assert.deepStrictEqual([response.status, bodyOf(response)["code"]], [404, expired])
      const request = yield* requestId()
      yield* TestClock.adjust("599 seconds")
      const session = bearer(yield* makeSession("Bob"))
      assert.strictEqual((yield* readConsent(request, session)).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* readConsent(request, session)).status, 404)
    })
  )

  test(
    "a confirmation works for its request and its user only",
    Effect.gen(function*() {
      const { decide, readConsent, requestId } = yield* makeServer()
      const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
      const [one, two] = [yield* requestId(), yield* requestId()]
      const confirmOf = (id: string, session: typeof ada) =>
        Effect.map(readConsent(id, bearer(session)), (response) => bodyOf(response)["confirm"] as string)
      const foreign = [yield* confirmOf(one, ada), yield* confirmOf(two, bob), "", "a".repeat(43)]
      for (const confirm of foreign) {
        const response = yield* decide(bearer(bob), { request: one, confirm })
        assert.deepStrictEqual([response.status, bodyOf(response)["code"]], [403, "AGENT_CONFIRM_INVALID"])
      }
      const confirm = yield* confirmOf(one, bob)
      const racing = yield* Effect.all(
        Array.from({ length: 10 }, () => decide(bearer(bob), { request: one, confirm })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(racing.filter(({ status }) => status === 200).length, 1)
    })
  )

  test(
    "malformed decisions and scopes that were not requested are refused, and leave the request",
    Effect.gen(function*() {
      const { decide, readConsent, requestId, routes } = yield* makeServer()
      const session = bearer(yield* makeSession())
      const request = yield* requestId({ scope: "notes:read" })
      const { confirm } = bodyOf(yield* readConsent(request, session))
      for (
        const changed of [
          { scopes: ["notes:read", "notes:write"] },
          { scopes: ["notes:write"] },
          { scopes: ["admin"] },
          { scopes: [] },
          { scopes: undefined },
          { scopes: "notes:read" },
          { scopes: [1] },
          { decision: "yes" },
          { decision: undefined },
          { confirm: undefined },
          { confirm: { length: 43 } },
          { request: [request] }
        ]
      ) {
        const response = yield* decide(session, { request, confirm, scopes: ["notes:read"], ...changed })
        assert.strictEqual(response.status, 400, JSON.stringify(changed))
      }
      const text = JSON.stringify({ request, confirm, decision: "approve", scopes: ["notes:read"] })
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]) {
        const response = yield* send(routes, "POST", "/oauth/consent", { ...session, "content-type": type }, text)
        assert.strictEqual(response.status, 400, type)
      }
      assert.strictEqual((yield* decide(session, { request, confirm, scopes: ["notes:read"] })).status, 200)
    })
  )

  test(
    "a denial redirects with access_denied, and creates no key",
    Effect.gen(function*() {
      const { decide, readConsent, requestId } = yield* makeServer()
      const session = yield* makeSession()
      const request = yield* requestId()
      const { confirm } = bodyOf(yield* readConsent(request, bearer(session)))
      const { redirect_to } = bodyOf(yield* decide(bearer(session), { request, confirm, decision: "deny", scopes: [] }))
      assert.deepStrictEqual(Object.fromEntries(new URL(redirect_to).searchParams), {
        error: "access_denied",
        state: authorizeParams.state,
        iss: origin
      })
      assert.deepStrictEqual(yield* ApiKeys.list({ userId: session.userId }), [])
    })
  )

  test(
    "a user who was removed approves nothing, though the access token is still valid",
    Effect.gen(function*() {
      const { decide, readConsent, requestId } = yield* makeServer()
      const session = yield* makeSession()
      const request = yield* requestId()
      const { confirm } = bodyOf(yield* readConsent(request, bearer(session)))
      yield* Users.remove(session.userId)
      assert.strictEqual((yield* readConsent(request, bearer(session))).status, 200)
      assert.strictEqual((yield* decide(bearer(session), { request, confirm })).status, 401)
    })
  )
})

describe("the token endpoint", () => {
  test(
    "exchanges a code for a key that names client, day, resource and the granted scopes, and expires",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer({ keyLifetime: "30 days" })
      const { code, redirectTo, session } = yield* approve()
      assert.deepStrictEqual(Object.fromEntries(redirectTo.searchParams), {
        code,
        state: authorizeParams.state,
        iss: origin
      })
      yield* TestClock.adjust("10 seconds")
      // The parameter scope adds no scope to the grant.
      const response = yield* token({ code, scope: "notes:read notes:write" })
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["cache-control"], "no-store")
      const { access_token: value, ...body } = bodyOf(response)
      assert.deepStrictEqual(body, { token_type: "Bearer", expires_in: 30 * 86_400 - 10, scope: "notes:read" })
      const key = yield* ApiKeys.check("user", value)
      assert.strictEqual(key.userId, session.userId)
      assert.strictEqual(key.isPublic, false)
      assert.strictEqual(key.expiresAt?.getTime(), 30 * 86_400_000)
      assert.deepStrictEqual(agentKey.parse(key.description), {
        clientName: "Claude",
        date: "1970-01-01",
        resource,
        scopes: ["notes:read"],
        clientId
      })
    })
  )

  test(
    "refuses codes of another client, redirect, verifier and resource, and each attempt uses the code up",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      for (
        const [params, error] of [
          [{ client_id: "cli" }, "invalid_grant"],
          [{ client_id: "https://evil.example/client.json" }, "invalid_grant"],
          [{ redirect_uri: localRedirectUri }, "invalid_grant"],
          [{ redirect_uri: `${redirectUri}?` }, "invalid_grant"],
          [{ code_verifier: `${verifier}a` }, "invalid_grant"],
          // The challenge itself, as if the method were plain.
          [{ code_verifier: authorizeParams.code_challenge }, "invalid_grant"],
          [{ code_verifier: "short" }, "invalid_grant"],
          [{ resource: otherResource }, "invalid_target"],
          [{ resource: "https://evil.example/mcp" }, "invalid_target"]
        ] as const
      ) {
        const { code, session } = yield* approve()
        const response = yield* token({ code, ...params })
        assert.deepStrictEqual([response.status, bodyOf(response)["error"]], [400, error], encode(params))
        assert.strictEqual(bodyOf(yield* token({ code }))["error"], "invalid_grant", encode(params))
        assert.deepStrictEqual(yield* ApiKeys.list({ userId: session.userId }), [])
      }
    })
  )

  test(
    "a short verifier is refused, though the challenge is its hash",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      const { code } = yield* approve({ code_challenge: toChallenge("short") })
      assert.strictEqual(bodyOf(yield* token({ code, code_verifier: "short" }))["error"], "invalid_grant")
    })
  )

  test(
    "accepts a code without the redirect URI, which PKCE makes unnecessary",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      const { code } = yield* approve()
      assert.strictEqual((yield* token({ code, redirect_uri: undefined })).status, 200)
    })
  )

  test(
    "two issuers that share a store answer only their own requests and codes",
    Effect.gen(function*() {
      const store = makeMemory()
      const own = yield* makeServer({ store })
      const other = yield* makeServer({ store, issuer: "https://other.example.com", resources: [otherResource] })
      const { confirm, session } = yield* own.approve()
      const request = yield* own.requestId()
      assert.strictEqual((yield* other.readConsent(request, bearer(session))).status, 404)
      assert.strictEqual((yield* other.decide(bearer(session), { request, confirm })).status, 404)
      const { code } = yield* own.approve()
      assert.strictEqual(bodyOf(yield* other.token({ code }))["error"], "invalid_grant")
      assert.strictEqual((yield* own.token({ code })).status, 200)
    })
  )

  test(
    "refuses malformed requests with the codes of RFC 6749, and keeps the code",
    Effect.gen(function*() {
      const { approve, post, routes, token } = yield* makeServer()
      const { code } = yield* approve()
      const rows = [
        [{ grant_type: undefined }, "invalid_request"],
        [{ grant_type: "refresh_token" }, "unsupported_grant_type"],
        [{ grant_type: "client_credentials" }, "unsupported_grant_type"],
        [{ code: undefined }, "invalid_request"],
        [{ code_verifier: undefined }, "invalid_request"],
        [{ client_id: undefined }, "invalid_request"],
        [{ redirect_uri: [redirectUri, redirectUri] }, "invalid_request"],
        [{ code: [code, code] }, "invalid_request"],
        [{ code_verifier: [verifier, verifier] }, "invalid_request"],
        [{ resource: [resource, otherResource] }, "invalid_request"],
        [{ client_id: [clientId, "cli"] }, "invalid_request"]
      ] as const
      for (const [params, error] of rows) {
        const response = yield* token({ code, ...params })
        assert.deepStrictEqual([response.status, bodyOf(response)["error"]], [400, error], encode(params))
        assert.strictEqual(response.headers["cache-control"], "no-store")
      }
      const text = encode({ ...tokenParams, code })
      for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=a", ""]) {
        const response = yield* send(routes, "POST", "/oauth/token", { "content-type": type }, text)
        assert.strictEqual(bodyOf(response)["error"], "invalid_request", type)
      }
      assert.strictEqual((yield* send(routes, "GET", `/oauth/token?${text}`)).status, 405)
      assert.strictEqual((yield* post("/oauth/token", { ...tokenParams, code })).status, 200)
    })
  )

  test(
    "a code expires after 60 seconds",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      const { code: first } = yield* approve()
      yield* TestClock.adjust(59_999)
      assert.strictEqual((yield* token({ code: first })).status, 200)
      const second = yield* approve()
      yield* TestClock.adjust(60_000)
      assert.strictEqual(bodyOf(yield* token({ code: second.code }))["error"], "invalid_grant")
      assert.deepStrictEqual(yield* ApiKeys.list({ userId: second.session.userId }), [])
    })
  )

  test(
    "a replayed code revokes the key that was issued for it, with any parameters",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      const { code, session } = yield* approve()
      yield* token({ code })
      assert.strictEqual((yield* keysOf(session.userId)).length, 1)
      yield* token({ code: "unknown" })
      assert.strictEqual((yield* keysOf(session.userId)).length, 1)
      yield* TestClock.adjust("5 minutes")
      const replay = yield* token({ code, client_id: "cli", code_verifier: "another" })
      assert.strictEqual(bodyOf(replay)["error"], "invalid_grant")
      assert.deepStrictEqual(yield* keysOf(session.userId), [])
    })
  )

  test(
    "of concurrent requests with a code at most one gets a key, and none of the keys stays valid",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer()
      const { code, session } = yield* approve()
      const responses = yield* Effect.all(
        Array.from({ length: 5 }, () => token({ code })),
        { concurrency: "unbounded" }
      )
      assert.isAtMost(responses.filter(({ status }) => status === 200).length, 1)
      assert.deepStrictEqual(yield* keysOf(session.userId), [])
    })
  )

  test(
    "a state, a redirect query and names of clients are returned unchanged",
    Effect.gen(function*() {
      const uri = "https://claude.example/callback?keep=a%20b"
      const { approve, token } = yield* makeServer({ clients: [{ id: "web", name: "Web", redirectUris: [uri] }] })
      const state = "ä&code=x#?=%20+\"<"
      const params = { client_id: "web", redirect_uri: uri }
      const { code, redirectTo } = yield* approve({ ...params, state })
      assert.isTrue(redirectTo.href.startsWith(`${uri}&code=`))
      assert.strictEqual(redirectTo.searchParams.get("state"), state)
      assert.strictEqual((yield* token({ ...params, code })).status, 200)
      const none = yield* approve({ ...params, state: undefined })
      assert.isFalse(none.redirectTo.searchParams.has("state"))
    })
  )

  test(
    "a server without scopes issues keys without scopes",
    Effect.gen(function*() {
      const { approve, token } = yield* makeServer({ scopes: undefined })
      const { code } = yield* approve({ scope: undefined, scopes: [] })
      const { access_token: value, scope } = bodyOf(yield* token({ code }))
      assert.isUndefined(scope)
      assert.deepStrictEqual(agentKey.parse((yield* ApiKeys.check("user", value)).description)?.scopes, [])
    })
  )

  test(
    "a project that refuses the key answers invalid_grant",
    Effect.gen(function*() {
      const { configure } = yield* Emulator.Emulator
      const { approve, token } = yield* makeServer()
      const { code } = yield* approve()
      yield* configure({ allowUserApiKeys: false })
      const response = yield* token({ code })
      assert.deepStrictEqual([response.status, bodyOf(response)["error"]], [400, "invalid_grant"])
    })
  )
})

describe("the revocation endpoint", () => {
  test(
    "revokes an agent's key for its client, and no other key",
    Effect.gen(function*() {
      const { approve, revoke, token } = yield* makeServer()
      const { code, session } = yield* approve()
      const value = bodyOf(yield* token({ code }))["access_token"] as string
      const personal = yield* ApiKeys.create({ userId: session.userId, description: "personal" })
      for (const client_id of [undefined, "cli", "https://evil.example/client.json"]) {
        const response = yield* revoke({ token: value, client_id })
        assert.deepStrictEqual([response.status, bodyOf(response)["error"]], [400, "invalid_client"])
      }
      for (const params of [{}, { token: [value, value] }, { token: value, client_id: [clientId, clientId] }]) {
        assert.strictEqual(bodyOf(yield* revoke(params))["error"], "invalid_request")
      }
      for (const other of ["unknown", Redacted.value(personal.value), session.accessToken, `sk_${"a".repeat(99)}`]) {
        assert.strictEqual((yield* revoke({ token: other, client_id: clientId })).status, 200)
      }
      assert.strictEqual((yield* keysOf(session.userId)).length, 2)
      const hinted = { token: value, client_id: clientId, token_type_hint: "access_token" }
      assert.strictEqual((yield* revoke(hinted)).status, 200)
      assert.deepStrictEqual((yield* keysOf(session.userId)).map(({ id }) => id), [personal.id])
      assert.strictEqual((yield* revoke(hinted)).status, 200)
    })
  )
})

describe("an unavailable store", () => {
  test(
    "is an error that clients and pages can try again",
    Effect.gen(function*() {
      let isDown = false
      const memory = makeMemory()
      const down = <A>(effect: Effect.Effect<A, ConsentStoreUnavailable>) =>
        Effect.suspend(() => isDown ? Effect.fail(new ConsentStoreUnavailable({ message: "down" })) : effect)
      const { approve, authorize, decide, readConsent, requestId, token } = yield* makeServer({
        store: {
          get: (key) => down(memory.get(key)),
          take: (key) => down(memory.take(key)),
          set: (...args) => down(memory.set(...args))
        }
      })
      const { code, confirm, session } = yield* approve()
      const request = yield* requestId()
      isDown = true
      const own = { client_id: "cli", redirect_uri: "com.example.notes:/done" }
      assert.strictEqual(locationOf(yield* authorize(own)).searchParams.get("error"), "temporarily_unavailable")
      assert.strictEqual((yield* authorize()).status, 400)
      assert.strictEqual((yield* readConsent(request, bearer(session))).status, 503)
      assert.strictEqual((yield* decide(bearer(session), { request, confirm })).status, 503)
      assert.strictEqual((yield* token({ code })).status, 503)
      isDown = false
      assert.strictEqual((yield* token({ code })).status, 200)
    })
  )

  test(
    "a key whose code cannot be marked as used is revoked",
    Effect.gen(function*() {
      const memory = makeMemory()
      const { approve, token } = yield* makeServer({
        store: {
          ...memory,
          set: (key, ...args) =>
            key.startsWith("issued:")
              ? Effect.fail(new ConsentStoreUnavailable({ message: "down" }))
              : memory.set(key, ...args)
        }
      })
      const { code, session } = yield* approve()
      assert.strictEqual((yield* token({ code })).status, 503)
      assert.deepStrictEqual(yield* keysOf(session.userId), [])
    })
  )
})

describe("the store in memory", () => {
  test(
    "a flood of requests drops no code, and an invalid capacity throws",
    Effect.gen(function*() {
      const { approve, readConsent, requestId, token } = yield* makeServer({ store: makeMemory({ capacity: 2 }) })
      const { code, session } = yield* approve()
      const first = yield* requestId()
      yield* requestId()
      yield* requestId()
      assert.strictEqual((yield* readConsent(first, bearer(session))).status, 404)
      assert.strictEqual((yield* token({ code })).status, 200)
      for (const capacity of [0, -1, 1.5, NaN]) assert.throws(() => makeMemory({ capacity }))
    })
  )

  test(
    "has no request id and no code as its key",
    Effect.gen(function*() {
      const keys: Array<string> = []
      const memory = makeMemory()
      const store: ConsentStore = { ...memory, set: (key, ...args) => (keys.push(key), memory.set(key, ...args)) }
      const { approve } = yield* makeServer({ store })
      const { code, request } = yield* approve()
      assert.isFalse(keys.some((key) => key.includes(code) || key.includes(request)))
      assert.strictEqual(keys.length, 3)
    })
  )
})

describe("the options", () => {
  it("invalid and unknown options throw InvalidOptions with their name", () => {
    const invalid: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      issuer: [undefined, "", "app.example.com", "http://app.example.com", `${origin}/`, `${origin}/a`, `${origin}?a`],
      resources: [undefined, [], resource, ["mcp"], ["http://app.example.com/mcp"], [`${resource}#a`], [
        resource,
        null
      ]],
      scopes: [["notes:read"], { "a b": "text" }, { "a\"": "text" }, { a: "" }, { a: 1 }, null],
      clients: [
        {},
        [null],
        [{ name: "a", redirectUris: [redirectUri] }],
        [{ id: "", name: "a", redirectUris: [redirectUri] }],
        [{ id: "a b", name: "a", redirectUris: [redirectUri] }],
        [{ id: clientId, name: "a", redirectUris: [redirectUri] }],
        [{ id: "a", name: "\u202e", redirectUris: [redirectUri] }],
        [{ id: "a", name: "a", redirectUris: [] }],
        [{ id: "a", name: "a", redirectUris: ["http://app.example.com/callback"] }],
        [{ id: "a", name: "a", redirectUris: ["javascript:alert(1)"] }],
        [{ id: "a", name: "a", redirectUris: [redirectUri] }, { id: "a", name: "b", redirectUris: [redirectUri] }]
      ],
      clientIdDocuments: ["claude.ai", ["https://claude.ai"], ["claude.ai/a"], [1], null],
      consentUrl: ["https://evil.example/consent", "//evil.example/consent", "/consent#a", "/consent?request=1", 1],
      path: ["oauth", "/", "/oauth/", "", "/a b", "/:id", 1],
      keyLifetime: ["a day", 0, -1, "59 seconds", "367 days", Infinity, NaN],
      registration: [true]
    }
    for (const [option, values] of Object.entries(invalid)) {
      for (const value of values) {
        // Untyped code can pass any value.
        const given = { ...options, [option]: value } as AuthorizationServerOptions
        const error = Effect.runSync(Effect.flip(make(given)))
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, option, JSON.stringify(value))
      }
    }
    // Untyped code can pass any name.
    const misspelled = { id: "a", name: "a", redirectUris: [redirectUri], secret: "s" } as never
    assert.strictEqual(Effect.runSync(Effect.flip(make({ ...options, clients: [misspelled] }))).option, "secret")
  })
})
