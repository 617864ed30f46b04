/** The project as it is at the start: every way to sign in is open, and there is a team to look at. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "latchkey"
import { Admin, TeamPermissionDefinitions } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Server, TeamMembers, Teams } from "latchkey/server"
import { people, project } from "../contract.ts"

const secretServerKey = Redacted.make("ssk_playground")
const superSecretAdminKey = Redacted.make("sak_playground")

export const options: Emulator.Options = {
  generation: "2026",
  project: {
    ...project,
    secretServerKey,
    superSecretAdminKey,
    config: {
      anonymousEnabled: true,
      oauthProviders: [
        "github",
        "google",
        "microsoft",
        // With keys of the project's own, so that it can be asked for more than who somebody is.
        {
          id: "spotify",
          type: "standard",
          clientId: "spotify-client",
          clientSecret: Redacted.make("spotify-secret")
        }
      ]
    }
  }
}

const { id: projectId, publishableClientKey } = project

/** What a program at the server level needs, besides the emulator. */
export const layerServer = Server.layer({ projectId, publishableClientKey, secretServerKey }).pipe(
  Layer.provide(TokenStore.layerNone)
)

const layerAdmin = Admin.layer({ projectId, publishableClientKey, secretServerKey, superSecretAdminKey }).pipe(
  Layer.provide(TokenStore.layerNone)
)

/** Adds people, permissions, and a team. */
export const seed = Effect.gen(function*() {
  const { createUser } = yield* Emulator.Emulator
  const [ada, grace] = yield* Effect.forEach(people, ({ displayName, email, password }) =>
    createUser({
      displayName,
      primaryEmail: email,
      primaryEmailVerified: true,
      password: Redacted.make(password),
      otpAuthEnabled: true
    }))
  const permissions = [
    { id: "read_ledger", description: "Sees what the team has spent", containedPermissionIds: [] },
    {
      id: "treasurer",
      description: "Sees and pays the bills of the team",
      containedPermissionIds: ["read_ledger", "$read_members"]
    }
  ]
  yield* Effect.forEach(permissions, TeamPermissionDefinitions.create)
  const team = yield* Teams.create({ displayName: "Analytical Engines", creatorUserId: ada!.id })
  yield* TeamMembers.add({ teamId: team.id, userId: grace!.id })
}).pipe(Effect.provide(Layer.merge(layerServer, layerAdmin)), Effect.orDie)
