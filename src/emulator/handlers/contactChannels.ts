/** Handlers for contact channels. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/contactChannels.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../../wire/KnownErrors.ts"
import * as mails from "../emails/mails.ts"
import type { HandlersOf, RequestContext, RequestOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import * as codes from "../rules/codes.ts"
import { contactChannelTaken, userNotFound } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import { requireCurrentUser, resolveUserIdForServer } from "../rules/lookup.ts"
import * as validation from "../rules/validation.ts"
import { findUserByAuthEmail, normalizeEmail, saveUser } from "../state/projectTables.ts"
import type { ContactChannelRow, ProjectRow, UserRow } from "../state/rows.ts"
import { makeEmailChannel, makeOthersSecondary, primaryChannel } from "../state/userRows.ts"

const toContactChannel = ({ id: userId }: UserRow, channel: ContactChannelRow) => ({
  ...channel,
  userId,
  type: "email" as const
})

const notOwnUser = reject(403, "Clients can access only the contact channels of the signed-in user")

const findUserForServer = ({ project, user }: RequestContext, userId: string) =>
  Effect.map(resolveUserIdForServer(user, userId), (id) => project.users.get(id))

const channelOf = (user: UserRow | undefined, channelId: string) =>
  user?.contactChannels.find((channel) => channel.id === channelId)

const notFound = reject(404, "Contact channel not found")

/** Finds a channel to change or delete. The service answers 400 if it is missing, and 404 when one is read. */
const findForChange = (user: UserRow | undefined, channelId: string) => {
  const channel = channelOf(user, channelId)
  return user === undefined || channel === undefined
    ? Effect.fail(reject(400, "Contact channel not found"))
    : Effect.succeed({ user, channel })
}

const alreadyExists = reject(400, "The user already has a contact channel with this value")

const list = (users: Iterable<UserRow>, channelId: string | undefined) => ({
  items: Array.from(users, (user) => user.contactChannels.map((channel) => ({ user, channel }))).flat()
    .filter(({ channel }) => channelId === undefined || channel.id === channelId)
    // Oldest first. In the same millisecond, channels are ordered by the age of their users, then by insertion.
    .sort((a, b) => a.channel.createdAtMillis - b.channel.createdAtMillis)
    .map(({ channel, user }) => toContactChannel(user, channel)),
  isPaginated: false
})

const create = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  { isPrimary = false, isVerified = false, usedForAuth, ...given }: wire.ServerContactChannelCreation
) {
  const value = normalizeEmail(project, given.value)
  if (user.contactChannels.some((channel) => channel.value === value)) return yield* alreadyExists
  if (usedForAuth && findUserByAuthEmail(project, value) !== undefined) {
    return yield* contactChannelTaken(project, value)
  }
  const channel: ContactChannelRow = { ...yield* makeEmailChannel(project, value), isPrimary, isVerified, usedForAuth }
  user.contactChannels.push(channel)
  saveUser(project, user)
  if (isPrimary) makeOthersSecondary(user, channel)
  return toContactChannel(user, channel)
})

/** Makes the handlers for one channel, for callers that `findOwner` lets name a user. */
const makeHandlers = <E>(
  findOwner: (context: RequestContext, userId: string) => Effect.Effect<UserRow | undefined, E>
) => ({
  get: Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof wire.get>) {
    const user = yield* findOwner(context, params.userId)
    const channel = channelOf(user, params.contactChannelId)
    return user === undefined || channel === undefined ? yield* notFound : toContactChannel(user, channel)
  }),

  update: Effect.fnUntraced(function*({ params, payload, ...context }: RequestOf<typeof wire.updateAsServer>) {
    const { project } = context
    const { channel, user } = yield* findForChange(yield* findOwner(context, params.userId), params.contactChannelId)
    const { isPrimary = channel.isPrimary, usedForAuth = channel.usedForAuth } = payload
    const value = payload.value === undefined ? channel.value : normalizeEmail(project, payload.value)
    const holder = usedForAuth ? findUserByAuthEmail(project, value) : undefined
    // Only here, the service omits the email from the error.
    if (holder !== undefined && holder !== user) return yield* contactChannelTaken(project, null)
    if (user.contactChannels.some((other) => other !== channel && other.value === value)) return yield* alreadyExists
    const isVerified = payload.isVerified ?? (value === channel.value && channel.isVerified)
    Object.assign(channel, { isPrimary, isVerified, usedForAuth, value })
    saveUser(project, user)
    if (isPrimary) makeOthersSecondary(user, channel)
    return toContactChannel(user, channel)
  }),

  remove: Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof wire.remove>) {
    const { channel, user } = yield* findForChange(yield* findOwner(context, params.userId), params.contactChannelId)
    user.contactChannels.splice(user.contactChannels.indexOf(channel), 1)
    saveUser(context.project, user)
    return { success: true as const }
  })
})

const own = makeHandlers(({ user }, userId) => requireCurrentUser(user, userId, notOwnUser))
const named = makeHandlers(findUserForServer)

const sendCode = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  channel: ContactChannelRow | undefined,
  callbackUrl: string
) {
  if (channel === undefined) return yield* notFound
  if (channel.isVerified) return yield* failWith(EmailAlreadyVerified, "This email has already been verified")
  const purpose = { for: "contact-channel", userId: user.id, email: channel.value } as const
  yield* mails.sendCode(project, purpose, callbackUrl, { userDisplayName: user.displayName })
  return { success: true as const }
})

export const contactChannelHandlers: HandlersOf<typeof wire> = {
  sendCodeToPrimary: Effect.fnUntraced(function*({ payload, project, ...context }) {
    const { callbackUrl } = payload
    const email = normalizeEmail(project, payload.email)
    const user = yield* validation.requireUser(context.user)
    const primary = primaryChannel(user)
    const primaryEmail = primary?.value ?? null
    if (primaryEmail !== email) {
      const message = `The email ${JSON.stringify(email)} is not the primary email of the user, ${
        JSON.stringify(primaryEmail)
      }`
      return yield* failWith(EmailIsNotPrimaryEmail, message, { email, primaryEmail })
    }
    return yield* sendCode(project, user, primary, callbackUrl)
  }),

  verify: Effect.fnUntraced(function*({ payload, project }) {
    const { purpose } = yield* codes.use(project, "contact-channel", payload.code)
    // By address: the code proves access to that address only.
    const channel = project.users.get(purpose.userId)?.contactChannels.find(({ value }) => value === purpose.email)
    if (channel === undefined) return yield* reject(400, "The contact channel of this code no longer exists")
    channel.isVerified = true
    return { success: true as const }
  }),

  checkCode: ({ payload, project }) =>
    Effect.as(codes.check(project, "contact-channel", payload.code), { isCodeValid: true as const }),

  list: ({ query, ...context }) =>
    Effect.map(
      requireCurrentUser(context.user, query.userId, notOwnUser),
      (user) => list([user], query.contactChannelId)
    ),

  listAsServer: Effect.fnUntraced(function*({ query, ...context }) {
    const { contactChannelId, userId } = query
    if (userId === undefined) return list(context.project.users.values(), contactChannelId)
    const user = yield* findUserForServer(context, userId)
    return list(user === undefined ? [] : [user], contactChannelId)
  }),

  create: Effect.fnUntraced(function*({ payload, ...context }) {
    const user = yield* requireCurrentUser(context.user, payload.userId, notOwnUser)
    return yield* create(context.project, user, payload)
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, ...context }) {
    const user = yield* findUserForServer(context, payload.userId)
    if (user === undefined) return yield* reject(400, "The user does not exist")
    return yield* create(context.project, user, payload)
  }),

  ...own,
  getAsServer: named.get,
  updateAsServer: named.update,
  removeAsServer: named.remove,

  sendCode: Effect.fnUntraced(function*({ params, payload, ...context }) {
    const notOwn = reject(400, "Clients can send codes only to the signed-in user")
    const user = yield* requireCurrentUser(context.user, params.userId, notOwn)
    return yield* sendCode(context.project, user, channelOf(user, params.contactChannelId), payload.callbackUrl)
  }),

  sendCodeAsServer: Effect.fnUntraced(function*({ params, payload, ...context }) {
    const user = yield* findUserForServer(context, params.userId)
    if (user === undefined) return yield* userNotFound(params.userId)
    return yield* sendCode(context.project, user, channelOf(user, params.contactChannelId), payload.callbackUrl)
  })
}
