/** The JSON of an entity decodes to an equal value. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import type { Json } from "latchkey"
import * as entities from "latchkey/schema"
import { toSchema } from "../../src/schema/toSchema.ts"
import * as apiKeys from "../../src/wire/apiKeys.ts"
import type { Codec } from "../../src/wire/Codec.ts"
import * as connectedAccounts from "../../src/wire/connectedAccounts.ts"
import * as contactChannels from "../../src/wire/contactChannels.ts"
import * as notificationPreferences from "../../src/wire/notificationPreferences.ts"
import * as oauthProviders from "../../src/wire/oauthProviders.ts"
import * as projectPermissions from "../../src/wire/projectPermissions.ts"
import * as projects from "../../src/wire/projects.ts"
import * as sessions from "../../src/wire/sessions.ts"
import * as teamInvitations from "../../src/wire/teamInvitations.ts"
import * as teamMembers from "../../src/wire/teamMembers.ts"
import * as teamPermissions from "../../src/wire/teamPermissions.ts"
import * as teams from "../../src/wire/teams.ts"
import * as users from "../../src/wire/User.ts"
import { isObject, recorded2025, recorded2026 } from "../recordings/recordings.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { samplesOf } from "../support/samples.ts"
import { makeRandom, makeValid } from "../wire/generate.ts"

/** The codec of each entity, and the codec that decodes the service's JSON to the same type. */
const codecs = {
  ConnectedAccount: [entities.ConnectedAccount, connectedAccounts.LinkedAccount],
  ContactChannel: [entities.ContactChannel, contactChannels.ContactChannel],
  NotificationPreference: [entities.NotificationPreference, notificationPreferences.NotificationPreference],
  OAuthProvider: [entities.OAuthProvider, oauthProviders.OAuthProvider],
  Project: [entities.Project, projects.Project],
  ProjectPermission: [entities.ProjectPermission, projectPermissions.ProjectPermission],
  ServerOAuthProvider: [entities.ServerOAuthProvider, oauthProviders.ServerOAuthProvider],
  ServerTeam: [entities.ServerTeam, teams.ServerTeam],
  ServerTeamMember: [entities.ServerTeamMember, teamMembers.ServerTeamMemberProfile],
  ServerUser: [entities.ServerUser, users.ServerUser],
  Session: [entities.Session, sessions.UserSession],
  Team: [entities.Team, teams.Team],
  TeamApiKey: [entities.TeamApiKey, apiKeys.TeamApiKey],
  TeamInvitation: [entities.TeamInvitation, teamInvitations.TeamInvitation],
  TeamMember: [entities.TeamMember, teamMembers.TeamMemberProfile],
  TeamPermission: [entities.TeamPermission, teamPermissions.TeamPermission],
  User: [entities.User, users.User],
  UserApiKey: [entities.UserApiKey, apiKeys.UserApiKey]
} satisfies Readonly<Record<string, readonly [Schema.Codec<any, Json>, Codec<any>]>>

// `any`, because the table has entities of every type.
const rows = Object.entries(codecs) as ReadonlyArray<readonly [string, readonly [Schema.Codec<any, Json>, Codec<any>]]>

const crossBoundary = <A>(codec: Schema.Codec<A, Json>, value: A): A =>
  Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value))))

/** JSON does not contain fields that are `undefined`. */
const withoutUndefined = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutUndefined)
    : isObject(value) && !(value instanceof Date)
    ? Object.fromEntries(
      Object.entries(value).flatMap(([key, field]) => field === undefined ? [] : [[key, withoutUndefined(field)]])
    )
    : value

/** Replaces each `Date` in a value. */
const withDateTimes = (value: unknown): unknown =>
  value instanceof Date
    ? DateTime.fromDateUnsafe(value)
    : Array.isArray(value)
    ? value.map(withDateTimes)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withDateTimes(field)]))
    : value

/** Every object in the responses of the recordings: bodies, and items of lists. */
const recorded = [...recorded2025.all, ...recorded2026.all].flatMap(({ response: { body } }) => {
  // `any`, because a body may be any JSON.
  const parsed: any = typeof body === "string" ? undefined : body
  return typeof parsed === "object" && parsed !== null
    ? [parsed, ...Array.isArray(parsed.items) ? parsed.items : []]
    : []
})

describe("the codec of each entity", () => {
  it("is exported by latchkey/schema", () => {
    const exported = Object.keys(entities).filter((name) => !/^KnownError$|^[a-z]|Id$/.test(name))
    assert.sameMembers(exported, Object.keys(codecs))
  })

  for (const [name, [codec, wire]] of rows) {
    it(`${name}: samples with every field survive a round trip`, () => {
      const samples = samplesOf(wire, (path) => `text at ${path}`)
      assert.isNotEmpty(samples)
      for (const sample of samples) {
        const value: unknown = Schema.decodeUnknownSync(toSchema(wire))(sample)
        assert.deepStrictEqual(crossBoundary(codec, value), value)
      }
    })
  }

  for (const [name, [codec, wire]] of rows) {
    it(`${name}: withTypes changes dates to DateTime, and nothing else`, () => {
      const typed = entities.withTypes(codec, { ids: "branded", dates: "DateTime" })
      for (const sample of samplesOf(wire, (path) => `text at ${path}`)) {
        const value: unknown = Schema.decodeUnknownSync(toSchema(wire))(sample)
        const json = Schema.encodeSync(codec)(value)
        const decoded: unknown = Schema.decodeUnknownSync(typed)(json)
        assert.deepStrictEqual(decoded, withDateTimes(value))
        assert.deepStrictEqual(Schema.encodeUnknownSync(typed)(decoded), json)
      }
    })
  }

  for (const [index, [name, [codec, wire]]] of rows.entries()) {
    it(`${name}: generated values survive a round trip`, () => {
      const random = makeRandom(index)
      for (let i = 0; i < runsOf(100); i++) {
        const value = Schema.decodeUnknownSync(toSchema(wire))(makeValid(wire, random))
        assert.deepStrictEqual(crossBoundary(codec, value), withoutUndefined(value))
      }
    })
  }

  it.skipIf(recorded.length === 0)("recorded entities survive a round trip", () => {
    const counts = rows.map(([name, [codec, wire]]) => {
      const values = recorded.flatMap((body) => {
        const exit = Schema.decodeUnknownExit(toSchema(wire))(body)
        return Exit.isSuccess(exit) ? [exit.value] : []
      })
      for (const value of values) assert.deepStrictEqual(crossBoundary(codec, value), value)
      return [name, values.length] as const
    })
    const found = new Map(counts)
    for (const name of ["User", "ServerUser", "Team", "ContactChannel", "Session", "Project", "UserApiKey"]) {
      assert.isAbove(found.get(name) ?? 0, 0, name)
    }
  })

  it("generated users survive a round trip", () => {
    const [sample] = samplesOf(users.ServerUser, () => "text")
    const user: users.ServerUser = Schema.decodeUnknownSync(toSchema(users.ServerUser))(sample)
    fc.assert(
      fc.property(
        fc.record({
          displayName: fc.option(fc.string()),
          primaryEmail: fc.option(fc.emailAddress()),
          signedUpAt: fc.date({ noInvalidDate: true }),
          lastActiveAt: fc.date({ noInvalidDate: true }),
          // Through JSON once, because it has no negative zero.
          serverMetadata: fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value))),
          clientMetadata: fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)))
        }),
        (fields) => {
          const value = { ...user, ...fields }
          assert.deepStrictEqual(crossBoundary(entities.ServerUser, value), value)
        }
      ),
      { numRuns: runsOf(100) }
    )
  })

  it("encodes dates as ISO 8601, and keys in camelCase", () => {
    const createdAt = new Date("2026-01-31T12:00:00.000Z")
    const team = { id: "1", displayName: "A", profileImageUrl: null, clientMetadata: {}, clientReadOnlyMetadata: null }
    assert.deepStrictEqual(Schema.encodeSync(entities.ServerTeam)({ ...team, createdAt, serverMetadata: 1 }), {
      ...team,
      createdAt: "2026-01-31T12:00:00.000Z",
      serverMetadata: 1
    })
  })
})

describe("withTypes", () => {
  it("without dates, returns the entity's codec", () => {
    assert.strictEqual(entities.withTypes(entities.User, { ids: "branded" }), entities.User as unknown)
    assert.strictEqual(entities.withTypes(entities.User, {}), entities.User)
  })

  it("returns the same codec for the same entity", () => {
    const dates = { dates: "DateTime" } as const
    assert.strictEqual(entities.withTypes(entities.User, dates), entities.withTypes(entities.User, dates))
  })

  it("throws for a codec that is no entity's", () => {
    const annotated = entities.User.annotate({ title: "User" })
    for (const options of [{}, { dates: "DateTime" }] as const) {
      assert.throws(() => entities.withTypes(annotated, options), "withTypes accepts only the entities")
    }
  })
})
