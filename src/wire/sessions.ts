/** The codecs for sessions, and their endpoints. */
import {
  boolean,
  type Codec,
  dateFromMillis,
  finite,
  nullOr,
  number,
  optional,
  secret,
  string,
  withDefault
} from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  RequestSchemaError,
  UserIdDoesNotExist
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { plainStruct, struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** The location from which a session was last used. */
export type IpInfo = {
  readonly ip: string
  readonly countryCode?: string | null | undefined
  readonly regionCode?: string | null | undefined
  readonly cityName?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly tzIdentifier?: string | null | undefined
}

/** A user's session on one device. */
export interface UserSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly isImpersonation: boolean
  readonly lastUsedAt?: Date | undefined
  /** `true` if this session sent the request. */
  readonly isCurrentSession: boolean
  readonly lastUsedAtEndUserIpInfo?: IpInfo | undefined
}

const text = () => optional(nullOr(string))
const coordinate = () => optional(nullOr(number))

export const UserSession: Codec<UserSession> = /*#__PURE__*/ struct(() => ({
  id: string,
  userId: string,
  createdAt: dateFromMillis,
  isImpersonation: boolean,
  lastUsedAt: optional(dateFromMillis),
  isCurrentSession: withDefault(boolean, false),
  // The inner keys are camelCase on the wire too.
  lastUsedAtEndUserIpInfo: optional(plainStruct({
    ip: string,
    countryCode: text(),
    regionCode: text(),
    cityName: text(),
    latitude: coordinate(),
    longitude: coordinate(),
    tzIdentifier: text()
  }))
}))

const userQuery = () => struct({ userId: uuidOrMe })
const sessionId = () => struct({ id: uuid })

export const list = endpoint("sessions.list", "GET", "/auth/sessions", { session: true }, () => ({
  query: userQuery(),
  success: listOf(UserSession),
  errors: [CannotGetOwnUserWithoutUser]
}))

export const revoke = endpoint("sessions.revoke", "DELETE", "/auth/sessions/:id", { session: true }, () => ({
  params: sessionId(),
  query: userQuery(),
  errors: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const create = endpoint(
  "sessions.create.server",
  "POST",
  "/auth/sessions",
  { level: "server", session: "me" },
  () => ({
    payload: struct({
      userId: uuidOrMe,
      expiresInMillis: optional(finite),
      isImpersonation: optional(boolean)
    }),
    success: struct({ accessToken: secret, refreshToken: secret }),
    errors: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const listAsServer = endpoint("sessions.list.server", "GET", "/auth/sessions", {
  level: "server",
  session: "me"
}, () => ({
  query: userQuery(),
  success: listOf(UserSession),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const revokeAsServer = endpoint(
  "sessions.revoke.server",
  "DELETE",
  "/auth/sessions/:id",
  { level: "server", session: "me" },
  () => ({
    params: sessionId(),
    // The recorded service requires the user's id but ignores it; the client always sends it.
    query: struct({ userId: optional(string) }),
    errors: [CannotGetOwnUserWithoutUser, CannotDeleteCurrentSession, RequestSchemaError]
  })
)

export { refreshCurrent, signOut } from "./currentSession.ts"
