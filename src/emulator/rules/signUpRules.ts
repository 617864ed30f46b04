/** Sign-up rules. 2026 generation only. */
import * as Effect from "effect/Effect"
import type { SignUpRule } from "../../wire/config.ts"
import { SignUpRejected } from "../../wire/KnownErrors.ts"
import type { Rejection } from "../requests/http.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import { readCountryCode } from "../state/sessionRows.ts"
import { createOrUpgradeUser, type NewUser } from "../state/userRows.ts"
import { evaluate } from "./cel.ts"
import { failWith } from "./failWith.ts"

export interface SignUpMethod {
  readonly authMethod: "password" | "otp" | "oauth"
  readonly oauthProvider?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** The service does not send a rule's message, which is for the project's owners. */
const message = "Your sign up was rejected. Please contact us for more information."

/** Evaluates a project's sign-up rules, from the highest priority to the lowest. `restrictedBy` is the id of a rule. */
const decideSignUp = (
  { config: { signUpRules, signUpRulesDefaultAction } }: ProjectRow,
  email: string | null | undefined,
  { authMethod, headers, oauthProvider = "" }: SignUpMethod
): { readonly isAllowed: boolean; readonly restrictedBy: string | undefined } => {
  const address = email?.trim().toLowerCase() ?? ""
  const variables = {
    email: address,
    emailDomain: address.slice(address.lastIndexOf("@") + 1),
    countryCode: readCountryCode(headers) ?? "",
    authMethod,
    oauthProvider,
    riskScores: { bot: 0, free_trial_abuse: 0 }
  }
  let restrictedBy: string | undefined
  for (const [id, { action, condition = "" }] of sortByPriority(signUpRules)) {
    if (evaluate(condition, variables) !== true) continue
    if (action.type === "restrict") restrictedBy ??= id
    if (action.type === "allow" || action.type === "reject") return { isAllowed: action.type === "allow", restrictedBy }
  }
  return { isAllowed: signUpRulesDefaultAction === "allow", restrictedBy }
}

const sortByPriority = (rules: Readonly<Record<string, SignUpRule>>) =>
  Object.entries(rules)
    .filter(([, { enabled = false }]) => enabled)
    .sort(([idA, a], [idB, b]) => (b.priority ?? 0) - (a.priority ?? 0) || (idA < idB ? -1 : 1))

/** Signs up a user if the project's rules allow it. A rule may restrict the new user. */
export const signUp = Effect.fnUntraced(function*(
  project: ProjectRow,
  current: UserRow | undefined,
  method: SignUpMethod,
  fields: Omit<NewUser, "isAnonymous">
): Effect.fn.Return<UserRow, SignUpRejected | Rejection> {
  if (project.generation === "2025") return yield* createOrUpgradeUser(project, current, fields)
  const { isAllowed, restrictedBy } = decideSignUp(project, fields.primaryEmail, method)
  if (!isAllowed) return yield* failWith(SignUpRejected, message, { message })
  const user = yield* createOrUpgradeUser(project, current, fields)
  if (restrictedBy !== undefined) {
    user.restrictedByAdmin = true
    user.restrictedByAdminPrivateDetails = `Restricted by the sign-up rule ${restrictedBy}`
  }
  return user
})
