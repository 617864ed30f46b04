/** The codecs for contact channels, and their endpoints. */
import { boolean, type Codec, literal, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  UserIdDoesNotExist
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"
import { code, codeErrors, validCode } from "./verificationCodes.ts"

/** A user's contact channel: an email address. */
export interface ContactChannel {
  readonly id: string
  readonly userId: string
  readonly type: "email"
  /** The email address. */
  readonly value: string
  /** `true` if the address is the user's `primaryEmail`. A user has at most one primary channel. */
  readonly isPrimary: boolean
  /** `true` if the user has proved to own the address. */
  readonly isVerified: boolean
  /** `true` if the user signs in with the address. Unique among a project's users. */
  readonly usedForAuth: boolean
}

export const ContactChannel: Codec<ContactChannel> = /*#__PURE__*/ struct(() => ({
  id: string,
  userId: string,
  type: literal("email"),
  value: string,
  isPrimary: boolean,
  isVerified: boolean,
  usedForAuth: boolean
}))

/** The signed-in user's new contact channel. */
export interface ContactChannelCreation {
  /** An email address that the user has not added yet. */
  readonly value: string
  readonly usedForAuth: boolean
  /** `true` replaces the primary channel. */
  readonly isPrimary?: boolean | undefined
}

/** A new contact channel that a server creates. */
export interface ServerContactChannelCreation extends ContactChannelCreation {
  readonly isVerified?: boolean | undefined
}

/** A change to a contact channel by its user. Omitted fields keep their values. */
export interface ContactChannelUpdate {
  /** A new address, which is not verified. */
  readonly value?: string | undefined
  readonly usedForAuth?: boolean | undefined
  /** `true` replaces the primary channel; `false` leaves the user without one. */
  readonly isPrimary?: boolean | undefined
}

/** A change to a contact channel by a server. */
export interface ServerContactChannelUpdate extends ContactChannelUpdate {
  readonly isVerified?: boolean | undefined
}

const email = () => literal("email")

const creationFields = () => ({
  userId: uuidOrMe,
  value: string,
  type: email(),
  usedForAuth: boolean,
  isPrimary: optional(boolean)
})

const updateFields = () => ({
  value: optional(string),
  type: optional(email()),
  usedForAuth: optional(boolean),
  isPrimary: optional(boolean)
})

const channelParams = () => struct({ userId: uuidOrMe, contactChannelId: uuid })
const listQuery = () => struct({ userId: optional(uuidOrMe), contactChannelId: optional(uuid) })
const callbackPayload = () => struct({ callbackUrl: string })

/**
 * Sends a verification code to the primary address, which must be in the request. The other endpoint accepts any
 * channel.
 */
export const sendCodeToPrimary = endpoint(
  "contactChannels.sendVerificationCodeLegacy",
  "POST",
  "/contact-channels/send-verification-code",
  { session: true },
  () => ({
    payload: struct({ email: string, callbackUrl: string }),
    errors: [
      CannotGetOwnUserWithoutUser,
      EmailIsNotPrimaryEmail,
      EmailAlreadyVerified,
      RedirectUrlNotWhitelisted,
      RequestSchemaError
    ]
  })
)

export const verify = endpoint(
  "contactChannels.verify",
  "POST",
  "/contact-channels/verify",
  { claims: "changed" },
  () => ({
    payload: code,
    errors: [...codeErrors(), RequestSchemaError]
  })
)

export const checkCode = endpoint(
  "contactChannels.verifyCheck",
  "POST",
  "/contact-channels/verify/check-code",
  {},
  () => ({
    payload: code,
    success: validCode,
    errors: [...codeErrors(), RequestSchemaError]
  })
)

export const list = endpoint("contactChannels.list", "GET", "/contact-channels", { session: true }, () => ({
  query: listQuery(),
  success: listOf(ContactChannel),
  errors: [CannotGetOwnUserWithoutUser]
}))

export const listAsServer = endpoint(
  "contactChannels.list.server",
  "GET",
  "/contact-channels",
  { level: "server", session: "me" },
  () => ({
    query: listQuery(),
    success: listOf(ContactChannel),
    errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const create = endpoint("contactChannels.create.client", "POST", "/contact-channels", {
  session: true,
  claims: "changed",
  status: 201
}, () => ({
  payload: struct(creationFields()),
  success: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse, RequestSchemaError]
}))

export const createAsServer = endpoint("contactChannels.create.server", "POST", "/contact-channels", {
  level: "server",
  session: "me",
  claims: "changed",
  status: 201
}, () => ({
  payload: struct({ ...creationFields(), isVerified: optional(boolean) }),
  success: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse, RequestSchemaError]
}))

const onePath = "/contact-channels/:userId/:contactChannelId"

const getShape = () => ({
  params: channelParams(),
  success: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
})

export const get = endpoint("contactChannels.get", "GET", onePath, { session: true }, getShape)

export const getAsServer = endpoint("contactChannels.get.server", "GET", onePath, {
  level: "server",
  session: "me"
}, getShape)

export const update = endpoint(
  "contactChannels.update.client",
  "PATCH",
  onePath,
  { session: true, claims: "changed" },
  () => ({
    params: channelParams(),
    payload: struct(updateFields()),
    success: ContactChannel,
    errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse, RequestSchemaError]
  })
)

export const updateAsServer = endpoint(
  "contactChannels.update.server",
  "PATCH",
  onePath,
  { level: "server", session: "me", claims: "changed" },
  () => ({
    params: channelParams(),
    payload: struct({ ...updateFields(), isVerified: optional(boolean) }),
    success: ContactChannel,
    errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse, RequestSchemaError]
  })
)

const removeShape = () => ({
  params: channelParams(),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
})

export const remove = endpoint("contactChannels.remove", "DELETE", onePath, {
  session: true,
  claims: "changed"
}, removeShape)

export const removeAsServer = endpoint("contactChannels.remove.server", "DELETE", onePath, {
  level: "server",
  session: "me",
  claims: "changed"
}, removeShape)

export const sendCode = endpoint(
  "contactChannels.sendVerificationCode",
  "POST",
  `${onePath}/send-verification-code`,
  { session: true },
  () => ({
    params: channelParams(),
    payload: callbackPayload(),
    errors: [CannotGetOwnUserWithoutUser, EmailAlreadyVerified, RedirectUrlNotWhitelisted, RequestSchemaError]
  })
)

export const sendCodeAsServer = endpoint(
  "contactChannels.sendVerificationCode.server",
  "POST",
  `${onePath}/send-verification-code`,
  { level: "server", session: "me" },
  () => ({
    params: channelParams(),
    payload: callbackPayload(),
    errors: [
      CannotGetOwnUserWithoutUser,
      UserIdDoesNotExist,
      EmailAlreadyVerified,
      RedirectUrlNotWhitelisted,
      RequestSchemaError
    ]
  })
)
