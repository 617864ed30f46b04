import * as Data from "effect/Data"
import type * as ApiKeys from "../../src/account/ApiKeys.ts"
import type * as ContactChannels from "../../src/account/ContactChannels.ts"
import type * as CurrentUser from "../../src/account/CurrentUser.ts"
import type * as OAuthProviders from "../../src/account/OAuthProviders.ts"
import type * as Reverification from "../../src/account/Reverification.ts"
import type * as Sessions from "../../src/account/Sessions.ts"
import type * as TeamInvitations from "../../src/account/TeamInvitations.ts"
import type * as TeamMembers from "../../src/account/TeamMembers.ts"
import type * as Teams from "../../src/account/Teams.ts"
import type { UserNotSignedIn } from "../../src/account/UserNotSignedIn.ts"
import type * as OAuth from "../../src/auth/OAuth.ts"
import type * as Passkey from "../../src/auth/Passkey.ts"
import type * as Password from "../../src/auth/Password.ts"
import type * as Totp from "../../src/auth/Totp.ts"
import type { CodeRefused, OAuthFailed } from "../../src/pages/HandlerPages.ts"
import type { ShownPage, StepError } from "./ShownPage.ts"

/** The current password is wrong. */
export class WrongCurrentPassword extends Data.TaggedError("WrongCurrentPassword")<{ readonly message: string }> {}

/** The errors from the functions that the settings and the components for teams call. */
type SettingsError =
  | WrongCurrentPassword
  | StepError<
    & Pick<typeof ApiKeys, "create" | "list" | "revoke">
    & Pick<typeof ContactChannels, "create" | "list" | "makePrimary" | "remove" | "sendVerificationEmail" | "update">
  >
  | StepError<Pick<typeof CurrentUser, "remove" | "update">>
  | StepError<Pick<typeof OAuth, "link">>
  | StepError<Pick<typeof OAuthProviders, "list" | "remove">>
  | StepError<Pick<typeof Passkey, "register">>
  | StepError<Pick<typeof Password, "checkNew" | "set" | "update">>
  | StepError<Pick<typeof Sessions, "list" | "revoke">>
  | StepError<Pick<typeof TeamInvitations, "list" | "revoke" | "send">>
  | StepError<Pick<typeof TeamMembers, "list" | "remove">>
  | StepError<Pick<typeof Teams, "create" | "leave" | "list" | "remove" | "select" | "update">>
  | StepError<Pick<typeof Totp, "disable" | "enable" | "generate">>
  | Reverification.RecentSignInRequired
  | Reverification.ReverificationRefused
  | UserNotSignedIn

/** Every error that a page may show. */
export type PageError = StepError<ShownPage> | CodeRefused["error"] | OAuthFailed["error"] | SettingsError
