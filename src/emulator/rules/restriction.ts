/** User restrictions. 2026 generation only. */
import type { RestrictedReason } from "../../wire/users.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"

/** Returns why a user is restricted. The reasons are checked in order. */
export const getRestrictedReason = ({ config }: ProjectRow, user: UserRow): RestrictedReason | null =>
  user.isAnonymous
    ? { type: "anonymous" }
    : config.requireEmailVerification &&
        !user.contactChannels.some(({ isPrimary, isVerified }) => isPrimary && isVerified)
    ? { type: "email_not_verified" }
    : user.restrictedByAdmin
    ? { type: "restricted_by_administrator" }
    : null

/** Returns the derived fields about a restriction, which were added in 2026. */
export const toRestrictionFields = (project: ProjectRow, user: UserRow) => {
  if (project.generation === "2025") return {}
  const restrictedReason = getRestrictedReason(project, user)
  return { isRestricted: restrictedReason !== null, restrictedReason }
}
