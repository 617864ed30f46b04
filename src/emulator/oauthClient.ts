/**
 * The secret of an OAuth client: a publishable client key, or the word for clients without one.
 *
 * @since 0.1.0
 */
import type { PublishableClientKeyRequiredForProject } from "../wire/KnownErrors.ts"
import { isPublicClient, makeKeyRequired } from "./authenticate.ts"
import { hasKey } from "./projectRows.ts"
import type { ProjectRow } from "./rows.ts"

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
  if (project.generation === "2026" && isPublicClient(secret)) {
    return project.config.requirePublishableClientKey ? makeKeyRequired(project) : secret !== undefined
  }
  return secret !== undefined && hasKey(project, "publishableClientKey", secret, now)
}
