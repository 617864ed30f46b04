/** Requests of server functions for which a wrong request would still succeed. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ApiKeys, Permissions, type Server, Sessions, Users } from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"
import { layerServer, layerWire, response, Wire } from "../support/Wire.ts"

const userId = "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001"
const id = "7d1b54a6-2f0e-4c0a-8a3e-5d1f6b7c8d90"

/** Runs a call that the service answers with an empty list, and returns its first request. */
const sent = <A, E>(call: Effect.Effect<A, E, Server.Server>) =>
  Effect.gen(function*() {
    yield* Effect.exit(call)
    const [request] = (yield* Wire).calls
    const { pathname, searchParams } = new URL(request!.url)
    return {
      route: `${request!.method} ${pathname.replace("/api/v1", "")}`,
      query: Object.fromEntries(searchParams),
      body: request!.body === undefined ? undefined : JSON.parse(request!.body)
    }
  }).pipe(Effect.provide(layerServer(layerWire(() => response(200, { items: [], is_paginated: false })))))

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
