/**
 * The admin level of a project's owner, who has no keys: the headers of its requests, and the handling of a refused access
 * token that replaces the keys.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Project, RequestHeaders, TokenStore } from "latchkey"
import { Admin, Project as AdminProject } from "latchkey/admin"
import { Users } from "latchkey/server"
import { readFileSync } from "node:fs"
import { call } from "../../src/call/call.ts"
import { endpoint, type Method } from "../../src/wire/Endpoint.ts"
import { ApiKeyNotFound } from "../../src/wire/KnownErrors.ts"
import { struct } from "../../src/wire/Struct.ts"
import { success } from "../../src/wire/success.ts"
import { everything, layer as layerExposure } from "../support/exposure.ts"
import {
  accessToken,
  type Answer,
  apiUrl,
  type Arrival,
  connectionReset,
  jwt,
  keys,
  knownError,
  layerAdmin,
  layerClient,
  layerWire,
  projectJson,
  refreshToken,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string
}

const owned = "22222222-3333-4444-8555-666666666666"

/** The owner's client, and the levels of the owner's project over it. */
const layerOwner = (
  wire: Layer.Layer<Wire>,
  store: Layer.Layer<TokenStore.TokenStore> = signedIn,
  options: Partial<Client.ClientOptions> = {}
) =>
  Admin.layerOwner({ projectId: owned }).pipe(
    Layer.provideMerge(layerClient(wire, { projectId: "internal", ...options }, store))
  )

const isRefresh = ({ url }: Arrival) => url.endsWith("/auth/oauth/token")

/** Issues the access tokens 1, 2, … on refresh, and answers all other requests as the test specifies. */
const service = (answer: (request: Arrival, index: number) => Answer) => {
  let issued = 0
  let index = 0
  return layerWire((request) =>
    isRefresh(request) ? response(200, { access_token: renewed(++issued) }) : answer(request, index++)
  )
}

const renewed = (number: number) => jwt({ sub: "owner", iat: 0, exp: 4_000_000_000, number })

const described = (method: Method, path: `/${string}` = "/admin") =>
  endpoint("test", method, path, { level: "admin" }, () => ({
    payload: struct({}),
    success,
    errors: [ApiKeyNotFound]
  }))

const manage = (method: Method = "POST") =>
  Effect.flatMap(Admin.Admin, ({ caller }) => call(caller, described(method), { payload: {} }))

const fine = () => response(200, { success: true })

/** The headers of a request except the nonce. */
const headersOf = ({ headers }: Arrival) => {
  const { "x-stack-random-nonce": nonce, ...others } = headers
  assert.lengthOf(nonce!, 45)
  return others
}

const always = (level: string) => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": owned,
  "x-stack-access-type": level,
  "x-stack-client-version": `js latchkey@${version}`,
  "x-stack-admin-access-token": accessToken,
  "ngrok-skip-browser-warning": "true"
})

const adminTokenOf = ({ headers }: Arrival) => headers["x-stack-admin-access-token"]

/** The requests sent: `R` for a refresh, and the admin access token of all others. */
const traffic = Effect.map(
  Wire,
  ({ calls }) => calls.map((request) => isRefresh(request) ? "R" : adminTokenOf(request))
)

const storedTokens = Effect.flatMap(TokenStore.TokenStore, ({ get }) => get)

describe("headers of an owner's request", () => {
  it.effect("contain the access token instead of keys, and at the admin level two empty keys", () =>
    Effect.gen(function*() {
      yield* manage()
      const [request] = (yield* Wire).requests
      assert.deepStrictEqual(headersOf(request!), {
        ...always("admin"),
        "x-stack-secret-server-key": "",
        "x-stack-super-secret-admin-key": "",
        "content-type": "application/json"
      })
      assert.strictEqual(new URL(request!.url).origin, apiUrl)
    }).pipe(Effect.provide(layerOwner(service(fine)))))

  it.effect("an owner's server-level request has one empty key and states the server level", () =>
    Effect.gen(function*() {
      yield* Users.list()
      const [request] = (yield* Wire).requests
      assert.deepStrictEqual(headersOf(request!), { ...always("server"), "x-stack-secret-server-key": "" })
    }).pipe(Effect.provide(layerOwner(service(() => response(200, { items: [] }))))))

  it.effect("an owner's client-level request has no key and no tokens of the owner's session", () =>
    Effect.gen(function*() {
      yield* Project.get
      assert.isNull(yield* CurrentUser.get())
      const { requests } = yield* Wire
      assert.deepStrictEqual(requests.map(headersOf), [always("client")])
    }).pipe(Effect.provide(layerOwner(service(() => response(200, projectJson))))))

  it.effect("use the header family and the extra headers of the owner's client", () =>
    Effect.gen(function*() {
      yield* manage()
      const [{ headers, url }] = (yield* Wire).requests as [Arrival]
      assert.strictEqual(headers["x-hexclave-admin-access-token"], accessToken)
      assert.strictEqual(headers["x-hexclave-super-secret-admin-key"], "")
      assert.strictEqual(headers["x-tenant"], "one")
      assert.isFalse(Object.keys(headers).some((name) => name.startsWith("x-stack-")))
      assert.strictEqual(url, "https://elsewhere.test/base/api/v1/admin")
    }).pipe(Effect.provide(layerOwner(service(fine), signedIn, {
      headerFamily: "hexclave",
      extraRequestHeaders: { "X-Tenant": "one" },
      apiUrl: "https://elsewhere.test/base/"
    }))))

  it.effect("an owner's headers are absent from requests without the service's headers", () =>
    Effect.gen(function*() {
      yield* Project.checkHealth
      assert.deepStrictEqual((yield* Wire).requests.map(({ headers }) => headers), [{}])
    }).pipe(
      Effect.provide(layerOwner(layerWire(fine, () => response(200, { status: "ok" })), TokenStore.layerMemory))
    ))

  it.effect("an owner's requests use the transport of the owner's client, wherever the level is built", () =>
    Effect.gen(function*() {
      const client = Client.layer({ projectId: "internal", apiUrl, publishableClientKey: keys.publishable })
      const requests: Array<string> = []
      const wire = service(({ headers, url }) => {
        requests.push(`${url} ${headers["x-tenant"]} ${headers["x-other"]}`)
        return fine()
      })
      yield* manage().pipe(
        Effect.provide(Admin.layerOwner({ projectId: owned })),
        Effect.provideService(RequestHeaders, { "x-other": "call" }),
        Effect.provide(client.pipe(
          Layer.provide(signedIn),
          Layer.provide(Layer.merge(wire, Layer.succeed(RequestHeaders, { "x-tenant": "owner" })))
        ))
      )
      assert.deepStrictEqual(requests, [`${apiUrl}/api/v1/admin undefined call`])
    }))
})

describe("the owner's session", () => {
  const expired = TokenStore.layerTokens({ refreshToken, accessToken: jwt({ iat: 0, exp: 19 }) })

  it.effect("the owner's session returns an access token valid for 20 more seconds, refreshed like the owner's client does", () =>
    Effect.gen(function*() {
      yield* manage()
      const [grant, request] = (yield* Wire).calls as [Arrival, Arrival]
      assert.deepStrictEqual([...new URLSearchParams(grant.body)], [
        ["grant_type", "refresh_token"],
        ["refresh_token", refreshToken],
        ["client_id", "internal"],
        ["client_secret", keys.publishable]
      ])
      assert.notProperty(grant.headers, "x-stack-project-id")
      assert.strictEqual(adminTokenOf(request), renewed(1))
      assert.strictEqual(Redacted.value((yield* storedTokens)!.accessToken!), renewed(1))
    }).pipe(Effect.provide(layerOwner(service(fine), expired))))

  it.effect("the owner's session is refreshed once for many calls of many projects", () =>
    Effect.gen(function*() {
      const other = Admin.layerOwner({ projectId: "33333333-3333-4444-8555-666666666666" })
      const calls = Array.from({ length: 20 }, (_, i) => i % 2 === 0 ? manage() : Effect.provide(manage(), other))
      yield* Effect.all(calls, { concurrency: "unbounded" }).pipe(
        Effect.provide(Admin.layerOwner({ projectId: owned }))
      )
      const { calls: sent } = yield* Wire
      assert.lengthOf(sent.filter(isRefresh), 1)
      assert.lengthOf(sent, 21)
    }).pipe(Effect.provide(layerClient(service(fine), { projectId: "internal" }, expired))))

  it.effect("is refreshed once for a thousand concurrent calls, and calls a second later reuse the token", () =>
    Effect.gen(function*() {
      const thousand = Effect.all(Array.from({ length: 1000 }, () => manage()), { concurrency: "unbounded" })
      yield* thousand
      yield* TestClock.adjust("1 second")
      yield* thousand
      const { calls } = yield* Wire
      assert.lengthOf(calls.filter(isRefresh), 1)
      assert.lengthOf(calls.filter((request) => adminTokenOf(request) === renewed(1)), 2000)
    }).pipe(Effect.provide(layerOwner(service(fine), expired))))

  it.effect("an owner's session that ends during calls interrupts none, and prevents new calls", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      const fiber = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 10 }, () => manage()), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("5 millis")
      yield* store.modify(() => undefined)
      yield* TestClock.adjust("1 second")
      assert.lengthOf(yield* Fiber.join(fiber), 10)
      yield* Effect.flip(manage())
      assert.lengthOf((yield* Wire).requests, 10)
    }).pipe(Effect.provide(layerOwner(service(() => Effect.delay(Effect.succeed(fine()), "10 millis"))))))

  it.effect("an ended owner's session is not replaced by another owner's after a refusal", () =>
    Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      const fiber = yield* Effect.forkChild(Effect.flip(manage()))
      yield* TestClock.adjust("5 millis")
      yield* store.modify(() => ({
        refreshToken: Redacted.make("another owner"),
        accessToken: Redacted.make(renewed(7))
      }))
      yield* TestClock.adjust("1 second")
      const error = yield* Fiber.join(fiber)
      assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
      assert.strictEqual(error.reason.error.code, "ADMIN_AUTHENTICATION_REQUIRED")
      assert.strictEqual(error.reason.error.status, 401)
      assert.deepStrictEqual(yield* traffic, [accessToken])
      assert.strictEqual(Redacted.value((yield* store.get)!.accessToken!), renewed(7))
    }).pipe(
      Effect.provide(layerOwner(service(() =>
        Effect.delay(
          Effect.succeed(knownError("ADMIN_ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 })),
          "10 millis"
        )
      )))
    ))

  for (
    const [what, next] of [["the owner signs out", undefined], ["another owner signs in", "another owner"]] as const
  ) {
    it.effect(`the owner's session is not used for a write started before ${what} during the refresh`, () =>
      Effect.gen(function*() {
        const store = yield* TokenStore.TokenStore
        const fiber = yield* Effect.forkChild(Effect.flip(manage()))
        yield* TestClock.adjust("5 millis")
        yield* store.modify(() => next && { refreshToken: Redacted.make(next), accessToken: Redacted.make(renewed(7)) })
        yield* TestClock.adjust("1 second")
        const error = yield* Fiber.join(fiber)
        assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
        assert.strictEqual(error.reason.error.code, "ADMIN_AUTHENTICATION_REQUIRED")
        assert.deepStrictEqual(yield* traffic, ["R"])
      }).pipe(Effect.provide(layerOwner(
        layerWire((request) =>
          isRefresh(request)
            ? Effect.delay(Effect.succeed(response(200, { access_token: renewed(1) })), "10 millis")
            : fine()
        ),
        expired
      ))))
  }

  for (const method of ["GET", "DELETE"] as const) {
    it.effect(`a retried ${method} sends no token after the owner has signed out`, () =>
      Effect.gen(function*() {
        const store = yield* TokenStore.TokenStore
        const fiber = yield* Effect.forkChild(Effect.flip(manage(method)))
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* traffic, [accessToken])
        yield* store.modify(() => undefined)
        yield* TestClock.adjust("1 minute")
        const error = yield* Fiber.join(fiber)
        assert(error._tag === "ApiError" && error.reason._tag === "NetworkFailure")
        assert.deepStrictEqual((yield* traffic).filter((token) => token === accessToken), [accessToken])
      }).pipe(
        Effect.provide(layerOwner(service((request) => adminTokenOf(request) === undefined ? fine() : connectionReset)))
      ))
  }

  it.effect("the owner's session continues after the project is deleted, and the project's calls are refused", () =>
    Effect.gen(function*() {
      yield* AdminProject.remove
      const error = yield* Effect.flip(AdminProject.get)
      assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
      assert.strictEqual(error.reason.error.code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      assert.lengthOf((yield* Wire).calls, 2)
      assert.strictEqual(Redacted.value((yield* storedTokens)!.refreshToken!), refreshToken)
    }).pipe(
      Effect.provide(
        layerOwner(
          service(({ method }) => method === "DELETE" ? fine() : knownError("ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", 401))
        )
      )
    ))

  it.effect("an owner without a signed-in user sends no request, and fails like a request without keys", () =>
    Effect.gen(function*() {
      const errors = [
        yield* Effect.flip(manage()),
        yield* Effect.flip(Users.list()),
        yield* Effect.flip(Project.get)
      ]
      const tags = errors.map((error) =>
        error._tag === "ApiError" && error.reason._tag === "ProjectRefused" ? error.reason.error._tag : error._tag
      )
      assert.deepStrictEqual(tags, [
        "AdminAuthenticationRequired",
        "ServerAuthenticationRequired",
        "ClientAuthenticationRequired"
      ])
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layerOwner(service(fine), TokenStore.layerMemory))))

  it.effect("an owner of a project other than internal, or with an id no header can carry, fails with InvalidOptions", () =>
    Effect.gen(function*() {
      const ownerOf = (projectId: string, ownedId = owned) =>
        Effect.flip(Effect.provide(
          manage(),
          Admin.layerOwner({ projectId: ownedId }).pipe(
            Layer.provide(layerClient(service(fine), { projectId }, signedIn))
          )
        ))
      const other = yield* ownerOf(owned)
      assert(other._tag === "InvalidOptions")
      assert.strictEqual(other.option, "owner")
      assert.include(other.message, owned)
      const blank = yield* ownerOf("internal", "my project")
      assert(blank._tag === "InvalidOptions")
      assert.strictEqual(blank.option, "projectId")
    }))
})

describe("a refused admin access token", () => {
  const refusals = {
    ADMIN_ACCESS_TOKEN_EXPIRED: knownError("ADMIN_ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 }),
    INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: knownError("INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN", 401),
    UNPARSABLE_ADMIN_ACCESS_TOKEN: knownError("UNPARSABLE_ADMIN_ACCESS_TOKEN", 401),
    API_KEY_NOT_FOUND: knownError("API_KEY_NOT_FOUND", 404)
  }

  for (const [code, refusal] of Object.entries(refusals)) {
    it.effect(`an admin access token refused with ${code} is refreshed, and the call retried once for any method`, () =>
      Effect.gen(function*() {
        for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
          yield* Effect.gen(function*() {
            assert.deepStrictEqual(yield* manage(method), { success: true })
            assert.deepStrictEqual(yield* traffic, [accessToken, "R", renewed(1)])
            assert.strictEqual(Redacted.value((yield* storedTokens)!.accessToken!), renewed(1))
          }).pipe(Effect.provide(layerOwner(service((_, index) => index === 0 ? refusal : fine()))))
        }
      }))

    it.effect(`a token refused twice with ${code} is not tried a third time, and the owner stays signed in`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(manage())
        assert.deepStrictEqual(yield* traffic, [accessToken, "R", renewed(1)])
        const tag = error._tag !== "ApiError"
          ? error._tag
          : "error" in error.reason
          ? `${error.reason._tag} ${error.reason.error?.code}`
          : error.reason._tag
        assert.strictEqual(
          tag,
          code === "API_KEY_NOT_FOUND"
            ? "ApiKeyNotFound"
            : code === "ADMIN_ACCESS_TOKEN_EXPIRED"
            ? `ClockSkewError ${code}`
            : `ProjectRefused ${code}`
        )
        assert.strictEqual(Redacted.value((yield* storedTokens)!.refreshToken!), refreshToken)
      }).pipe(Effect.provide(layerOwner(service(() => refusal)))))
  }

  it.effect("a call for a project that the user does not own is sent once, without a refresh", () =>
    Effect.gen(function*() {
      for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
        yield* Effect.gen(function*() {
          const error = yield* Effect.flip(manage(method))
          assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
          assert.strictEqual(error.reason.error.code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
          assert.deepStrictEqual(yield* traffic, [accessToken])
          assert.strictEqual(Redacted.value((yield* storedTokens)!.accessToken!), accessToken)
        }).pipe(Effect.provide(layerOwner(service(() => knownError("ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", 401)))))
      }
    }))

  it.effect("calls refused with one access token share one refresh", () =>
    Effect.gen(function*() {
      const all = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 10 }, () => manage()), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(all)
      const { calls } = yield* Wire
      assert.lengthOf(calls.filter(isRefresh), 1)
      assert.lengthOf(calls.filter((request) => adminTokenOf(request) === renewed(1)), 10)
    }).pipe(Effect.provide(layerOwner(service((request) =>
      adminTokenOf(request) === accessToken
        ? Effect.delay(Effect.succeed(refusals.UNPARSABLE_ADMIN_ACCESS_TOKEN), "10 millis")
        : fine()
    )))))

  it.effect("the owner is signed out if the refresh token is also refused, and no more requests are sent", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(manage())
      assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
      assert.strictEqual(error.reason.error.code, "ADMIN_AUTHENTICATION_REQUIRED")
      assert.deepStrictEqual(yield* traffic, [accessToken, "R"])
      assert.isUndefined(yield* storedTokens)
    }).pipe(Effect.provide(layerOwner(layerWire((request) =>
      isRefresh(request)
        ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
        : refusals.ADMIN_ACCESS_TOKEN_EXPIRED
    )))))

  it.effect("leaves the owner signed in if the refresh fails on the network", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(manage()))
      yield* TestClock.adjust("30 seconds")
      const error = yield* Fiber.join(fiber)
      assert(error._tag === "ApiError" && error.reason._tag === "NetworkFailure")
      assert.strictEqual(error.endpoint, "oauth.refresh")
      assert.isFalse(error.reason.outcomeUnknown)
      assert.deepStrictEqual(yield* traffic, [accessToken, "R", "R", "R", "R", "R"])
      assert.strictEqual(Redacted.value((yield* storedTokens)!.refreshToken!), refreshToken)
    }).pipe(Effect.provide(layerOwner(layerWire((request) =>
      isRefresh(request) ? connectionReset : refusals.ADMIN_ACCESS_TOKEN_EXPIRED
    )))))

  it.effect("a refused call made with a key is not retried", () =>
    Effect.gen(function*() {
      for (const [code, refusal] of Object.entries(refusals)) {
        yield* Effect.gen(function*() {
          yield* Effect.flip(manage())
          assert.lengthOf((yield* Wire).calls, 1, code)
        }).pipe(Effect.provide(layerAdmin(layerWire(() => refusal))))
      }
    }))

  it.effect("no error shows the admin access token, even if the service echoes it", () =>
    Effect.gen(function*() {
      const exposed = yield* everything(manage())
      assert.isTrue(exposed.some((text) => text.includes("token <redacted>")))
      for (const text of exposed) assert.notInclude(text, accessToken)
    }).pipe(Effect.provide(
      layerOwner(service((request) => response(400, `The token ${adminTokenOf(request)} is not mine`))).pipe(
        Layer.provideMerge(layerExposure)
      )
    )))
})
