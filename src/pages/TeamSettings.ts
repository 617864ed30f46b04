/** The page for the selected team's settings. The app renders the settings. */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import type { Onboarding } from "./Onboarding.ts"
import { requireUser } from "./requireUser.ts"
import type { SignInRequired } from "./SignInRequired.ts"

/**
 * The signed-in user can manage the selected team, which is `user.selectedTeam`. It is `null` if no team is selected.
 *
 * @category pages
 */
export interface TeamSettings {
  readonly _tag: "TeamSettings"
  readonly user: User
}

/** Opens the page for the selected team's settings. */
export const teamSettings: Effect.Effect<
  TeamSettings | SignInRequired<"teamSettings"> | Onboarding,
  ProjectNotFound | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.teamSettings",
  /*#__PURE__*/ requireUser(
    "teamSettings",
    (user) => Effect.succeed<TeamSettings>({ _tag: "TeamSettings", user })
  )
)
