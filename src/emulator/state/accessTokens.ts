/** Access session tokens. */
import { getRestrictedReason } from "../rules/restriction.ts"
import * as jwt from "./jwt.ts"
import type { ProjectRow, SessionRow } from "./rows.ts"
import { primaryChannel } from "./userRows.ts"

/** Signs an access token for a session. Since 2026, its claims describe the current user. */
export const signAccessToken = (project: ProjectRow, session: SessionRow, origin: string, now: number): string => {
  const { id, userId: sub } = session
  if (project.generation === "2025") {
    return jwt.sign(
      project,
      "normal",
      { sub, branchId: "main", refreshTokenId: id, role: "authenticated" },
      origin,
      now
    )
  }
  const user = project.users.get(sub)
  const channel = user && primaryChannel(user)
  const restrictedReason = user === undefined ? null : getRestrictedReason(project, user)
  const audience = restrictedReason === null
    ? "normal"
    : restrictedReason.type === "anonymous"
    ? "anonymous"
    : "restricted"
  const claims = {
    sub,
    project_id: project.id,
    branch_id: "main",
    refresh_token_id: id,
    role: "authenticated",
    name: user?.displayName ?? null,
    email: channel?.value ?? null,
    email_verified: channel?.isVerified ?? false,
    selected_team_id: user?.selectedTeamId ?? null,
    signed_up_at: Math.floor((user?.signedUpAtMillis ?? now) / 1000),
    is_anonymous: user?.isAnonymous ?? false,
    is_restricted: restrictedReason !== null,
    restricted_reason: restrictedReason,
    requires_totp_mfa: user?.totpSecretBase64 != null
  }
  return jwt.sign(project, audience, claims, origin, now)
}
