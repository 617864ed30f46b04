/** Requests of server functions for which a wrong request would still succeed. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  ApiKeys,
  ConnectedAccounts,
  Permissions,
  type Server,
  Sessions,
  TeamInvitations,
  Teams,
  Users
} from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"
import { knownError, layerServer, layerWire, response, Wire } from "../support/Wire.ts"

const userId = "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001"
const id = "7d1b54a6-2f0e-4c0a-8a3e-5d1f6b7c8d90"

/** Runs a call that the service answers with an empty list, and returns its first request. */
const sent = <A, E>(call: Effect.Effect<A, E, Server.Server>, options: Partial<Server.ServerOptions> = {}) =>
  Effect.gen(function*() {
    yield* Effect.exit(call)
    const [request] = (yield* Wire).calls
    const { pathname, searchParams } = new URL(request!.url)
    return {
      route: `${request!.method} ${pathname.replace("/api/v1", "")}`,
      query: Object.fromEntries(searchParams),
      body: request!.body === undefined ? undefined : JSON.parse(request!.body)
    }
  }).pipe(Effect.provide(layerServer(layerWire(() => response(200, { items: [], is_paginated: false })), options)))

interface KeyCall {
  readonly name: string
  readonly call: Effect.Effect<unknown, Users.GetByApiKeyError | Teams.GetByApiKeyError, Server.Server>
  readonly owner: object
  readonly code: string
}

const teamId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
const permissionId = "read"

const ofProject = { route: "GET /project-permissions", query: { user_id: userId, permission_id: permissionId } }
const ofTeam = { route: "GET /team-permissions", query: { ...ofProject.query, team_id: teamId } }

interface PermissionCall {
  readonly name: string
  readonly route: string
  readonly query: object
  readonly run: (recursive: boolean | undefined) => Effect.Effect<unknown, unknown, Server.Server>
}

const calls: ReadonlyArray<PermissionCall> = [
  {
    ...ofProject,
    name: "listInProject",
    run: (recursive) => Permissions.listInProject({ userId, permissionId, recursive })
  },
  {
    ...ofProject,
    name: "hasInProject",
    run: (recursive) => Permissions.hasInProject({ userId, permissionId, recursive })
  },
  {
    ...ofTeam,
    name: "listInTeams",
    run: (recursive) => Permissions.listInTeams({ teamId, userId, permissionId, recursive })
  },
  {
    ...ofTeam,
    name: "hasInTeam",
    run: (recursive) => Permissions.hasInTeam({ teamId, userId, permissionId, recursive })
  }
]

const keyCalls: ReadonlyArray<KeyCall> = [
  {
    name: "Users",
    call: Users.getByApiKey("uk_1"),
    owner: { type: "user", user_id: userId },
    code: "USER_NOT_FOUND"
  },
  {
    name: "Teams",
    call: Teams.getByApiKey("tk_1"),
    owner: { type: "team", team_id: teamId },
    code: "TEAM_NOT_FOUND"
  }
]

describe("requests of the server level", () => {
  it.effect("Sessions.revoke names the session's user", () =>
    Effect.gen(function*() {
      const { query, route } = yield* sent(Sessions.revoke({ userId, id }))
      assert.deepStrictEqual([route, query], [`DELETE /auth/sessions/${id}`, { user_id: userId }])
    }))

  it.effect("Users.sendVerificationEmail searches one user's email", () =>
    Effect.gen(function*() {
      const call = Users.sendVerificationEmail(userId, { callbackUrl: "https://app.example/verify" })
      const { query, route } = yield* sent(call)
      assert.deepStrictEqual([route, query], ["GET /contact-channels", { user_id: userId }])
    }))

  it.effect("ApiKeys.revoke revokes the key", () =>
    Effect.gen(function*() {
      const { body, route } = yield* sent(ApiKeys.revoke({ userId, id }))
      assert.deepStrictEqual([route, body], [`PATCH /user-api-keys/${id}`, { revoked: true }])
    }))

  it.effect("ConnectedAccounts.getAccessToken names the account if one is given", () =>
    Effect.gen(function*() {
      const connection = { userId, provider: "github", scope: "repo" }
      const ofProvider = yield* sent(ConnectedAccounts.getAccessToken(connection))
      assert.deepStrictEqual(ofProvider, {
        route: `POST /connected-accounts/${userId}/github/access-token`,
        query: {},
        body: { scope: "repo" }
      })
      const ofAccount = yield* sent(ConnectedAccounts.getAccessToken({ ...connection, accountId: "octo-1" }), {
        apiGeneration: "2026"
      })
      assert.deepStrictEqual(ofAccount, {
        route: `POST /connected-accounts/${userId}/github/octo-1/access-token`,
        query: {},
        body: { scope: "repo" }
      })
    }))

  it.effect("TeamInvitations.revoke names the invitation's team", () =>
    Effect.gen(function*() {
      const { query, route } = yield* sent(TeamInvitations.revoke({ teamId, id }))
      assert.deepStrictEqual([route, query], [`DELETE /team-invitations/${id}`, { team_id: teamId }])
    }))

  it.effect("getByApiKey returns null if the key's user or team was deleted", () =>
    checkRowsEffect(
      keyCalls,
      ({ name }) => name,
      ({ call, code, owner }) =>
        Effect.gen(function*() {
          const key = {
            ...owner,
            id,
            description: "Deploys",
            value: { last_four: "abcd" },
            is_public: false,
            created_at_millis: 0
          }
          const wire = layerWire(({ method }) =>
            method === "POST" ? response(200, key) : knownError(code, 404, { team_id: teamId })
          )
          const [found, requests] = yield* Effect.zip(call, Effect.map(Wire, ({ calls }) => calls.length)).pipe(
            Effect.provide(layerServer(wire))
          )
          assert.deepStrictEqual([found, requests], [null, 2])
        })
    ))

  it.effect("Permissions: each list and check sends recursive, which is true by default", () =>
    checkRowsEffect(
      [undefined, true, false].flatMap((recursive) => calls.map((call) => ({ ...call, recursive }))),
      ({ name, recursive }) => `${name}, recursive: ${recursive}`,
      ({ query: expected, recursive, route: path, run }) =>
        Effect.gen(function*() {
          const { query, route } = yield* sent(run(recursive))
          assert.strictEqual(route, path)
          assert.deepStrictEqual(query, { ...expected, recursive: String(recursive ?? true) })
        })
    ))
})
