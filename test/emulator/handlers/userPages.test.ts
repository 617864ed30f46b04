import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { fromFetch, type Json, TokenStore, Transport } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { Server, Users } from "latchkey/server"
import { runsOf } from "../../support/propertyRuns.ts"

/** Provides the server level with a limit, over a fetch to the emulator, and the queries sent. */
const withLimit = <A, E>(
  responseLimit: number | undefined,
  use: (queries: ReadonlyArray<URLSearchParams>) => Effect.Effect<A, E, Server.Server>
) =>
  Effect.gen(function*() {
    const handler = yield* toWebHandler
    const queries: Array<URLSearchParams> = []
    const transport = fromFetch((url, init) => {
      queries.push(new URL(url).searchParams)
      return handler(new Request(url, init))
    })
    const layer = Server.layer({ ...Emulator.serverOptions, responseLimit }).pipe(
      Layer.provide([TokenStore.layerNone, Layer.succeed(Transport, transport)])
    )
    return yield* Effect.provide(use(queries), layer)
  })

const createUsers = (sizes: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const { createUser } = yield* Emulator.Emulator
    yield* Effect.forEach(sizes, (size, index) =>
      createUser({
        primaryEmail: `user${index}@example.com`,
        displayName: String(index),
        serverMetadata: { text: "x".repeat(size) } satisfies Json
      }))
  })

const namesOf = (users: ReadonlyArray<Users.ServerUser>) => users.map((user) => Number(user.displayName))

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

const limitsOf = (queries: ReadonlyArray<URLSearchParams>) => queries.map((query) => Number(query.get("limit")))

const emulator = Emulator.layerWithoutTransport()

describe("an in-process response", () => {
  const listWith = (responseLimit: number) =>
    Users.list().pipe(
      Effect.provide(
        Server.layer({ ...Emulator.serverOptions, responseLimit }).pipe(Layer.provide(TokenStore.layerNone))
      )
    )

  it.effect("is refused if it exceeds responseLimit, in bytes", () =>
    Effect.gen(function*() {
      const { createUser, handle } = yield* Emulator.Emulator
      yield* createUser({ primaryEmail: "ada@example.com", displayName: "é".repeat(200) })
      const { projectId, secretServerKey } = Emulator.serverOptions
      const { body } = yield* handle({
        method: "GET",
        url: "https://api.test/api/v1/users?limit=100",
        headers: {
          "x-stack-access-type": "server",
          "x-stack-project-id": projectId,
          "x-stack-secret-server-key": Redacted.value(secretServerKey)
        },
        body: undefined
      })
      const bytes = Buffer.byteLength(body!)
      assert.isAbove(bytes, body!.length)
      assert.lengthOf((yield* listWith(bytes)).items, 1)
      const error = yield* Effect.flip(listWith(bytes - 1))
      assert(error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge")
      assert.strictEqual(error.reason.limit, bytes - 1)
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("a list of 104 users with 120 kB of metadata", () => {
  it.effect("Users.list: reads page by page, 100 users on the first", () =>
    Effect.gen(function*() {
      yield* createUsers(upTo(104).map(() => 120_000))
      yield* withLimit(undefined, (queries) =>
        Effect.gen(function*() {
          const first = yield* Users.list()
          assert.deepStrictEqual(namesOf(first.items), upTo(100))
          const second = yield* Users.list({ cursor: first.nextCursor! })
          assert.deepStrictEqual(namesOf(second.items), [100, 101, 102, 103])
          assert.isNull(second.nextCursor)
          assert.deepStrictEqual(limitsOf(queries), [100, 100])
        }))
    }).pipe(Effect.provide(emulator)))

  it.effect("Users.list: reads one page with all 104 users, more than 12 MB", () =>
    Effect.gen(function*() {
      yield* createUsers(upTo(104).map(() => 120_000))
      const { items } = yield* withLimit(undefined, () => Users.list({ limit: 1000 }))
      assert.lengthOf(items, 104)
    }).pipe(Effect.provide(emulator)))
})

describe("Users.list: a page that exceeds responseLimit", () => {
  for (
    const [limit, page] of [
      [
        undefined,
        "A page of 100 users is larger than 5000 bytes. Raise the option responseLimit, or request a smaller limit"
      ],
      [7, "A page of 7 users is larger than 5000 bytes. Raise the option responseLimit, or request a smaller limit"],
      [1, "A page of 1 user is larger than 5000 bytes. Raise the option responseLimit"]
    ] as const
  ) {
    it.effect(`Users.list with limit ${limit}: fails with ResponseTooLarge after one request`, () =>
      Effect.gen(function*() {
        yield* createUsers([6000, 6000])
        yield* withLimit(5000, (queries) =>
          Effect.gen(function*() {
            const error = yield* Effect.flip(Users.list({ limit }))
            assert(error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge")
            assert.strictEqual(error.reason.limit, 5000)
            assert.strictEqual(error.message, `users.list: ${page}`)
            assert.isFalse(error.isTransient)
            assert.lengthOf(queries, 1)
          }))
      }).pipe(Effect.provide(emulator)))
  }
})

describe("Users.stream: a page that exceeds responseLimit", () => {
  it.effect("is halved until it fits, and later pages keep that size", () =>
    Effect.gen(function*() {
      yield* createUsers(upTo(20).map(() => 10_000))
      yield* withLimit(80_000, (queries) =>
        Effect.gen(function*() {
          const users = yield* Stream.runCollect(Users.stream({ query: "@example.com" }))
          assert.deepStrictEqual(namesOf(users), upTo(20))
          assert.deepStrictEqual(limitsOf(queries), [100, 50, 25, 12, 6, 6, 6, 6])
          assert.isTrue(queries.every((query) => query.get("query") === "@example.com"))
        }))
    }).pipe(Effect.provide(emulator)))

  it.effect("fails only at the user who is too large, after all earlier users", () =>
    Effect.gen(function*() {
      yield* createUsers([10, 10, 10, 9000, 10])
      yield* withLimit(8000, (queries) =>
        Effect.gen(function*() {
          const seen: Array<Users.ServerUser> = []
          const error = yield* Users.stream({ pageSize: 2 }).pipe(
            Stream.runForEach((user) => Effect.sync(() => seen.push(user))),
            Effect.flip
          )
          assert.deepStrictEqual(namesOf(seen), [0, 1, 2])
          assert(error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge")
          assert.include(error.message, "A page of 1 user is larger than 8000 bytes. Raise the option responseLimit")
          assert.deepStrictEqual(limitsOf(queries), [2, 2, 1, 1])
        }))
    }).pipe(Effect.provide(emulator)))

  it.effect("any other failure is not retried with a smaller page", () =>
    withLimit(undefined, (queries) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Stream.runCollect(Users.stream({ pageSize: 0 })))
        assert.strictEqual(error._tag, "RequestSchemaError")
        assert.lengthOf(queries, 1)
      })).pipe(Effect.provide(emulator)))

  it("Users.stream: returns each user once, for any sizes of users and pages", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4000), { maxLength: 25 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (sizes, pageSize, desc) =>
          Effect.gen(function*() {
            yield* createUsers(sizes)
            const users = yield* withLimit(8000, () => Stream.runCollect(Users.stream({ pageSize, desc })))
            const names = upTo(sizes.length)
            assert.deepStrictEqual(namesOf(users), desc ? names.toReversed() : names)
          }).pipe(Effect.provide(Emulator.layerWithoutTransport()), Effect.runPromise)
      ),
      { numRuns: runsOf(20) }
    ))
})
