/** A project's row, created from the recorded responses that show the project. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { addKeySet, createProject } from "../../src/emulator/state/projectRows.ts"
import type { ProjectRow } from "../../src/emulator/state/rows.ts"
import { fieldsOf, type Recorded, statusOf } from "./recordings.ts"

/** The first recorded configuration of a project. */
const firstShown = (recorded: Recorded, id: string) =>
  fieldsOf(
    recorded.all.find(({ request, response }) =>
      request.path === "/api/v1/internal/projects/current" && statusOf(response) === 200 &&
      fieldsOf(response.body).id === id
    )?.response.body
  )

/** A project as returned to its admins, or in 2026 to its clients. */
const shownIn = (recorded: Recorded, id: string) => {
  const shown = firstShown(recorded, id)
  if (shown.id !== undefined || recorded.generation === "2025") return shown
  const { config, ...rest } = fieldsOf(
    recorded.all.find(({ request, response }) =>
      request.path.endsWith("/projects/current") && statusOf(response) === 200 && fieldsOf(response.body).id === id
    )?.response.body
  )
  const shared = (config?.enabled_oauth_providers ?? []).map(({ id }: any) => ({ id, type: "shared" }))
  return { ...rest, config: { ...config, oauth_providers: shared } }
}

/** Creates a project as the recordings show it. */
export const projectRow = (recorded: Recorded, id: string): ProjectRow => {
  const shown = shownIn(recorded, id)
  const { config, created_at_millis: createdAtMillis = 0, display_name: displayName = "Project" } = shown
  const suffix = "-for-local-development-only"
  const isInternal = id === "internal"
  const domains = config?.domains ?? []
  const oauthProviders = config?.oauth_providers ?? []
  const { password = "", ...server } = config?.email_config ?? {}
  const row = Effect.runSync(createProject({
    generation: recorded.generation,
    id,
    displayName,
    ownerTeamId: shown.owner_team_id ?? undefined,
    config: {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      anonymousEnabled: isInternal,
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true,
      allowTeamApiKeys: true,
      emailConfig: server.type !== "standard" ? { type: "shared" } : {
        type: "standard",
        host: server.host,
        port: server.port,
        username: server.username,
        password: Redacted.make(password),
        senderName: server.sender_name,
        senderEmail: server.sender_email
      },
      domains: domains.map((each: any) => ({ domain: each.domain, handlerPath: each.handler_path })),
      oauthProviders: oauthProviders.map(({ id, type, client_id, client_secret }: any) =>
        type === "shared"
          ? { id, type }
          : { id, type, clientId: client_id, clientSecret: Redacted.make(client_secret) }
      )
    }
  }))
  Object.assign(row, {
    createdAtMillis,
    signingSeed: Uint8Array.from({ length: 48 }, (_, index) => id.charCodeAt(index % id.length))
  })
  Effect.runSync(addKeySet(row, {
    description: "k",
    expiresAtMillis: 8_640_000_000_000_000,
    publishableClientKey: isInternal ? `this-publishable-client-key-is${suffix}` : `pck_${id}`,
    secretServerKey: isInternal ? `this-secret-server-key-is${suffix}` : `ssk_${id}`,
    superSecretAdminKey: isInternal ? `this-super-secret-admin-key-is${suffix}` : `sak_${id}`
  }))
  return row
}
