/**
 * Handlers of contact channels.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/contactChannels.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../wire/KnownErrors.ts"
import * as checks from "./checks.ts"
import * as codes from "./codes.ts"
import { noSuchUser, usedBySomeoneElse } from "./errors.ts"
import { ownUser, userIdForServer } from "./find.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { type Refusal, refuse } from "./http.ts"
import * as mails from "./mails.ts"
import type { ContactChannelRow, ProjectRow, UserRow } from "./State.ts"
import { keepUser, normalEmail, userByAuthEmail } from "./tables.ts"
import { emailChannel, makeOthersSecondary, primaryChannel } from "./userRows.ts"

const show = (user: UserRow, { createdAtMillis: _, ...channel }: ContactChannelRow): wire.ContactChannel => ({
  ...channel,
  userId: user.id,
  type: "email"
})

const ofOwnUserOnly = refuse(403, "Clients can access only the contact channels of the signed-in user")

/** The user whom a server names, if there is one. */
const anyUser = ({ project, user }: Circumstances, userId: string): Effect.Effect<UserRow | undefined, Refusal> =>
  Effect.map(userIdForServer(user, userId), (id) => project.users.get(id))

const channelOf = (user: UserRow | undefined, channelId: string) =>
  user?.contactChannels.find((channel) => channel.id === channelId)

const notFound = refuse(404, "Contact channel not found")

// The service has this status where a channel is changed or deleted, and 404 where it is read.
const notThere = refuse(400, "Contact channel not found")

const hasAlready = refuse(400, "The user already has a contact channel with this value")

const list = (users: Iterable<UserRow>, channelId: string | undefined) => ({
  items: Array.from(users, (user) => user.contactChannels.map((channel) => ({ user, channel }))).flat()
    .filter(({ channel }) => channelId === undefined || channel.id === channelId)
    // Oldest first; of two that began in the same millisecond, the one of the older user, and of these the earlier one.
    .sort((a, b) => a.channel.createdAtMillis - b.channel.createdAtMillis)
    .map(({ channel, user }) => show(user, channel)),
  isPaginated: false
})

const create = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  { isPrimary = false, isVerified = false, usedForAuth, ...given }: wire.ServerContactChannelCreation
) {
  const value = normalEmail(project, given.value)
  if (user.contactChannels.some((channel) => channel.value === value)) return yield* hasAlready
  if (usedForAuth && userByAuthEmail(project, value) !== undefined) return yield* usedBySomeoneElse(project, value)
  const channel: ContactChannelRow = { ...yield* emailChannel(project, value), isPrimary, isVerified, usedForAuth }
  user.contactChannels.push(channel)
  keepUser(project, user)
  if (isPrimary) makeOthersSecondary(user, channel)
  return show(user, channel)
})

const update = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow | undefined,
  channelId: string,
  changes: wire.ServerContactChannelUpdate
) {
  const channel = channelOf(user, channelId)
  if (user === undefined || channel === undefined) return yield* notThere
  const { isPrimary = channel.isPrimary, usedForAuth = channel.usedForAuth } = changes
  const value = changes.value === undefined ? channel.value : normalEmail(project, changes.value)
  const holder = usedForAuth ? userByAuthEmail(project, value) : undefined
  // Here, and only here, the service does not repeat the address.
  if (holder !== undefined && holder !== user) return yield* usedBySomeoneElse(project, null)
  if (user.contactChannels.some((other) => other !== channel && other.value === value)) return yield* hasAlready
  const isVerified = changes.isVerified ?? (value === channel.value && channel.isVerified)
  Object.assign(channel, { isPrimary, isVerified, usedForAuth, value })
  keepUser(project, user)
  if (isPrimary) makeOthersSecondary(user, channel)
  return show(user, channel)
})

const remove = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow | undefined, channelId: string) {
  const channel = channelOf(user, channelId)
  if (user === undefined || channel === undefined) return yield* notThere
  user.contactChannels.splice(user.contactChannels.indexOf(channel), 1)
  keepUser(project, user)
  return { success: true as const }
})

const sendCode = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  channel: ContactChannelRow | undefined,
  callbackUrl: string
) {
  if (channel === undefined) return yield* notFound
  if (channel.isVerified) {
    return yield* new EmailAlreadyVerified({ message: "This email has already been verified", details: {} })
  }
  const purpose = { for: "contact-channel", userId: user.id, email: channel.value } as const
  yield* mails.sendCode(project, purpose, callbackUrl, { userDisplayName: user.displayName })
  return { success: true as const }
})

/** @since 0.1.0 */
export const contactChannelHandlers: HandlersOf<typeof wire> = {
  sendCodeToPrimary: Effect.fnUntraced(function*({ payload, project, ...circumstances }) {
    const { callbackUrl } = payload
    const email = normalEmail(project, payload.email)
    const user = yield* checks.signedIn(circumstances.user)
    const primary = primaryChannel(user)
    if (primary?.value !== email) {
      return yield* new EmailIsNotPrimaryEmail({
        message: `The email ${JSON.stringify(email)} is not the primary email of the user, ${
          JSON.stringify(primary?.value ?? null)
        }`,
        details: { email, primaryEmail: primary?.value ?? null }
      })
    }
    return yield* sendCode(project, user, primary, callbackUrl)
  }),

  verify: Effect.fnUntraced(function*({ payload, project }) {
    const { purpose } = yield* codes.use(project, "contact-channel", payload.code)
    // By its address: the code proves access to that address, and to no other.
    const channel = project.users.get(purpose.userId)?.contactChannels.find(({ value }) => value === purpose.email)
    if (channel === undefined) {
      return yield* refuse(400, "The contact channel of this code no longer exists")
    }
    channel.isVerified = true
    return { success: true as const }
  }),

  checkCode: ({ payload, project }) =>
    Effect.as(codes.check(project, "contact-channel", payload.code), { isCodeValid: true as const }),

  list: ({ query, ...circumstances }) =>
    Effect.map(
      ownUser(circumstances.user, query.userId, ofOwnUserOnly),
      (user) => list([user], query.contactChannelId)
    ),

  listAsServer: Effect.fnUntraced(function*({ query, ...circumstances }) {
    const { contactChannelId, userId } = query
    if (userId === undefined) return list(circumstances.project.users.values(), contactChannelId)
    const user = yield* anyUser(circumstances, userId)
    return list(user === undefined ? [] : [user], contactChannelId)
  }),

  create: Effect.fnUntraced(function*({ payload, ...circumstances }) {
    return yield* create(
      circumstances.project,
      yield* ownUser(circumstances.user, payload.userId, ofOwnUserOnly),
      payload
    )
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, ...circumstances }) {
    const user = yield* anyUser(circumstances, payload.userId)
    if (user === undefined) return yield* refuse(400, "The user does not exist")
    return yield* create(circumstances.project, user, payload)
  }),

  read: Effect.fnUntraced(function*({ params, ...circumstances }) {
    const user = yield* ownUser(circumstances.user, params.userId, ofOwnUserOnly)
    const channel = channelOf(user, params.contactChannelId)
    return channel === undefined ? yield* notFound : show(user, channel)
  }),

  readAsServer: Effect.fnUntraced(function*({ params, ...circumstances }) {
    const user = yield* anyUser(circumstances, params.userId)
    const channel = channelOf(user, params.contactChannelId)
    return user === undefined || channel === undefined ? yield* notFound : show(user, channel)
  }),

  update: Effect.fnUntraced(function*({ params, payload, ...circumstances }) {
    const user = yield* ownUser(circumstances.user, params.userId, ofOwnUserOnly)
    return yield* update(circumstances.project, user, params.contactChannelId, payload)
  }),

  updateAsServer: Effect.fnUntraced(function*({ params, payload, ...circumstances }) {
    const user = yield* anyUser(circumstances, params.userId)
    return yield* update(circumstances.project, user, params.contactChannelId, payload)
  }),

  remove: Effect.fnUntraced(function*({ params, ...circumstances }) {
    return yield* remove(
      circumstances.project,
      yield* ownUser(circumstances.user, params.userId, ofOwnUserOnly),
      params.contactChannelId
    )
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, ...circumstances }) {
    return yield* remove(circumstances.project, yield* anyUser(circumstances, params.userId), params.contactChannelId)
  }),

  sendCode: Effect.fnUntraced(function*({ params, payload, ...circumstances }) {
    const notOwn = refuse(400, "Clients can send codes only to the signed-in user")
    const user = yield* ownUser(circumstances.user, params.userId, notOwn)
    return yield* sendCode(circumstances.project, user, channelOf(user, params.contactChannelId), payload.callbackUrl)
  }),

  sendCodeAsServer: Effect.fnUntraced(function*({ params, payload, ...circumstances }) {
    const user = yield* anyUser(circumstances, params.userId)
    if (user === undefined) return yield* noSuchUser(params.userId)
    return yield* sendCode(circumstances.project, user, channelOf(user, params.contactChannelId), payload.callbackUrl)
  })
}
