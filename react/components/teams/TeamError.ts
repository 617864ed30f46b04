/** The errors of the components for teams. */
import type * as TeamInvitations from "../../../src/account/TeamInvitations.ts"
import type * as TeamMembers from "../../../src/account/TeamMembers.ts"
import type * as Teams from "../../../src/account/Teams.ts"

/** The errors of the components for teams. */
export type TeamError =
  | TeamInvitations.ListError
  | TeamInvitations.RevokeError
  | TeamInvitations.SendError
  | TeamMembers.ListError
  | TeamMembers.RemoveError
  | Teams.CreateError
  | Teams.LeaveError
  | Teams.ListError
  | Teams.RemoveError
  | Teams.SelectError
  | Teams.UpdateError
