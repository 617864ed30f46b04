/**
 * The client for code without Effect: functions that return promises with `{ data, error }`.
 *
 * **Example** (Signing in)
 *
 * ```ts
 * import { createAuthClient } from "latchkey/promise"
 *
 * const auth = createAuthClient({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" })
 * const { data, error } = await auth.signIn.password({ email: "ada@example.com", password: "correct horse" })
 * if (error) console.log(error.code)
 * else console.log(data.status)
 * ```
 */
export type { AuthClient, Part } from "./promise/AuthClient.ts"
export type { BotChallenge } from "./promise/botChallenge.ts"
export type {
  Accounts,
  ConnectedAccount,
  Emails,
  GetUserOptions,
  Notifications,
  SessionsGroup,
  SignIns,
  UserGroup
} from "./promise/client/account.ts"
export type { Cached, Subscribe, SubscribeTo, UserFilter } from "./promise/client/cached.ts"
export type {
  Callback,
  CallbackError,
  CallbackSignIn,
  CliConfirmation,
  EmailVerified,
  Invitation,
  PasswordReset
} from "./promise/client/handleCallback.ts"
export type {
  AgentAuthorization,
  ApiKeyCreation,
  ApiKeysGroup,
  Ceremony,
  CreatedTeamApiKey,
  CreatedUserApiKey,
  OfTeam,
  Passkeys,
  TeamApiKeyCreation,
  TotpGroup,
  TotpSetup
} from "./promise/client/keys.ts"
export type { FirstFactorError, SecondFactor, SignedIn, SignInOutcome } from "./promise/client/outcome.ts"
export type { PasswordGroup } from "./promise/client/password.ts"
export type { OwnedProject, OwnedProjectsGroup, ProjectGroup } from "./promise/client/project.ts"
export type {
  Reverified,
  ReverifiedCallback,
  ReverifyEmail,
  ReverifyGroup,
  ReverifyMethods,
  ReverifyOutcome,
  ReverifySecondFactor
} from "./promise/client/reverify.ts"
export type { Plain } from "./promise/client/secrets.ts"
export type { SessionGroup, SessionState, SignedInState, SignedOutState } from "./promise/client/session.ts"
export type { OAuthOptions, Provider, SentEmail, SignIn, SignUp } from "./promise/client/signIn.ts"
export type { Can, Invitations, Members, PermissionsGroup, TeamsGroup } from "./promise/client/teams.ts"
export { type AuthClientOptions, createAuthClient } from "./promise/createAuthClient.ts"
export { forRequest, type RequestClient, type RequestClientOptions } from "./promise/forRequest.ts"
export { type OpenedPage, openPage, type OpenPageError, type Paged } from "./promise/openPage.ts"
export type { BaseOptions } from "./promise/openRuntime.ts"
export * from "./promise/Result.ts"
export { Disposed } from "./promise/Runner.ts"
export { InvalidOptions } from "./session/options.ts"

/** The values in results. */
export type * from "./promise/values.ts"
export { type ForeignUseWatch, watchForeignUse } from "./promise/watchForeignUse.ts"
export type { FoundUse } from "./session/ForeignUseService.ts"
