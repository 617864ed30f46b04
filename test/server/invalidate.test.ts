import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ProjectPermissionDefinitions } from "latchkey/admin"
import { Authorization, Permissions, Principal, type Server, TeamMembers, Teams, Users } from "latchkey/server"
import { layerAdmin } from "../emulator/support.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { userKey } from "./principals.ts"

interface Ids {
  readonly userId: string
  readonly teamId: string
}

interface Row {
  readonly name: string
  readonly check: (ids: Ids) => Effect.Effect<void, { readonly _tag: string }, Authorization.Authorization | Principal>
  /** The change that lets the user pass the check. */
  readonly change: (ids: Ids) => Effect.Effect<unknown, unknown, Server.Server>
  readonly needsTeam: boolean
}

const rows: ReadonlyArray<Row> = [
  {
    name: "a permission in the project",
    check: () => Authorization.require({ permission: "refund" }),
    change: ({ userId }) => Permissions.grantInProject({ userId, permissionId: "refund" }),
    needsTeam: false
  },
  {
    name: "a permission in the team",
    check: ({ teamId }) => Authorization.require({ team: teamId, permission: "$delete_team" }),
    change: ({ teamId, userId }) =>
      Effect.andThen(
        TeamMembers.add({ teamId, userId }),
        Permissions.grantInTeam({ teamId, userId, permissionId: "team_admin" })
      ),
    needsTeam: true
  },
  {
    name: "membership in the team",
    check: ({ teamId }) => Authorization.requireTeamMember({ team: teamId }),
    change: (ids) => TeamMembers.add(ids),
    needsTeam: true
  },
  {
    name: "a verified email",
    check: () => Authorization.requireVerifiedEmail,
    change: ({ userId }) => Users.update(userId, { primaryEmail: "new@example.com", primaryEmailVerified: true }),
    needsTeam: false
  },
  {
    name: "a second factor",
    check: () => Authorization.requireMfa,
    change: ({ userId }) => Users.update(userId, { totpSecretBase64: Redacted.make(btoa("a secret of 20 bytes")) }),
    needsTeam: false
  }
]

const layer = Layer.provideMerge(Authorization.layer(), layerAdmin())

describe("Authorization.invalidate", () => {
  it.effect("removes every cached value of the user, and no value of another user", () =>
    checkRowsEffect(rows, ({ name }) => name, ({ change, check, needsTeam }) =>
      Effect.gen(function*() {
        yield* ProjectPermissionDefinitions.create({ id: "refund" })
        const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
        const [ada, bob] = [yield* Users.create({ displayName: "Ada" }), yield* Users.create({ displayName: "Bob" })]
        const isAllowed = (userId: string) =>
          check({ teamId, userId }).pipe(
            Effect.provideService(Principal, userKey(userId)),
            Effect.match({ onFailure: () => false, onSuccess: () => true })
          )
        const both = Effect.all([isAllowed(ada.id), isAllowed(bob.id)])
        assert.deepStrictEqual(yield* both, [false, false])
        for (const { id: userId } of [ada, bob]) yield* change({ teamId, userId })
        assert.deepStrictEqual(yield* both, [false, false])
        yield* Authorization.invalidate({ userId: ada.id, ...needsTeam ? { team: teamId } : {} })
        assert.deepStrictEqual(yield* both, [true, false])
      }).pipe(Effect.provide(Layer.fresh(layer)))))
})
