import { assert, describe, it } from "@effect/vitest"
import { hashSync } from "bcryptjs"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { CurrentUser, Password } from "latchkey"
import { Project } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Permissions, TeamMembers, Teams, Users } from "latchkey/server"
import { runsOf } from "../../support/propertyRuns.ts"
import { adminHeaders, email, failure, jsonOf, layerAdmin, layerTest, password, send, signIn } from "../support.ts"

const graceId = "11111111-2222-4333-8444-555555555555"
const teamId = "99999999-2222-4333-8444-555555555555"

/** The seed of docs/emulator-seeds.md. */
const document = {
  version: 1,
  project: { display_name: "Acme", config: { sign_up_enabled: false, domains: ["https://app.example.com"] } },
  permissions: [
    { id: "publish", scope: "project" },
    { id: "editor", scope: "team", description: "Edits", contained_permission_ids: ["$read_members"] }
  ],
  users: [
    { primary_email: email, password: Redacted.value(password), display_name: "Ada", permissions: ["publish"] },
    { id: graceId, primary_email: "grace@example.com", client_metadata: { plan: "pro" }, signed_up_at_millis: 1 }
  ],
  teams: [
    {
      id: teamId,
      display_name: "Engines",
      members: [{ user: "ADA@example.com", permissions: ["editor"], display_name: "Countess" }, { user: graceId }]
    }
  ],
  projects: [{ id: "other", secret_server_key: "ssk_other", users: [{ primary_email: email }] }]
}

/** Provides an emulator with a seed, and a client or an admin. */
const seeded = (json: unknown = document) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Emulator.parseSeed(json), (seed) => Effect.provide(effect, layerTest({ seed })))

const seededAdmin = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Emulator.parseSeed(document), (seed) => Effect.provide(effect, layerAdmin({ seed })))

describe("a seed", () => {
  it.effect("creates users who can sign in", () =>
    Effect.gen(function*() {
      yield* signIn()
      const { displayName, primaryEmailVerified } = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual([displayName, primaryEmailVerified], ["Ada", false])
      assert.strictEqual(
        (yield* failure(
          Password.signUp({ email: "x@example.com", password, verificationCallbackUrl: "http://localhost" })
        ))
          ._tag,
        "SignUpNotEnabled"
      )
    }).pipe(seeded()))

  it.effect("creates teams, memberships and permissions", () =>
    Effect.gen(function*() {
      const [grace, ada] = yield* Users.list().pipe(Effect.map(({ items }) => items.toReversed()))
      assert.strictEqual(grace!.id, graceId)
      assert.deepStrictEqual(grace!.clientMetadata, { plan: "pro" })
      assert.strictEqual(grace!.signedUpAt.getTime(), 1)
      const [team] = yield* Teams.list()
      assert.deepStrictEqual([team!.id, team!.displayName], [teamId, "Engines"])
      const members = yield* TeamMembers.list({ teamId })
      assert.deepStrictEqual(members.map(({ displayName, userId }) => [userId, displayName]), [
        [ada!.id, "Countess"],
        [graceId, null]
      ])
      const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)
      assert.deepStrictEqual(ids(yield* Permissions.listInTeams({ teamId, userId: ada!.id, recursive: false })), [
        "editor"
      ])
      assert.deepStrictEqual(ids(yield* Permissions.listInTeams({ teamId, userId: graceId, recursive: false })), [
        "team_member"
      ])
      assert.deepStrictEqual(ids(yield* Permissions.listInProject({ userId: ada!.id })), ["publish"])
    }).pipe(seededAdmin))

  it.effect("changes the settings of the project, and adds further projects with keys", () =>
    Effect.gen(function*() {
      const { config, displayName } = yield* Project.get
      assert.deepStrictEqual([displayName, config.signUpEnabled, config.domains], [
        "Acme",
        false,
        [{ domain: "https://app.example.com", handlerPath: "/handler" }]
      ])
      const response = yield* send("GET", "/users", {
        "x-stack-access-type": "server",
        "x-stack-project-id": "other",
        "x-stack-secret-server-key": "ssk_other"
      })
      assert.deepStrictEqual(jsonOf(response).items.map((user: any) => user.primary_email), [email])
    }).pipe(seededAdmin))

  it.effect("can contain bcrypt hashes", () =>
    Effect.gen(function*() {
      yield* signIn()
    }).pipe(seeded({
      version: 1,
      users: [{ primary_email: email, password_hash: hashSync(Redacted.value(password), 4) }]
    })))

  it.effect("is part of the state of the start", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const before = yield* emulator.snapshot
      yield* send("DELETE", `/users/${graceId}`, adminHeaders)
      yield* emulator.restore(before)
      assert.strictEqual((yield* send("GET", `/users/${graceId}`, adminHeaders)).status, 200)
    }).pipe(seeded()))

  const problemsOf = (json: unknown) => Effect.map(failure(Emulator.parseSeed(json)), ({ problems }) => problems)

  it.effect("names the path of every problem", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* problemsOf({
          version: 1,
          user: [],
          users: [{ primary_email: "ada", pasword: "x" }, { display_name: 1, id: "ada" }, 5],
          teams: [{ members: [{ user: 1 }] }],
          permissions: [{ id: "a", scope: "user" }],
          project: { config: { sign_up_enabled: "no", domains: [1] } }
        }),
        [
          "seed.project.config.sign_up_enabled must be a boolean, not a string",
          "seed.project.config.domains[0] must be a string or an object, not a number",
          "seed.permissions[0].scope must be \"team\" or \"project\"",
          "seed.users[0].primary_email must be an email address",
          "seed.users[0] has unknown properties: pasword",
          "seed.users[1].id must be a UUID v4",
          "seed.users[1].display_name must be a string or null, not a number",
          "seed.users[2] must be an object, not a number",
          "seed.teams[0].display_name is missing",
          "seed.teams[0].members[0].user must be a string, not a number",
          "seed has unknown properties: user"
        ]
      )
      assert.deepStrictEqual(yield* problemsOf({}), ["seed.version is missing. It must be 1"])
      assert.deepStrictEqual(yield* problemsOf({ user: [] }), [
        "seed.version is missing. It must be 1",
        "seed has unknown properties: user"
      ])
      assert.deepStrictEqual(yield* problemsOf({ version: 2 }), [
        "seed.version must be 1. A newer version of latchkey has written this document"
      ])
      assert.deepStrictEqual(yield* problemsOf([]), ["seed must be an object, not an array"])
    }))

  it.effect("fails with InvalidSeed for any JSON, and never repeats a value", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.record({
            version: fc.oneof(fc.constant(1), fc.jsonValue()),
            users: fc.jsonValue(),
            teams: fc.jsonValue()
          }),
          (json) => Effect.runPromise(Effect.asVoid(Effect.exit(Emulator.parseSeed(json))))
        ),
        { numRuns: runsOf(100) }
      )
    ))

  it.effect("a problem of a seed does not repeat a password", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf({ version: 1, users: [{ password: ["planted-secret"], password_hash: 1 }] })
      assert.strictEqual(problems.length, 2)
      assert.notInclude(problems.join("\n"), "planted-secret")
    }))

  it.effect("a seed whose parts contradict each other is a defect", () =>
    Effect.gen(function*() {
      const user = { primary_email: email }
      const wrong: ReadonlyArray<readonly [contents: object, problem: string]> = [
        [{ users: [user, user] }, "seed.users[1].primary_email is the sign-in email of another user"],
        [{ users: [{ id: graceId }, { id: graceId }] }, "seed.users[1].id is the id of another user"],
        [
          { users: [{ ...user, password: "a", password_hash: "b" }] },
          "seed.users[0] must have either password or password_hash, not both"
        ],
        [
          { users: [{ ...user, password_hash: "b" }] },
          "seed.users[0].password_hash must be a bcrypt hash with at most 16 rounds"
        ],
        [{ users: [{ permissions: ["fly"] }] }, "seed.users[0].permissions[0]: The permission fly does not exist"],
        [
          { teams: [{ display_name: "A", members: [{ user: email }] }] },
          "seed.teams[0].members[0].user is neither the id nor the email of a user"
        ],
        [
          { users: [user], teams: [{ display_name: "A", members: [{ user: email }, { user: email }] }] },
          "seed.teams[0].members[1].user is already a member of the team"
        ],
        [
          { users: [user], teams: [{ display_name: "A", members: [{ user: email, permissions: ["fly"] }] }] },
          "seed.teams[0].members[0].permissions[0]: The permission fly does not exist"
        ],
        [{ permissions: [{ id: "$x", scope: "team" }] }, "seed.permissions[0].id must not be empty or start with $"],
        [
          { permissions: [{ id: "x", scope: "team", contained_permission_ids: ["y"] }] },
          "seed.permissions[0].contained_permission_ids[0]: The permission y does not exist"
        ],
        [
          { project: { config: { user_default_permissions: ["fly"] } } },
          "seed.project.config.user_default_permissions[0]: The permission fly does not exist"
        ],
        [
          { projects: [{ id: "other", users: [user, user] }] },
          "seed.projects[0].users[1].primary_email is the sign-in email of another user"
        ]
      ]
      for (const [contents, problem] of wrong) {
        const seed = yield* Emulator.parseSeed({ version: 1, ...contents })
        const exit = yield* Effect.exit(Effect.scoped(Emulator.make({ seed })))
        assert.include(String(Exit.isFailure(exit) && exit.cause), problem)
      }
    }))
})

describe("webhooks of a seed", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  const url = "https://app.example.com/webhooks"

  it.effect("seeded webhooks receive their event types, and no event for seeded users", () =>
    Effect.gen(function*() {
      const webhooks = [{ url, secret, events: ["user.created"] }]
      const seed = yield* Emulator.parseSeed({ version: 1, users: [{ primary_email: email }], webhooks })
      const webhookReceiver = () => Effect.succeed(new Response(null, { status: 204 }))
      yield* Effect.gen(function*() {
        const { id } = yield* Users.create()
        yield* Users.update(id, { displayName: "Ada" })
        const deliveries = yield* Emulator.Emulator.use((emulator) => emulator.webhookDeliveries())
        assert.deepStrictEqual(deliveries.map(({ payload }) => (payload as { readonly type: string }).type), [
          "user.created"
        ])
      }).pipe(Effect.provide(layerTest({ seed, webhookReceiver })))
    }))

  it.effect("seeded webhooks with an invalid URL, secret or type are refused without showing the secret", () =>
    Effect.gen(function*() {
      for (
        const [field, value] of [
          ["url", "/webhooks"],
          ["url", "ftp://app.example.com"],
          ["secret", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
          ["secret", "whsec_???"],
          ["events", ["user.nope"]]
        ] as const
      ) {
        const error = yield* failure(Emulator.parseSeed({ version: 1, webhooks: [{ url, secret, [field]: value }] }))
        assert.include(error.message, `seed.webhooks[0].${field}`)
        assert.notInclude(error.message, "whsec_?")
      }
    }))
})
