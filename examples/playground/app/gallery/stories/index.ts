/** The stories of all components, in the order of the index. */
import type { Group } from "../Story.ts"
import { gateGroups } from "./gates.tsx"
import { linkGroups } from "./links.tsx"
import { reverifyGroups } from "./reverify.tsx"
import { securityGroups } from "./security.tsx"
import { settingsGroups } from "./settings.tsx"
import { signInGroups } from "./signIn.tsx"
import { signUpGroups } from "./signUp.tsx"
import { headerGroups, teamGroups } from "./teams.tsx"

export const groups: ReadonlyArray<Group> = [
  ...signInGroups,
  ...signUpGroups,
  ...linkGroups,
  ...headerGroups,
  ...settingsGroups,
  ...securityGroups,
  ...reverifyGroups,
  ...teamGroups,
  ...gateGroups
]
