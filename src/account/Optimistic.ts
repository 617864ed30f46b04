/**
 * Calls that change the account, shown to all who look at it before the service has agreed.
 *
 * Each does what the function of the same meaning does, and fails as that does; when it fails, or is interrupted, everybody
 * sees at once what was there before.
 *
 * **Example** (A switch that does not wait)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import { Optimistic } from "latchkey"
 *
 * const rename = (displayName: string) =>
 *   Optimistic.updateUser({ displayName }).pipe(
 *     Effect.catchTag("ApiError", (error) => Console.error(`Your name is the old one again: ${error.message}`))
 *   )
 * ```
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Cache } from "../cache/Cache.ts"
import { optimistic } from "../cache/Resource.ts"
import type { Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as Resources from "./Resources.ts"
import { claims } from "./Session.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"

/** A call that is shown before the service has agreed: the same, with a cache. `any`, since whatever a call is of is kept. */
type WithCache<F extends (...args: any) => Effect.Effect<any, any, any>> = (...args: Parameters<F>) => Effect.Effect<
  Effect.Success<ReturnType<F>>,
  Effect.Error<ReturnType<F>>,
  Effect.Services<ReturnType<F>> | Cache
>

type KeyError = Effect.Error<ReturnType<typeof ApiKeys.revoke>>

/** The changes that say something: a field that is left out stays as it is. */
const omitUndefined = <A extends object>(changes: A): { readonly [K in keyof A]: Exclude<A[K], undefined> } =>
  // Sound: what is undefined is left out.
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]: Exclude<A[K], undefined>
  }

const removeById = (id: string) => <A extends { readonly id: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.filter((item) => item.id !== id)

const updateById =
  <A extends { readonly id: string }>(id: string, changes: (item: A) => A) =>
  (items: ReadonlyArray<A>): ReadonlyArray<A> => items.map((item) => item.id === id ? changes(item) : item)

/**
 * `CurrentUser.update`: the name, the image and the metadata are shown at once.
 *
 * @category user
 * @since 0.1.0
 */
export const updateUser: WithCache<typeof CurrentUser.update> = (changes) => {
  const { clientMetadata, displayName, profileImageUrl } = changes
  const shown = omitUndefined({ clientMetadata, displayName, profileImageUrl })
  return optimistic(Resources.user, (user) => user && { ...user, ...shown }, CurrentUser.update(changes))
}

/**
 * `Teams.select`, by the team, which is shown as the selected one at once; `null` selects none.
 *
 * @category user
 * @since 0.1.0
 */
export const selectTeam = (team: Teams.Team | null): ReturnType<WithCache<typeof Teams.select>> => {
  const selectedTeamId = team?.id ?? null
  return optimistic(
    Resources.user,
    (user) => user && { ...user, selectedTeamId, selectedTeam: team },
    Teams.select(selectedTeamId)
  )
}

/**
 * `Sessions.revoke`: the session is gone from the list at once.
 *
 * @category user
 * @since 0.1.0
 */
export const revokeSession: WithCache<typeof Sessions.revoke> = (sessionId) =>
  optimistic(Resources.sessions, removeById(sessionId), Sessions.revoke(sessionId))

/**
 * `ContactChannels.update`: the change is shown at once. An address that becomes the primary one takes the place of the one
 * that was, and one that changes is shown as not verified.
 *
 * @category contact channels
 * @since 0.1.0
 */
export const updateContactChannel: WithCache<typeof ContactChannels.update> = (channelId, changes) =>
  optimistic(Resources.contactChannels, patchChannel(channelId, changes), ContactChannels.update(channelId, changes))

/**
 * `ContactChannels.makePrimary`: the address is shown as the primary one at once, in place of the one that was.
 *
 * @category contact channels
 * @since 0.1.0
 */
export const makePrimaryContactChannel: WithCache<typeof ContactChannels.makePrimary> = (channelId) =>
  optimistic(
    Resources.contactChannels,
    patchChannel(channelId, { isPrimary: true }),
    ContactChannels.makePrimary(channelId)
  )

const patchChannel = (channelId: string, changes: ContactChannels.ContactChannelUpdate) => {
  const shown = { ...omitUndefined(changes), ...changes.value !== undefined && { isVerified: false } }
  return (channels: ReadonlyArray<ContactChannels.ContactChannel>): ReadonlyArray<ContactChannels.ContactChannel> =>
    channels.map((channel) =>
      channel.id === channelId
        ? { ...channel, ...shown }
        : changes.isPrimary === true
        ? { ...channel, isPrimary: false }
        : channel
    )
}

/**
 * `ContactChannels.remove`: the address is gone from the list at once.
 *
 * @category contact channels
 * @since 0.1.0
 */
export const removeContactChannel: WithCache<typeof ContactChannels.remove> = (channelId) =>
  optimistic(Resources.contactChannels, removeById(channelId), ContactChannels.remove(channelId))

/**
 * `Teams.update`: the team is shown changed at once, by itself and in the list.
 *
 * @category teams
 * @since 0.1.0
 */
export const updateTeam: WithCache<typeof Teams.update> = (teamId, changes) => {
  const shown = omitUndefined(changes)
  return optimistic(
    Resources.team(teamId),
    (team) => ({ ...team, ...shown }),
    optimistic(Resources.teams, updateById(teamId, (team) => ({ ...team, ...shown })), Teams.update(teamId, changes))
  )
}

/**
 * `Teams.leave`: the team is gone from the list at once.
 *
 * @category teams
 * @since 0.1.0
 */
export const leaveTeam: WithCache<typeof Teams.leave> = (teamId) =>
  optimistic(Resources.teams, removeById(teamId), Teams.leave(teamId))

/**
 * `Teams.remove`: the team is gone from the list at once.
 *
 * @category teams
 * @since 0.1.0
 */
export const removeTeam: WithCache<typeof Teams.remove> = (teamId) =>
  optimistic(Resources.teams, removeById(teamId), Teams.remove(teamId))

/**
 * `TeamMembers.updateOwn`: the name and the picture that the team sees are shown at once. The user's own picture, which `null`
 * brings back, comes with the service's answer.
 *
 * @category teams
 * @since 0.1.0
 */
export const updateOwnTeamMember: WithCache<typeof TeamMembers.updateOwn> = (teamId, changes) => {
  const { displayName, profileImageUrl } = changes
  const shown = omitUndefined({ displayName, profileImageUrl: profileImageUrl ?? undefined })
  return keepSession(Effect.flatMap(claims, (own) =>
    optimistic(
      Resources.teamMembers(teamId),
      (members) => members.map((member) => member.userId === own?.userId ? { ...member, ...shown } : member),
      TeamMembers.updateOwn(teamId, changes)
    )))
}

/**
 * `TeamMembers.remove`: the member is gone from the list at once.
 *
 * @category teams
 * @since 0.1.0
 */
export const removeTeamMember: WithCache<typeof TeamMembers.remove> = (member) =>
  optimistic(
    Resources.teamMembers(member.teamId),
    (members) => members.filter(({ userId }) => userId !== member.userId),
    TeamMembers.remove(member)
  )

/**
 * `TeamInvitations.revoke`: the invitation is gone from the list at once.
 *
 * @category teams
 * @since 0.1.0
 */
export const revokeInvitation: WithCache<typeof TeamInvitations.revoke> = (invitation) =>
  optimistic(
    Resources.teamInvitations(invitation.teamId),
    removeById(invitation.id),
    TeamInvitations.revoke(invitation)
  )

/**
 * `ApiKeys.update`: the key is shown changed at once, in the user's list or the team's.
 *
 * @category API keys
 * @since 0.1.0
 */
export const updateApiKey: {
  (key: ApiKeys.OwnKey, changes: ApiKeys.ApiKeyUpdate): Effect.Effect<ApiKeys.UserApiKey, KeyError, Client | Cache>
  (key: ApiKeys.KeyOfTeam, changes: ApiKeys.ApiKeyUpdate): Effect.Effect<ApiKeys.TeamApiKey, KeyError, Client | Cache>
} = (
  key: ApiKeys.OwnKey | ApiKeys.KeyOfTeam,
  changes: ApiKeys.ApiKeyUpdate
): Effect.Effect<any, KeyError, Client | Cache> =>
  // Sound: the overloads say whose key comes back, as those of `ApiKeys.update` do.
  patchKey(key, changes, ApiKeys.update(key, changes))

/**
 * `ApiKeys.revoke`: the key is shown as revoked at once, in the user's list or the team's.
 *
 * @category API keys
 * @since 0.1.0
 */
export const revokeApiKey: {
  (key: ApiKeys.OwnKey): Effect.Effect<ApiKeys.UserApiKey, KeyError, Client | Cache>
  (key: ApiKeys.KeyOfTeam): Effect.Effect<ApiKeys.TeamApiKey, KeyError, Client | Cache>
} = (key: ApiKeys.OwnKey | ApiKeys.KeyOfTeam): Effect.Effect<any, KeyError, Client | Cache> =>
  // Sound: the overloads say whose key comes back, as those of `ApiKeys.revoke` do.
  patchKey(key, { revoked: true }, ApiKeys.revoke(key))

const patchKey = <A>(
  { id, teamId }: ApiKeys.OwnKey | ApiKeys.KeyOfTeam,
  { description, expiresAt, revoked }: ApiKeys.ApiKeyUpdate,
  call: Effect.Effect<A, KeyError, Client>
): Effect.Effect<A, KeyError, Client | Cache> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const shown = {
      ...omitUndefined({ description }),
      ...expiresAt !== undefined && { expiresAt: expiresAt ?? undefined },
      ...revoked && { manuallyRevokedAt: new Date(now) }
    }
    return teamId === undefined
      ? optimistic(Resources.userApiKeys, updateById(id, (key) => ({ ...key, ...shown })), call)
      : optimistic(Resources.teamApiKeys(teamId), updateById(id, (key) => ({ ...key, ...shown })), call)
  })
