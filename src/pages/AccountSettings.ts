/** The page for account settings. The app renders the settings. */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import * as Project from "../account/Project.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import type { Onboarding } from "./Onboarding.ts"
import { requireUser } from "./requireUser.ts"
import type { SignInRequired } from "./SignInRequired.ts"

/**
 * The signed-in user can manage the account. `project` has the settings that the project allows.
 *
 * @category pages
 */
export interface AccountSettings {
  readonly _tag: "AccountSettings"
  readonly user: User
  readonly project: Project.Project
}

/** Opens the page for account settings. */
export const accountSettings: Effect.Effect<
  AccountSettings | SignInRequired<"accountSettings"> | Onboarding,
  ProjectNotFound | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.accountSettings",
  /*#__PURE__*/ requireUser(
    "accountSettings",
    (user) => Effect.map(Project.get, (project): AccountSettings => ({ _tag: "AccountSettings", user, project }))
  )
)
