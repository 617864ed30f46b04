/**
 * Optimistic account updates.
 *
 * Each function makes the call with the same name, has the same errors, and updates the cache before the service answers. If the call
 * fails or is interrupted, subscribers immediately see the previous value again.
 *
 * **Example** (An optimistic rename)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import { Optimistic } from "latchkey"
 *
 * const rename = (displayName: string) =>
 *   Optimistic.updateUser({ displayName }).pipe(
 *     Effect.catchTag("ApiError", (error) => Console.error(`Your name was not changed: ${error.message}`))
 *   )
 * ```
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Cache } from "../cache/Cache.ts"
import { optimisticCall as optimistic } from "../cache/optimisticCall.ts"
import type { Client } from "../session/ClientService.ts"
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

/** A call's optimistic form, which also requires a cache. `any`, because each call's parameters and types are kept. */
type WithCache<F extends (...args: any) => Effect.Effect<any, any, any>> = (...args: Parameters<F>) => Effect.Effect<
  Effect.Success<ReturnType<F>>,
  Effect.Error<ReturnType<F>>,
  Effect.Services<ReturnType<F>> | Cache
>

type ApiKeyError = ApiKeys.RevokeError

/** Removes fields that are `undefined`. Such fields stay unchanged. */
const omitUndefined = <A extends object>(changes: A): { readonly [K in keyof A]: Exclude<A[K], undefined> } =>
  // Sound: no field in the result is `undefined`.
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]: Exclude<A[K], undefined>
  }

const removeById = (id: string) => <A extends { readonly id: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.filter((item) => item.id !== id)

const updateById =
  <A extends { readonly id: string }>(id: string, changes: (item: A) => A) =>
  (items: ReadonlyArray<A>): ReadonlyArray<A> => items.map((item) => item.id === id ? changes(item) : item)

/** Optimistic `CurrentUser.update` for the name, the image and the metadata. */
export const updateUser: WithCache<typeof CurrentUser.update> = (changes) => {
  const { clientMetadata, displayName, profileImageUrl } = changes
  const shown = omitUndefined({ clientMetadata, displayName, profileImageUrl })
  return optimistic(Resources.user, (user) => user && { ...user, ...shown }, CurrentUser.update(changes))
}

/** Optimistic `Teams.select`. Takes the team instead of its id; `null` selects no team. */
export const selectTeam = (team: Teams.Team | null): ReturnType<WithCache<typeof Teams.select>> => {
  const selectedTeamId = team?.id ?? null
  return optimistic(
    Resources.user,
    (user) => user && { ...user, selectedTeamId, selectedTeam: team },
    Teams.select(selectedTeamId)
  )
}

/** Optimistic `Sessions.revoke`. Removes the session from the list. */
export const revokeSession: WithCache<typeof Sessions.revoke> = (sessionId) =>
  optimistic(Resources.sessions, removeById(sessionId), Sessions.revoke(sessionId))

/** Optimistic `ContactChannels.update`. A new primary channel replaces the previous one, and a new address is unverified. */
export const updateContactChannel: WithCache<typeof ContactChannels.update> = (channelId, changes) =>
  optimistic(Resources.contactChannels, patchChannel(channelId, changes), ContactChannels.update(channelId, changes))

/**
 * Optimistic `ContactChannels.makePrimary`. The channel replaces the previous primary one.
 *
 * @category functions
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

/** Optimistic `ContactChannels.remove`. Removes the channel from the list. */
export const removeContactChannel: WithCache<typeof ContactChannels.remove> = (channelId) =>
  optimistic(Resources.contactChannels, removeById(channelId), ContactChannels.remove(channelId))

/** Optimistic `Teams.update`. Updates the team, and its entry in the list. */
export const updateTeam: WithCache<typeof Teams.update> = (teamId, changes) => {
  const shown = omitUndefined(changes)
  return optimistic(
    Resources.team(teamId),
    (team) => ({ ...team, ...shown }),
    optimistic(Resources.teams, updateById(teamId, (team) => ({ ...team, ...shown })), Teams.update(teamId, changes))
  )
}

/** Optimistic `Teams.leave`. Removes the team from the list. */
export const leaveTeam: WithCache<typeof Teams.leave> = (teamId) =>
  optimistic(Resources.teams, removeById(teamId), Teams.leave(teamId))

/** Optimistic `Teams.remove`. Removes the team from the list. */
export const removeTeam: WithCache<typeof Teams.remove> = (teamId) =>
  optimistic(Resources.teams, removeById(teamId), Teams.remove(teamId))

/**
 * Optimistic `TeamMembers.updateOwn` for the name and the image in the team. `null` restores the user's image, which is
 * known only after the service answers.
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

/** Optimistic `TeamMembers.remove`. Removes the member from the list. */
export const removeTeamMember: WithCache<typeof TeamMembers.remove> = (member) =>
  optimistic(
    Resources.teamMembers(member.teamId),
    (members) => members.filter(({ userId }) => userId !== member.userId),
    TeamMembers.remove(member)
  )

/** Optimistic `TeamInvitations.revoke`. Removes the invitation from the list. */
export const revokeInvitation: WithCache<typeof TeamInvitations.revoke> = (invitation) =>
  optimistic(
    Resources.teamInvitations(invitation.teamId),
    removeById(invitation.id),
    TeamInvitations.revoke(invitation)
  )

/** Optimistic `ApiKeys.update`. Updates the key in its owner's list. */
export const updateApiKey: {
  (key: ApiKeys.OwnKey, changes: ApiKeys.ApiKeyUpdate): Effect.Effect<ApiKeys.UserApiKey, ApiKeyError, Client | Cache>
  (
    key: ApiKeys.KeyOfTeam,
    changes: ApiKeys.ApiKeyUpdate
  ): Effect.Effect<ApiKeys.TeamApiKey, ApiKeyError, Client | Cache>
} = (
  key: ApiKeys.OwnKey | ApiKeys.KeyOfTeam,
  changes: ApiKeys.ApiKeyUpdate
): Effect.Effect<any, ApiKeyError, Client | Cache> =>
  // Sound: the overloads match `ApiKeys.update`.
  patchKey(key, changes, ApiKeys.update(key, changes))

/** Optimistic `ApiKeys.revoke`. Marks the key as revoked in its owner's list. */
export const revokeApiKey: {
  (key: ApiKeys.OwnKey): Effect.Effect<ApiKeys.UserApiKey, ApiKeyError, Client | Cache>
  (key: ApiKeys.KeyOfTeam): Effect.Effect<ApiKeys.TeamApiKey, ApiKeyError, Client | Cache>
} = (key: ApiKeys.OwnKey | ApiKeys.KeyOfTeam): Effect.Effect<any, ApiKeyError, Client | Cache> =>
  // Sound: the overloads match `ApiKeys.revoke`.
  patchKey(key, { revoked: true }, ApiKeys.revoke(key))

const patchKey = <A>(
  { id, teamId }: ApiKeys.OwnKey | ApiKeys.KeyOfTeam,
  { description, revoked }: ApiKeys.ApiKeyUpdate,
  call: Effect.Effect<A, ApiKeyError, Client>
): Effect.Effect<A, ApiKeyError, Client | Cache> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const shown = {
      ...omitUndefined({ description }),
      ...revoked && { manuallyRevokedAt: new Date(now) }
    }
    return teamId === undefined
      ? optimistic(Resources.userApiKeys, updateById(id, (key) => ({ ...key, ...shown })), call)
      : optimistic(Resources.teamApiKeys(teamId), updateById(id, (key) => ({ ...key, ...shown })), call)
  })
