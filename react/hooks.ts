/**
 * Hooks for the session, the user's account, the teams and the project.
 *
 * Each hook has two forms. The first returns the value. It suspends until the value is fetched, and throws a failure to the
 * next error boundary. The form with the suffix `State` returns the state, and does neither. During a refetch, and if it
 * fails, the previous value stays. All components share one request.
 */
import { useSyncExternalStore } from "react"
import type * as ApiKeys from "../src/account/ApiKeys.ts"
import type * as ConnectedAccounts from "../src/account/ConnectedAccounts.ts"
import type * as ContactChannels from "../src/account/ContactChannels.ts"
import type { GetAccessTokenError } from "../src/account/getConnectedAccountToken.ts"
import type * as Project from "../src/account/Project.ts"
import * as Resources from "../src/account/Resources.ts"
import type * as Sessions from "../src/account/Sessions.ts"
import { signOutAndRedirect, type SignOutResult } from "../src/account/signOutAndRedirect.ts"
import type * as TeamInvitations from "../src/account/TeamInvitations.ts"
import type * as TeamMembers from "../src/account/TeamMembers.ts"
import type * as Teams from "../src/account/Teams.ts"
import type { SessionStatus } from "../src/cache/Cache.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { useAuth } from "./Auth.ts"
import { type Action, useAction } from "./useAction.ts"
import { useResource, useResourceState } from "./useResource.ts"

/** A resource's error type. */
type ErrorOf<R> = R extends Resource<any, infer E> ? E : never

/** Returns the session's status, without tokens. Anonymous users are signed in, too. Sends no request. */
export const useSession = (): SessionStatus => {
  const { getServerSnapshot, getSnapshot, subscribe } = useAuth().cache.status
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}

/**
 * Returns an action that signs out and redirects to the page `afterSignOut`.
 *
 * It also redirects if the component unmounts because the user is signed out. `useUser({ or: "redirect" })` waits for
 * this redirect, so the user does not see the sign-in page instead.
 *
 * **Example** (A button)
 *
 * ```tsx
 * import { useSignOut } from "latchkey/react"
 *
 * const SignOut = () => {
 *   const { run, state } = useSignOut()
 *   return <button disabled={state._tag === "Pending"} onClick={run}>Sign out</button>
 * }
 * ```
 */
export const useSignOut = (): Action<[], SignOutResult, never> => useAction(signOutAndRedirect)

/** Returns the user's teams. */
export const useTeams = (): ReadonlyArray<Teams.Team> => useResource(Resources.teams)

/** Returns the user's teams as a state. */
export const useTeamsState = (): CacheState<ReadonlyArray<Teams.Team>, Teams.ListError> =>
  useResourceState(Resources.teams)

/** Returns one of the user's teams. */
export const useTeam = (teamId: string): Teams.Team => useResource(Resources.team(teamId))

/** Returns one of the user's teams as a state. */
export const useTeamState = (teamId: string): CacheState<Teams.Team, Teams.GetError> =>
  useResourceState(Resources.team(teamId))

/** Returns a team's member profiles. */
export const useTeamMembers = (teamId: string): ReadonlyArray<TeamMembers.TeamMemberProfile> =>
  useResource(Resources.teamMembers(teamId))

/** Returns a team's member profiles as a state. */
export const useTeamMembersState = (
  teamId: string
): CacheState<ReadonlyArray<TeamMembers.TeamMemberProfile>, TeamMembers.ListError> =>
  useResourceState(Resources.teamMembers(teamId))

/** Returns a team's pending invitations. */
export const useTeamInvitations = (teamId: string): ReadonlyArray<TeamInvitations.TeamInvitation> =>
  useResource(Resources.teamInvitations(teamId))

/** Returns a team's pending invitations as a state. */
export const useTeamInvitationsState = (
  teamId: string
): CacheState<ReadonlyArray<TeamInvitations.TeamInvitation>, TeamInvitations.ListError> =>
  useResourceState(Resources.teamInvitations(teamId))

/** Returns a team's API keys, without the keys themselves. */
export const useTeamApiKeys = (teamId: string): ReadonlyArray<ApiKeys.TeamApiKey> =>
  useResource(Resources.teamApiKeys(teamId))

/** Returns a team's API keys as a state. */
export const useTeamApiKeysState = (
  teamId: string
): CacheState<ReadonlyArray<ApiKeys.TeamApiKey>, ErrorOf<ReturnType<typeof Resources.teamApiKeys>>> =>
  useResourceState(Resources.teamApiKeys(teamId))

/** Returns the user's contact channels. */
export const useContactChannels = (): ReadonlyArray<ContactChannels.ContactChannel> =>
  useResource(Resources.contactChannels)

/** Returns the user's contact channels as a state. */
export const useContactChannelsState = (): CacheState<
  ReadonlyArray<ContactChannels.ContactChannel>,
  ContactChannels.ListError
> => useResourceState(Resources.contactChannels)

/** Returns the user's API keys, without the keys themselves. */
export const useUserApiKeys = (): ReadonlyArray<ApiKeys.UserApiKey> => useResource(Resources.userApiKeys)

/** Returns the user's API keys as a state. */
export const useUserApiKeysState = (): CacheState<
  ReadonlyArray<ApiKeys.UserApiKey>,
  ErrorOf<typeof Resources.userApiKeys>
> => useResourceState(Resources.userApiKeys)

/** Returns the user's sessions. */
export const useSessions = (): ReadonlyArray<Sessions.UserSession> => useResource(Resources.sessions)

/** Returns the user's sessions as a state. */
export const useSessionsState = (): CacheState<ReadonlyArray<Sessions.UserSession>, Sessions.ListError> =>
  useResourceState(Resources.sessions)

/** A connected account: the provider's id, such as `github`, and the required scopes. */
export type ConnectedAccountName = Parameters<typeof Resources.connectedAccount>[0]

/**
 * Returns the user's account at a provider, with an access token for the provider's API. Returns `null` if no account
 * has these scopes; `OAuth.link` adds one.
 */
export const useConnectedAccount = (account: ConnectedAccountName): ConnectedAccounts.ConnectedAccount | null =>
  useResource(Resources.connectedAccount(account))

/** Returns the user's account at a provider as a state. */
export const useConnectedAccountState = (
  account: ConnectedAccountName
): CacheState<ConnectedAccounts.ConnectedAccount | null, GetAccessTokenError> =>
  useResourceState(Resources.connectedAccount(account))

/** Returns the project, such as its sign-in methods. */
export const useProject = (): Project.Project => useResource(Resources.project)

/** Returns the project's state. */
export const useProjectState = (): CacheState<Project.Project, Project.GetError> => useResourceState(Resources.project)
