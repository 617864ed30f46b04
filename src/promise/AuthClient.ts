/** The client for code without Effect. */
import type * as OwnedProjects from "../account/OwnedProjects.ts"
import type * as Resources from "../account/Resources.ts"
import type * as Session from "../account/Session.ts"
import type { Resource } from "../cache/makeResource.ts"
import type { Accounts, Emails, Notifications, SessionsGroup, UserGroup } from "./client/account.ts"
import type { Subscribe, SubscribeTo, SubscribeUser } from "./client/cached.ts"
import type { HandleCallback } from "./client/handleCallback.ts"
import type { ApiKeysGroup, Passkeys, TotpGroup } from "./client/keys.ts"
import type { PasswordGroup } from "./client/password.ts"
import type { OwnedProject, OwnedProjectsGroup, ProjectGroup } from "./client/project.ts"
import type { ReverifyGroup } from "./client/reverify.ts"
import type { OnChange, SessionGroup } from "./client/session.ts"
import type { SignIn, SignUp } from "./client/signIn.ts"
import type { Can, Invitations, Members, PermissionsGroup, TeamsGroup } from "./client/teams.ts"
import type { KeyChecks } from "./keyChecks.ts"
import type { Call, CallOptions } from "./Result.ts"

type SubscribeOf<R> = R extends Resource<infer A, infer E> ? Subscribe<A, E> : never
type SubscribeToOf<F> = F extends (id: string) => Resource<infer A, infer E> ? SubscribeTo<A, E> : never

/** A client's members whose code can be loaded before their first use. */
export type Part = Exclude<
  keyof AuthClient & string,
  "signOut" | "onChange" | "user" | "can" | "getUser" | "updateUser" | "deleteUser" | "preload"
>

/** A client whose functions return promises with `{ data, error }`. It sends nothing before its first call. */
export interface AuthClient extends UserGroup, Can {
  readonly signIn: SignIn
  readonly signUp: SignUp
  /** Signs out on this device, in all tabs. */
  readonly signOut: (options?: CallOptions) => Call<void, Session.SignOutError>
  readonly session: SessionGroup & { readonly reverify: ReverifyGroup }
  /**
   * Calls the listener with the current user as soon as the running code has ended, and again when another user, or none, is
   * current: never after a refresh or when a tab gets the focus. The listener may call every client function.
   */
  readonly onChange: OnChange
  /** The cached user: `auth.user.subscribe(…)`. */
  readonly user: { readonly subscribe: SubscribeUser }
  /**
   * Completes the link or redirect that opened the page: a provider, an email's link, an invitation. Its data has the `kind` of URL,
   * and is `null` for every other one. Removes codes and tokens from the address. A second call for the same page has the same
   * result.
   */
  readonly handleCallback: HandleCallback
  readonly password: PasswordGroup
  readonly emails: Emails & { readonly subscribe: SubscribeOf<typeof Resources.contactChannels> }
  readonly sessions: SessionsGroup & { readonly subscribe: SubscribeOf<typeof Resources.sessions> }
  readonly teams: TeamsGroup & {
    readonly members: Members & { readonly subscribe: SubscribeToOf<typeof Resources.teamMembers> }
    readonly subscribe: SubscribeOf<typeof Resources.teams>
  }
  readonly invitations: Invitations & {
    /** The invitations to the user's addresses. */
    readonly subscribe: SubscribeOf<typeof Resources.ownTeamInvitations>
    /** A team's invitations. */
    readonly subscribeTo: SubscribeToOf<typeof Resources.teamInvitations>
  }
  readonly permissions: PermissionsGroup & {
    /** The permissions in the user's teams. */
    readonly subscribe: SubscribeOf<typeof Resources.teamPermissions>
    /** The permissions in the project. */
    readonly subscribeInProject: SubscribeOf<typeof Resources.projectPermissions>
  }
  readonly apiKeys: ApiKeysGroup & {
    /** Returns `true` if a key is neither expired nor revoked, by this device's clock. Throws for anything else than a key. */
    readonly isValid: KeyChecks["isValid"]
    /** The user's keys. */
    readonly subscribe: SubscribeOf<typeof Resources.userApiKeys>
    /** A team's keys. */
    readonly subscribeTo: SubscribeToOf<typeof Resources.teamApiKeys>
  }
  readonly passkeys: Passkeys
  readonly totp: TotpGroup
  readonly accounts: Accounts
  readonly notifications: Notifications
  readonly project: ProjectGroup & {
    readonly owned: OwnedProjectsGroup & {
      readonly subscribe: Subscribe<ReadonlyArray<OwnedProject>, OwnedProjects.ListError>
    }
    readonly subscribe: SubscribeOf<typeof Resources.project>
  }
  /**
   * `fetch` with the user's access token, to the app's origin and the `apiOrigins` only. Refreshes the token and
   * repeats the request once after a 401. If the server requires a recent sign-in, the user is asked as
   * `session.reverify.onChallenge` describes, and the request is repeated once. Rejects with `OriginNotAllowed` for another origin.
   */
  readonly fetch: typeof globalThis.fetch
  /**
   * Loads code before its first use, such as `preload("passkeys")` before a click that must open a dialog. Rejects with
   * `NETWORK_FAILURE` if it cannot be loaded.
   */
  readonly preload: (...parts: ReadonlyArray<Part>) => Promise<void>
  /** Interrupts pending calls, and releases all resources: `await using auth = createAuthClient(…)`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
