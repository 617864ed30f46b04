/** Operations on users. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { NewOAuthAccount, ServerUser, User } from "../../wire/users.ts"
import type { Rejection } from "../requests/http.ts"
import { resolveDefaultPermissions } from "../rules/permissions.ts"
import { toRestrictionFields } from "../rules/restriction.ts"
import { reportEvent } from "../webhooks/rows.ts"
import type { OAuthAccountRow } from "./oauthRows.ts"
import { normalizeEmail, saveUser } from "./projectTables.ts"
import * as random from "./random.ts"
import type { ContactChannelRow, ProjectRow, UserRow } from "./rows.ts"
import { createTeam, toServerTeam } from "./teamRows.ts"
import { defaultUserFields, toShownFields, toStoredFields, type UserFieldChanges } from "./userFields.ts"

/** A new user's fields. Missing fields are empty or `false`. */
export interface NewUser extends UserFieldChanges {
  /** Random by default. */
  readonly id?: string | undefined
  /** The current time by default. */
  readonly signedUpAtMillis?: number | undefined
  readonly primaryEmail?: string | null | undefined
  readonly primaryEmailVerified?: boolean | undefined
  readonly primaryEmailAuthEnabled?: boolean | undefined
  readonly password?: UserRow["password"] | undefined
  readonly totpSecretBase64?: string | null | undefined
  readonly isAnonymous?: boolean | undefined
  readonly oauthProviders?: ReadonlyArray<NewOAuthAccount> | undefined
}

/** Creates a user. If the project creates a team for each user, it becomes the selected team. */
export const createUser = Effect.fnUntraced(function*(project: ProjectRow, fields: NewUser) {
  const now = yield* Clock.currentTimeMillis
  const user: UserRow = {
    ...defaultUserFields,
    ...toStoredFields(fields),
    id: fields.id ?? (yield* random.uuid),
    signedUpAtMillis: fields.signedUpAtMillis ?? now,
    lastActiveAtMillis: now,
    password: fields.password ?? null,
    passkey: null,
    totpSecretBase64: fields.totpSecretBase64 ?? null,
    isAnonymous: fields.isAnonymous ?? false,
    oauthProviders: yield* makeOAuthAccounts(fields),
    selectedTeamId: null,
    contactChannels: [],
    permissions: new Set(yield* resolveDefaultPermissions(project, "user")),
    notifications: new Map()
  }
  if (fields.primaryEmail != null) {
    const channel = yield* makeEmailChannel(project, fields.primaryEmail)
    channel.isVerified = fields.primaryEmailVerified ?? false
    channel.usedForAuth = fields.primaryEmailAuthEnabled ?? false
    user.contactChannels.push(channel)
  }
  project.users.set(user.id, user)
  if (project.config.createTeamOnSignUp) {
    const displayName = namePersonalTeam(user.displayName ?? fields.primaryEmail)
    user.selectedTeamId = (yield* createTeam(project, { displayName }, user.id)).id
  }
  // As in the service, the event describes the user before the team was created.
  reportEvent(
    project,
    "user.created",
    () => ({ ...toServerUser(project, user), selectedTeamId: null, selectedTeam: null })
  )
  return user
})

const namePersonalTeam = (owner: string | null | undefined): string =>
  owner == null ? "Personal team" : `Team of ${owner}`

/** Names a formerly anonymous user's team after the user, unless it was renamed. Since 2026. */
export const renamePersonalTeam = (project: ProjectRow, user: UserRow): void => {
  const team = project.teams.get(user.selectedTeamId ?? "")
  if (project.generation === "2025" || team?.displayName !== namePersonalTeam(null)) return
  team.displayName = namePersonalTeam(user.displayName ?? primaryChannel(user)?.value)
}

/** Signs up a user. If the current user is anonymous, that user is upgraded and keeps its id and data. */
export const createOrUpgradeUser = Effect.fnUntraced(function*(
  project: ProjectRow,
  current: UserRow | undefined,
  fields: Omit<NewUser, "isAnonymous">
): Effect.fn.Return<UserRow, Rejection> {
  if (current?.isAnonymous !== true) return yield* createUser(project, fields)
  makeRegular(project, current, yield* Clock.currentTimeMillis)
  current.displayName = fields.displayName || current.displayName
  current.password = fields.password ?? current.password
  current.otpAuthEnabled = fields.otpAuthEnabled ?? current.otpAuthEnabled
  current.oauthProviders = [...current.oauthProviders, ...yield* makeOAuthAccounts(fields)]
  if (fields.primaryEmail != null) {
    const value = normalizeEmail(project, fields.primaryEmail)
    for (const channel of current.contactChannels) channel.isPrimary = false
    let channel = current.contactChannels.find((channel) => channel.value === value)
    if (channel === undefined) current.contactChannels.push(channel = yield* makeEmailChannel(project, value))
    channel.isPrimary = true
    channel.isVerified ||= fields.primaryEmailVerified ?? false
    channel.usedForAuth = fields.primaryEmailAuthEnabled ?? false
  }
  saveUser(project, current)
  renamePersonalTeam(project, current)
  reportEvent(project, "user.updated", () => toServerUser(project, current))
  return current
})

/** Makes an anonymous user a regular one. Since 2026, the sign-up time is now, which changes the order in lists. */
export const makeRegular = (project: ProjectRow, user: UserRow, now: number): void => {
  user.isAnonymous = false
  if (project.generation === "2025") return
  user.signedUpAtMillis = now
  if (project.users.delete(user.id)) project.users.set(user.id, user)
}

const makeOAuthAccounts = ({ oauthProviders = [] }: NewUser) =>
  Effect.forEach(oauthProviders, ({ accountId, email = null, id }) => makeOAuthAccount({ id, accountId, email }))

/** Creates a provider account's row, enabled for sign-in and as a connected account by default. */
export const makeOAuthAccount = Effect.fnUntraced(function*(
  fields: Pick<OAuthAccountRow, "id" | "accountId" | "email"> & Partial<OAuthAccountRow>
): Effect.fn.Return<OAuthAccountRow> {
  return { connectionId: yield* random.uuid, allowSignIn: true, allowConnectedAccounts: true, tokens: [], ...fields }
})

/** Creates a contact channel: primary, not verified and not used to sign in. */
export const makeEmailChannel = Effect.fnUntraced(function*(project: ProjectRow, value: string) {
  return {
    id: yield* random.uuid,
    createdAtMillis: yield* Clock.currentTimeMillis,
    value: normalizeEmail(project, value),
    isPrimary: true,
    isVerified: false,
    usedForAuth: false
  }
})

/** Returns `true` if a user signs in with an email and has verified it. */
export const hasVerifiedEmail = (project: ProjectRow, { contactChannels }: UserRow, email: string | null): boolean =>
  email !== null &&
  contactChannels.some(({ isVerified, usedForAuth, value }) =>
    isVerified && usedForAuth && value === normalizeEmail(project, email)
  )

/** Converts a user to the entity that servers see. The user sees fewer fields. */
export const toServerUser = (project: ProjectRow, user: UserRow): ServerUser & User => {
  const channel = primaryChannel(user)
  const selectedTeam = user.selectedTeamId === null ? undefined : project.teams.get(user.selectedTeamId)
  const hasPassword = user.password !== null
  return {
    ...toShownFields(user, project.generation),
    ...toRestrictionFields(project, user),
    id: user.id,
    primaryEmail: channel?.value ?? null,
    primaryEmailVerified: channel?.isVerified ?? false,
    primaryEmailAuthEnabled: channel?.usedForAuth ?? false,
    signedUpAt: new Date(user.signedUpAtMillis),
    lastActiveAt: new Date(user.lastActiveAtMillis),
    hasPassword,
    authWithEmail: hasPassword || user.otpAuthEnabled,
    passkeyAuthEnabled: user.passkey !== null,
    requiresTotpMfa: user.totpSecretBase64 !== null,
    isAnonymous: user.isAnonymous,
    oauthProviders: user.oauthProviders.map(({ accountId, email, id }) => ({ id, accountId, email })),
    selectedTeamId: user.selectedTeamId,
    selectedTeam: selectedTeam === undefined ? null : toServerTeam(selectedTeam)
  }
}

/** Returns a user's primary contact channel. */
export const primaryChannel = (user: UserRow): ContactChannelRow | undefined =>
  user.contactChannels.find((channel) => channel.isPrimary)

/** Makes a user's contact channels secondary, except `primary`. */
export const makeOthersSecondary = ({ contactChannels }: UserRow, primary?: ContactChannelRow): void => {
  for (const channel of contactChannels) if (channel !== primary) channel.isPrimary = false
}
