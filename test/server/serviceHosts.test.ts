/** The two hosts of a hosted service: tokens of either are accepted, and of no other host. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Client, Password, Session, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication } from "latchkey/server"
import { getRootUrls } from "../../src/session/serviceHosts.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { KeyService, layerVerifier, outcome, projectId, sign, userId } from "./tokens.ts"

const pairs = [
  ["https://api.stack-auth.com", "https://api.hexclave.com"],
  ["https://api.dev.stack-auth.com", "https://api.dev.hexclave.com"],
  ["https://api.staging.stack-auth.com", "https://api.staging.hexclave.com"]
] as const

const hosts = pairs.flat()
const both = pairs.flatMap(([first, second]) => [[first, second], [second, first]] as const)

const issuerOf = (root: string, kind = "projects") => `${root}/api/v1/${kind}/${projectId}`

describe("AccessToken.verify with a hosted service", () => {
  it.effect("accepts tokens of either host, and fetches keys from the configured one only", () =>
    checkRowsEffect(both, ([apiUrl]) => apiUrl, ([apiUrl, sibling]) =>
      Effect.gen(function*() {
        const { requests } = yield* KeyService
        for (const root of [apiUrl, sibling]) {
          assert.strictEqual(yield* Effect.flatMap(sign({ claims: { iss: issuerOf(root) } }), outcome), userId)
        }
        assert.deepStrictEqual([...new Set(requests.map(({ url }) => new URL(url).origin))], [apiUrl])
      }).pipe(Effect.provide(layerVerifier({ apiUrl }, { apiUrl })))))

  it.effect("accepts each kind of user with its own audience only", () =>
    Effect.gen(function*() {
      const anonymous = issuerOf("https://api.hexclave.com", "projects-anonymous-users")
      const token = yield* sign({ claims: { iss: anonymous, aud: `${projectId}:anon` } })
      assert.strictEqual(yield* outcome(token), "anonymous")
      assert.strictEqual(yield* outcome(token, { allowAnonymous: true }), userId)
      assert.strictEqual(yield* Effect.flatMap(sign({ claims: { iss: anonymous } }), outcome), "audience")
    }).pipe(Effect.provide(layerVerifier({ apiUrl: "https://api.stack-auth.com" }))))

  it.effect("AccessToken.verify: refuses the hosts of another service, and any host that is similar", () =>
    checkRowsEffect(both, ([apiUrl]) => apiUrl, ([apiUrl, sibling]) =>
      Effect.gen(function*() {
        const { host } = new URL(sibling)
        const others = [
          ...hosts.filter((other) => other !== apiUrl && other !== sibling),
          `http://${host}`,
          `${sibling}:443`,
          `${sibling}:8443`,
          `${sibling}.`,
          `${sibling}.evil.dev`,
          `https://evil-${host}`,
          `https://${host}@evil.dev`,
          `https://evil.dev@${host}`,
          `https://${host.toUpperCase()}`,
          `HTTPS://${host}`,
          `${sibling}/x/..`,
          `${sibling}/`,
          `${sibling}\\evil.dev`,
          ` ${sibling}`,
          `${sibling}%2eevil.dev`,
          sibling.replace("hexclave", "hexc1ave").replace("stack-auth", "stack-autn"),
          sibling.replace(".com", "。com"),
          sibling.replace(".com", ".co")
        ]
        for (const root of others) {
          const token = yield* sign({ claims: { iss: issuerOf(root) } })
          assert.strictEqual(yield* outcome(token), "issuer", root)
        }
        const { requests } = yield* KeyService
        assert.deepStrictEqual([...new Set(requests.map(({ url }) => new URL(url).origin))], [apiUrl])
      }).pipe(Effect.provide(layerVerifier({ apiUrl }, { apiUrl })))))

  it.effect("a self-hosted service accepts no token of a hosted one", () =>
    checkRowsEffect(
      [
        "https://api.test",
        "https://api.stack-auth.com:8443",
        "https://api.stack-auth.com/proxy",
        "https://api.hexclave.com."
      ],
      String,
      (apiUrl) =>
        Effect.gen(function*() {
          for (const root of hosts) {
            assert.strictEqual(
              yield* Effect.flatMap(sign({ claims: { iss: issuerOf(root) } }), outcome),
              "issuer",
              root
            )
          }
          assert.strictEqual(yield* Effect.flatMap(sign({ claims: { iss: issuerOf(apiUrl) } }), outcome), userId)
        }).pipe(Effect.provide(layerVerifier({ apiUrl }, { apiUrl })))
    ))

  it.effect("the option issuer names a service with both hosts too", () =>
    Effect.gen(function*() {
      for (const root of pairs[0]) {
        assert.strictEqual(yield* Effect.flatMap(sign({ claims: { iss: issuerOf(root) } }), outcome), userId)
      }
    }).pipe(Effect.provide(layerVerifier({ apiUrl: "https://api.test", issuer: "https://API.hexclave.com:443/" }))))
})

describe("a session that is used with both hosts", () => {
  const server = (apiUrl: string) =>
    Authentication.layer({ ...Emulator.serverOptions, apiUrl, origin: "https://app.example.com" })

  it.effect("is accepted by servers with either host, before and after a refresh at the other host", () =>
    checkRowsEffect(both, ([apiUrl]) => apiUrl, ([first, second]) =>
      Effect.gen(function*() {
        const client = (apiUrl: string) => Client.layer({ ...Emulator.clientOptions, apiUrl })
        const store = yield* Layer.build(TokenStore.layerMemory)
        const on = <A, E>(apiUrl: string, effect: Effect.Effect<A, E, Client.Client>) =>
          effect.pipe(Effect.provide(Layer.fresh(client(apiUrl)).pipe(Layer.provide(Layer.succeedContext(store)))))
        const authenticateAll = (token: string) =>
          Effect.forEach([first, second], (apiUrl) =>
            Authentication.authenticate(
              new Request("https://app.example.com", { headers: { authorization: `Bearer ${token}` } })
            ).pipe(
              Effect.map(({ principal }) => principal._tag),
              Effect.provide(Layer.fresh(server(apiUrl)))
            ))
        yield* on(
          first,
          Password.signUp({
            email: "ada@example.com",
            password: Redacted.make("correct horse battery"),
            verificationCallbackUrl: "http://localhost:3000/verify"
          })
        )
        const before = yield* on(first, Session.claims)
        const token = Redacted.value((yield* on(first, Session.getAccessToken()))!)
        assert.deepStrictEqual(yield* authenticateAll(token), ["User", "User"])
        yield* TestClock.adjust("11 minutes")
        const renewed = Redacted.value((yield* on(second, Session.getAccessToken()))!)
        const after = yield* on(second, Session.claims)
        assert.deepStrictEqual(yield* authenticateAll(renewed), ["User", "User"])
        assert.deepStrictEqual([before?.issuer, after?.issuer].map((issuer) => new URL(issuer!).origin), [
          first,
          second
        ])
        assert.strictEqual(after?.userId, before?.userId)
      }).pipe(Effect.provide(Emulator.layer()))))
})

describe("getRootUrls", () => {
  it("returns both hosts of a hosted service, and any other URL alone", () => {
    checkRows(both, ([url]) => url, ([url, sibling]) => assert.sameMembers([...getRootUrls(url)], [url, sibling]))
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.constantFrom(...hosts),
        fc.string(),
        (url, host, text) => {
          for (
            const other of [url, text, `${host}${text || "/"}`, `${text || "x"}${host}`, host.replace("https", "http")]
          ) {
            assert.deepStrictEqual(getRootUrls(other), [other])
          }
        }
      ),
      { numRuns: runsOf(200) }
    )
  })
})
