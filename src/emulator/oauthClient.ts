/**
 * The secret of an OAuth client: a publishable client key, or the word for clients without one.
 *
 * @since 0.1.0
 */
import { PublishableClientKeyRequiredForProject } from "../wire/KnownErrors.ts"
import { publicClientSecret } from "../wire/oauth.ts"
import { holdsKey } from "./projectRows.ts"
import type { ProjectRow } from "./State.ts"

/**
 * Returns `true` if a secret is right for a project: one of its publishable client keys, or since 2026 the word for clients
 * without a key. Returns the error of a project that requires a key, for a client that sends the word or nothing.
 *
 * @category checks
 * @since 0.1.0
 */
export const checkClientSecret = (
  project: ProjectRow,
  secret: string | undefined,
  now: number
): boolean | PublishableClientKeyRequiredForProject => {
  if (project.generation === "2026" && (secret === undefined || secret === publicClientSecret)) {
    if (!project.config.requirePublishableClientKey) return secret !== undefined
    return new PublishableClientKeyRequiredForProject({
      message: `The project ${JSON.stringify(project.id)} requires a publishable client key`,
      details: { projectId: project.id }
    })
  }
  return secret !== undefined && holdsKey(project, "publishableClientKey", secret, now)
}
