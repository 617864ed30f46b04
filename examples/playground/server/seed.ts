/** The initial data of the project: all sign-in methods enabled, two users, and a team. */
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
        // With its own OAuth client, because shared keys do not support extra scopes.
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

/** The server's client of the emulator. */
export const layerServer = Server.layer({ projectId, publishableClientKey, secretServerKey }).pipe(
  Layer.provide(TokenStore.layerNone)
)

const layerAdmin = Admin.layer({ projectId, publishableClientKey, secretServerKey, superSecretAdminKey }).pipe(
  Layer.provide(TokenStore.layerNone)
)

/** Creates the initial users, permissions and team. */
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
    { id: "read_ledger", description: "View the team's spending", containedPermissionIds: [] },
    {
      id: "treasurer",
      description: "View and pay the team's bills",
      containedPermissionIds: ["read_ledger", "$read_members"]
    }
  ]
  yield* Effect.forEach(permissions, TeamPermissionDefinitions.create)
  const team = yield* Teams.create({ displayName: "Analytical Engines", creatorUserId: ada!.id })
  yield* TeamMembers.add({ teamId: team.id, userId: grace!.id })
}).pipe(Effect.provide(Layer.merge(layerServer, layerAdmin)), Effect.orDie)
