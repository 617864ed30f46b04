/** The client reads back the values that the emulator stores: for every entity and arbitrary values. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import type { Json } from "latchkey"
import { EmailTemplates, InternalApiKeys, Project, TeamPermissionDefinitions } from "latchkey/admin"
import { ApiKeys, ContactChannels, TeamInvitations, TeamMembers, Teams, Users } from "latchkey/server"
import { codePoint } from "../../support/codePoint.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { callbackUrl, layerAdmin, signUp } from "../support.ts"

const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.constantFrom("", "__proto__", "null", "\u0000", "\u{1f600}", " ", "ü".repeat(20_000), "a\"b\\c/d%2F?e=f&g#h")
)

/** JSON of every shape, deeply nested or with prototype keys. JSON has no negative zero. */
const json = fc.oneof(
  { arbitrary: fc.jsonValue({ depthSize: "medium", stringUnit: "binary" }), weight: 6 },
  fc.constantFrom<unknown>(
    JSON.parse("{\"__proto__\":{\"a\":1},\"constructor\":{\"prototype\":null}}"),
    Array.from({ length: 500 }).reduce<unknown>((inner) => ({ inner }), [])
  )
).map((value) => JSON.parse(JSON.stringify(value)) as Json)

/** Addresses accepted by the service. */
const address = fc.stringMatching(/^[a-z0-9_+-]{1,20}(\.[a-z0-9]{1,10})?@[a-z0-9]{1,20}\.(example|test|com)$/)

const time = fc.integer({ min: 1_000, max: 8_000_000_000_000 }).map((millis) => new Date(millis))

/** Runs a property with effectful steps in the test's context. */
const holds = <A, E, R>(arbitrary: fc.Arbitrary<A>, property: (value: A) => Effect.Effect<void, E, R>) =>
  Effect.flatMap(Effect.context<R>(), (context) => {
    const run = Effect.runPromiseWith(context)
    return Effect.promise(() =>
      fc.assert(fc.asyncProperty(arbitrary, (value) => run(Effect.orDie(property(value)))), { numRuns: runsOf(50) })
    )
  })

/** Values as JSON text, which represents all of JSON, including keys named `__proto__`. */
const same = (actual: unknown, expected: unknown) =>
  assert.strictEqual(JSON.stringify(actual), JSON.stringify(expected))

describe("stored values are read back:", () => {
  it.effect("a user", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const changes = fc.record({
        // An empty name is absent, and a name has at most 256 characters.
        displayName: text.filter((name) => name !== "" && name.length <= 256),
        clientMetadata: json,
        clientReadOnlyMetadata: json,
        serverMetadata: json
      }, { requiredKeys: [] })
      yield* holds(changes, (changes) =>
        Effect.gen(function*() {
          const before = yield* Users.get(id)
          const updated = yield* Users.update(id, changes)
          const read = yield* Users.get(id)
          same(read, { ...before, ...changes })
          same(updated, read)
        }))
      const created = yield* Users.create({ displayName: "\u{1f600}", serverMetadata: { "ü": [null] } })
      same(yield* Users.get(created.id), created)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a team", () =>
    Effect.gen(function*() {
      const { id } = yield* Teams.create({ displayName: "Team" })
      const changes = fc.record({
        displayName: text,
        clientMetadata: json,
        clientReadOnlyMetadata: json,
        serverMetadata: json
      }, { requiredKeys: [] })
      yield* holds(changes, (changes) =>
        Effect.gen(function*() {
          const before = yield* Teams.get(id)
          const updated = yield* Teams.update(id, changes)
          const read = yield* Teams.get(id)
          same(read, { ...before, ...changes })
          same(updated, read)
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a member's profile", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { id: teamId } = yield* Teams.create({ displayName: "Team" })
      yield* TeamMembers.add({ teamId, userId })
      yield* holds(text, (displayName) =>
        Effect.gen(function*() {
          yield* TeamMembers.update({ teamId, userId }, { displayName })
          assert.strictEqual((yield* TeamMembers.get({ teamId, userId })).displayName, displayName)
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an API key", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const keys = fc.record({
        description: text,
        expiresAt: fc.option(time, { nil: undefined }),
        isPublic: fc.boolean()
      })
      yield* holds(keys, (given) =>
        Effect.gen(function*() {
          const { value, ...created } = yield* ApiKeys.create({ ...given, userId })
          const { value: shown, ...read } = yield* ApiKeys.get({ id: created.id, userId })
          same(read, created)
          same([read.description, read.expiresAt, read.isPublic], [given.description, given.expiresAt, given.isPublic])
          assert.strictEqual(shown.lastFour, Redacted.value(value).slice(-4))
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a contact channel", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const channels = fc.record({ value: address, usedForAuth: fc.boolean(), isVerified: fc.boolean() })
      yield* holds(channels, (given) =>
        Effect.gen(function*() {
          const created = yield* ContactChannels.create({ ...given, userId })
          const read = yield* ContactChannels.get({ userId, id: created.id })
          same(read, created)
          same([read.value, read.usedForAuth, read.isVerified], [given.value, given.usedForAuth, given.isVerified])
          assert.isTrue((yield* ContactChannels.list({ userId })).some(({ id }) => id === created.id))
          yield* ContactChannels.remove({ userId, id: created.id })
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an invitation", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* Teams.create({ displayName: "Team" })
      yield* holds(address, (email) =>
        Effect.gen(function*() {
          const { id } = yield* TeamInvitations.send({ teamId, email, callbackUrl })
          const read = (yield* TeamInvitations.list(teamId)).find((invitation) => invitation.id === id)
          same([read?.teamId, read?.recipientEmail], [teamId, email])
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an email template", () =>
    Effect.gen(function*() {
      yield* Project.update({
        config: {
          emailConfig: {
            type: "standard",
            host: "mail.example.com",
            port: 587,
            username: "ada",
            password: Redacted.make("mail password"),
            senderName: "Ada",
            senderEmail: "ada@example.com"
          }
        }
      })
      const { content } = yield* EmailTemplates.get("magic_link")
      yield* holds(text, (subject) =>
        Effect.gen(function*() {
          yield* EmailTemplates.update("magic_link", { subject, content })
          same(yield* EmailTemplates.get("magic_link"), {
            ...yield* EmailTemplates.get("magic_link"),
            subject,
            content
          })
        }))
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))

  it.effect("an internal API key", () =>
    Effect.gen(function*() {
      yield* holds(fc.record({ description: text, expiresAt: time }), (given) =>
        Effect.gen(function*() {
          const created = yield* InternalApiKeys.create({ ...given, hasSecretServerKey: true })
          const read = yield* InternalApiKeys.get(created.id)
          same([read.id, read.description, read.expiresAt], [created.id, given.description, given.expiresAt])
          assert.isUndefined(read.publishableClientKey)
          assert.strictEqual(read.secretServerKey?.lastFour, Redacted.value(created.secretServerKey!).slice(-4))
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a permission definition", () =>
    Effect.gen(function*() {
      yield* TeamPermissionDefinitions.create({ id: "fly" })
      // An empty description is absent.
      yield* holds(text.filter((description) => description !== ""), (description) =>
        Effect.gen(function*() {
          yield* TeamPermissionDefinitions.update("fly", { description, containedPermissionIds: ["$read_members"] })
          const read = (yield* TeamPermissionDefinitions.list).find(({ id }) => id === "fly")
          same(read, { id: "fly", description, containedPermissionIds: ["$read_members"] })
        }))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a project", () =>
    Effect.gen(function*() {
      const changes = fc.record({
        displayName: text,
        description: text,
        isProductionMode: fc.boolean(),
        config: fc.record({
          signUpEnabled: fc.boolean(),
          credentialEnabled: fc.boolean(),
          magicLinkEnabled: fc.boolean(),
          passkeyEnabled: fc.boolean(),
          allowLocalhost: fc.boolean(),
          createTeamOnSignUp: fc.boolean(),
          allowUserApiKeys: fc.boolean(),
          oauthAccountMergeStrategy: fc.constantFrom("link_method", "raise_error", "allow_duplicates")
        })
      })
      yield* holds(changes, ({ config, ...changes }) =>
        Effect.gen(function*() {
          const before = yield* Project.get
          const updated = yield* Project.update({ ...changes, config })
          const read = yield* Project.get
          same(read, { ...before, ...changes, config: { ...before.config, ...config } })
          same(updated, read)
        }))
    }).pipe(Effect.provide(layerAdmin())))
})
