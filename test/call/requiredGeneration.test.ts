import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type ApiError, type ApiErrors, CurrentUser, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Server, Users } from "latchkey/server"
import { describeRequirement, makeUnsupportedGeneration } from "../../src/call/makeUnsupportedGeneration.ts"
import { getRequirement as findRequirement } from "../../src/call/requiredGeneration.ts"
import type { Any, Generation } from "../../src/wire/Endpoint.ts"
import { create, list } from "../../src/wire/users.ts"
import { recorded } from "../emulator/support.ts"
import {
  apiUrl,
  type Arrival,
  jwt,
  knownError,
  layerClient,
  layerServer,
  layerWire,
  projectId,
  projectJson,
  refreshToken,
  response,
  userJson,
  Wire
} from "../support/Wire.ts"

const projectOf = (generation: Generation) =>
  generation === "2025" ? projectJson : { ...projectJson, config: { ...projectJson.config, domains: [] } }

const page = { items: [], is_paginated: true, pagination: { next_cursor: null } }

/** A service of one generation: it returns its project, and an empty list of users. */
const service = (generation: Generation) => ({ url }: Arrival) =>
  response(200, url.endsWith("/projects/current") ? projectOf(generation) : page)

const paths = Effect.map(Wire, ({ calls }) => calls.map(({ url }) => url.slice(apiUrl.length + "/api/v1".length)))

const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E | ApiError, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.strictEqual(error._tag, "ApiError")
    // Sound: the tag was compared above.
    return (error as ApiError).reason
  })

const assertUnsupported = (reason: ApiErrors.ApiErrorReason, actual: Generation, required: Generation) => {
  assert(reason._tag === "UnsupportedGeneration")
  assert.strictEqual(reason.actual, actual)
  assert.strictEqual(reason.required, required)
}

/** The requirement of a request, with its message. */
const getRequirement = (endpoint: Any, fields: Readonly<Record<string, unknown>>) => {
  const found = findRequirement(endpoint, fields)
  return found && { generation: found.generation, message: describeRequirement(endpoint, found) }
}

describe("the requirement of a request", () => {
  it("is absent if every generation accepts the request", () => {
    assert.isUndefined(getRequirement(list, { limit: "10", include_anonymous: undefined }))
  })

  it("requiredGeneration: names the first field added in 2026", () => {
    assert.deepStrictEqual(getRequirement(create, { risk_scores: {}, country_code: null }), {
      generation: "2026",
      message: "Only services since 2026 have country_code"
    })
  })

  it("the requirement names an endpoint with one generation, and its alternative in the other generation", () => {
    const old = { ...list, id: "old.list", generation: "2025" } as const
    assert.deepStrictEqual(getRequirement({ ...old, alternative: "New.list" }, {}), {
      generation: "2025",
      message: "Only services of 2025 have this endpoint. Use New.list instead"
    })
    assert.deepStrictEqual(
      getRequirement({ ...old, alternative: undefined }, {})?.message,
      "Only services of 2025 have this endpoint"
    )
  })

  it("names a field required by services before 2026", () => {
    const requirement = getRequirement({ ...list, omittableFields: ["query"] }, {})
    assert.deepStrictEqual(requirement, {
      generation: "2026",
      message: "Services before 2026 require query"
    })
    assert.isUndefined(getRequirement({ ...list, omittableFields: ["query"] }, { query: "ada" }))
  })

  it("names a nested field or list item field added in 2026", () => {
    const endpoint = { ...list, addedFields: ["config.list.new"] }
    const message = "Only services since 2026 have config.list.new"
    for (const fields of [{ config: { list: [{}, { new: null }] } }, { config: { list: { new: 0 } } }]) {
      assert.deepStrictEqual(getRequirement(endpoint, fields), { generation: "2026", message })
    }
    for (const fields of [{}, { config: null }, { config: { list: [] } }, { config: { list: [{ new: undefined }] } }]) {
      assert.isUndefined(getRequirement(endpoint, fields))
    }
  })

  it("names a field required by services since 2026", () => {
    const endpoint = { ...list, requiredFields: ["owner"] }
    assert.deepStrictEqual(getRequirement(endpoint, {}), {
      generation: "2025",
      message: "Services since 2026 require owner"
    })
    assert.isUndefined(getRequirement(endpoint, { owner: "ada" }))
  })

  it("a service with another generation fails the call with the requirement", () => {
    const outcome = makeUnsupportedGeneration(list, { generation: "2026", reason: "added", name: "m" }, "2025")
    assert(outcome._tag === "Failed" && !outcome.retry)
    assert.deepInclude(outcome.reason, {
      required: "2026",
      actual: "2025",
      message: "Only services since 2026 have m"
    })
  })
})

describe("the generation of the service", () => {
  it.effect("is not requested by a call that every generation accepts", () =>
    Effect.gen(function*() {
      yield* Users.list()
      assert.deepStrictEqual(yield* paths, ["/users?limit=100"])
    }).pipe(Effect.provide(layerServer(layerWire(service("2026"))))))

  it.effect("is learned with one request by the first call that depends on it", () =>
    Effect.gen(function*() {
      yield* Users.list({ includeRestricted: true })
      yield* Users.list({ includeAnonymous: true, onlyAnonymous: true })
      assert.deepStrictEqual(yield* paths, [
        "/projects/current",
        "/users?limit=100&include_restricted=true",
        "/users?limit=100&include_anonymous=true&only_anonymous=true"
      ])
    }).pipe(Effect.provide(layerServer(layerWire(service("2026"))))))

  it.effect("is not requested if the option apiGeneration is set", () =>
    Effect.gen(function*() {
      yield* Users.list({ includeRestricted: true })
      assert.deepStrictEqual(yield* paths, ["/users?limit=100&include_restricted=true"])
    }).pipe(Effect.provide(layerServer(layerWire(service("2025")), { apiGeneration: "2026" }))))

  it.effect("is read from the session's access token, whose claim is_restricted means 2026", () => {
    const accessToken = Redacted.make(jwt({ sub: "user", is_restricted: false, iat: 0, exp: 4_000_000_000 }))
    const store = TokenStore.layerTokens({ accessToken, refreshToken })
    return Effect.gen(function*() {
      yield* CurrentUser.update({ primaryEmail: "new@example.com" })
      assert.deepStrictEqual(yield* paths, ["/users/me"])
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, userJson)), {}, store)))
  })

  it.effect("fails a call that requires another generation, without sending it", () =>
    Effect.gen(function*() {
      const reason = yield* reasonOf(Users.list({ includeAnonymous: true, onlyAnonymous: true }))
      assertUnsupported(reason, "2025", "2026")
      assert.include(reason.message, "include_anonymous")
      assert.deepStrictEqual(yield* paths, ["/projects/current"])
    }).pipe(Effect.provide(layerServer(layerWire(service("2025"))))))

  it.effect("is not requested by a call that requires a user if no user is signed in", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(CurrentUser.update({ primaryEmail: "new@example.com" }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual(yield* paths, [])
    }).pipe(Effect.provide(layerClient(layerWire(service("2026"))))))

  it.effect("a session that ends while the generation is requested is not used for the call", () => {
    const store = TokenStore.layerTokens({
      accessToken: Redacted.make(jwt({ sub: "user", iat: 0, exp: 4_000_000_000 })),
      refreshToken
    })
    let signOut: Effect.Effect<void> = Effect.void
    const wire = layerWire((request) => Effect.as(signOut, service("2026")(request)))
    return Effect.gen(function*() {
      const tokens = yield* TokenStore.TokenStore
      signOut = Effect.asVoid(tokens.modify(() => undefined))
      const error = yield* Effect.flip(CurrentUser.update({ primaryEmail: "new@example.com" }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual(yield* paths, ["/projects/current"])
    }).pipe(Effect.provide(layerClient(wire, {}, store)))
  })

  it.effect("the generation stays unknown if its request fails, and the call fails with that request's error", () =>
    Effect.gen(function*() {
      const reason = yield* reasonOf(Users.list({ includeRestricted: true }))
      assert.strictEqual(reason._tag, "ProjectRefused")
      assert.strictEqual((yield* Users.list({ includeRestricted: true })).items.length, 0)
      assert.deepStrictEqual(yield* paths, [
        "/projects/current",
        "/projects/current",
        "/users?limit=100&include_restricted=true"
      ])
    }).pipe(
      Effect.provide(
        layerServer(layerWire((request, index) =>
          index === 0
            ? knownError("INVALID_SECRET_SERVER_KEY", 401, { project_id: projectId })
            : service("2026")(request)
        ))
      )
    ))

  it.effect("is remembered separately by each level", () =>
    Effect.gen(function*() {
      const other = yield* Layer.build(Layer.fresh(layerServer(layerWire(service("2025")))))
      yield* Users.list({ includeRestricted: true })
      assertUnsupported(yield* reasonOf(Effect.provide(Users.list({ onlyAnonymous: true }), other)), "2025", "2026")
    }).pipe(Effect.scoped, Effect.provide(layerServer(layerWire(service("2026"))))))
})

describe("Users.list", () => {
  it.effect("Users.list: lists all users of a 2025 service, which has no filter", () =>
    Effect.gen(function*() {
      yield* Users.list({ includeAnonymous: true, includeRestricted: true, desc: true })
      yield* Users.list({ includeRestricted: true })
      assert.deepStrictEqual(yield* paths, [
        "/projects/current",
        "/users?limit=100&desc=true",
        "/users?limit=100"
      ])
    }).pipe(Effect.provide(layerServer(layerWire(service("2025"))))))

  it.effect("fails for a filter that a 2025 service does not have", () =>
    Effect.gen(function*() {
      assertUnsupported(yield* reasonOf(Users.list({ includeAnonymous: false })), "2025", "2026")
    }).pipe(Effect.provide(layerServer(layerWire(service("2025"))))))
})

describe("the emulator's generation", () => {
  for (const generation of ["2025", "2026"] as const) {
    it.effect(`an emulator with generation ${generation} is recognized as ${generation}`, () => {
      const { layer, requests } = recorded({ generation })
      return Effect.gen(function*() {
        const result = yield* Effect.result(Users.list({ includeAnonymous: true, onlyAnonymous: true }))
        assert.strictEqual(result._tag, generation === "2025" ? "Failure" : "Success")
        assert.lengthOf(requests, generation === "2025" ? 1 : 2)
      }).pipe(
        Effect.provide(Server.layer(Emulator.serverOptions).pipe(Layer.provide([TokenStore.layerMemory, layer])))
      )
    })
  }
})
