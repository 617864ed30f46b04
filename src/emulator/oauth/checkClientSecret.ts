/** The secret of an OAuth client: a publishable client key, or the placeholder of clients without one. */
import type { PublishableClientKeyRequiredForProject } from "../../wire/KnownErrors.ts"
import { isPublicClient, makeKeyRequired } from "../requests/authenticate.ts"
import { hasKey } from "../state/projectRows.ts"
import type { ProjectRow } from "../state/rows.ts"

/**
 * Returns `true` if a client secret is valid: a publishable client key of the project or, since 2026, the placeholder
 * of clients without a key. Returns an error if the project requires a key and the client has sent the placeholder or
 * nothing.
 */
export const checkClientSecret = (
  project: ProjectRow,
  secret: string | undefined,
  now: number
): boolean | PublishableClientKeyRequiredForProject => {
  if (project.generation === "2026" && isPublicClient(secret)) {
    return project.config.requirePublishableClientKey ? makeKeyRequired(project) : secret !== undefined
  }
  return secret !== undefined && hasKey(project, "publishableClientKey", secret, now)
}
