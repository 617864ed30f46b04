/** The codecs for teams, and their endpoints. */
import { booleanFromString, type Codec, dateFromMillis, finiteFromString, nullOr, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { type Json, json, jsonInput } from "./Json.ts"
import {
  BodyParsingError,
  CannotGetOwnUserWithoutUser,
  RequestSchemaError,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired,
  UserAuthenticationRequired,
  UserNotFound
} from "./KnownErrors.ts"
import { pageOf } from "./listOf.ts"
import { orderBy } from "./orderBy.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** A team with the fields that its members may see. */
export interface Team {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  /** Written and readable by members. */
  readonly clientMetadata: Json
  /** Written by servers, readable by members. */
  readonly clientReadOnlyMetadata: Json
}

/** A team with the fields that servers may see. */
export interface ServerTeam extends Team {
  readonly createdAt: Date
  /** Written and readable by servers only. */
  readonly serverMetadata: Json
}

const teamFields = () => ({
  id: string,
  displayName: string,
  profileImageUrl: nullOr(string),
  clientMetadata: json,
  clientReadOnlyMetadata: json
})

export const Team: Codec<Team> = /*#__PURE__*/ struct(teamFields)

export const ServerTeam: Codec<ServerTeam> = /*#__PURE__*/ struct(() => ({
  ...teamFields(),
  createdAt: dateFromMillis,
  serverMetadata: json
}), { createdAt: "created_at_millis" })

/** A change of a team by a member. Omitted fields keep their values; `null` clears it. */
export interface TeamUpdate {
  readonly displayName?: string | undefined
  /** A `data:` URL with a Base64 image. The service accepts no other URLs from clients. */
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: Json | undefined
}

/** A new team of the signed-in user. */
export interface TeamCreation extends TeamUpdate {
  readonly displayName: string
}

/** A change of a team by a server. Images may be any URL. */
export interface ServerTeamUpdate extends TeamUpdate {
  readonly clientReadOnlyMetadata?: Json | undefined
  readonly serverMetadata?: Json | undefined
}

/** A new team that a server creates. */
export interface ServerTeamCreation extends ServerTeamUpdate {
  readonly displayName: string
  /**
   * The user who becomes the first member, with the permissions of a team creator. Without one, the team has no
   * members.
   */
  readonly creatorUserId?: string | undefined
}

const metadata = () => optional(jsonInput)

const updateFields = () => ({
  displayName: optional(string),
  profileImageUrl: optional(nullOr(string)),
  clientMetadata: metadata()
})

const serverFields = () => ({ ...updateFields(), clientReadOnlyMetadata: metadata(), serverMetadata: metadata() })

const creationFields = () => ({ displayName: string, creatorUserId: optional(uuidOrMe) })

/** The older parameter that makes the signed-in user the creator. */
const creationQuery = () => struct({ addCurrentUser: optional(booleanFromString) })

/**
 * The filter and the order of a list of teams. Services up to 2.8.86 accept only `userId`, and refuse the others with
 * `RequestSchemaError`.
 */
export interface TeamFilter {
  /** Lists only teams with this member. */
  readonly userId?: string
  /** Part of a display name, case-insensitive, or a complete team id. */
  readonly query?: string | undefined
  readonly orderBy?: "createdAt" | undefined
  /** `true` lists the newest teams first; `false`, the default, the oldest. */
  readonly desc?: boolean | undefined
}

const listShape = () => ({
  query: struct({
    userId: optional(uuidOrMe),
    orderBy: optional(orderBy("createdAt")),
    desc: optional(booleanFromString),
    query: optional(string),
    limit: optional(finiteFromString),
    cursor: optional(string)
  })
})

/** The fields of a list of teams since version 2.8.92. */
const laterFields = ["order_by", "desc", "query", "limit", "cursor"]

const teamId = () => struct({ teamId: uuid })

export const list = endpoint("teams.list", "GET", "/teams", { session: true, laterFields }, () => ({
  ...listShape(),
  success: pageOf(Team),
  errors: [CannotGetOwnUserWithoutUser]
}))

export const listAsServer = endpoint("teams.list.server", "GET", "/teams", {
  level: "server",
  session: "me",
  laterFields
}, () => ({
  ...listShape(),
  success: pageOf(ServerTeam),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const create = endpoint("teams.create", "POST", "/teams", { session: true, status: 201 }, () => ({
  query: creationQuery(),
  payload: struct({ ...updateFields(), ...creationFields() }),
  success: Team,
  errors: [BodyParsingError, UserAuthenticationRequired, CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const createAsServer = endpoint(
  "teams.create.server",
  "POST",
  "/teams",
  { level: "server", session: "me", status: 201 },
  () => ({
    query: creationQuery(),
    payload: struct({ ...serverFields(), ...creationFields() }),
    success: ServerTeam,
    errors: [BodyParsingError, UserNotFound, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const get = endpoint("teams.get", "GET", "/teams/:teamId", { session: true }, () => ({
  params: teamId(),
  success: Team,
  errors: [TeamMembershipNotFound, UserAuthenticationRequired, RequestSchemaError]
}))

export const getAsServer = endpoint("teams.get.server", "GET", "/teams/:teamId", { level: "server" }, () => ({
  params: teamId(),
  success: ServerTeam,
  errors: [TeamNotFound, RequestSchemaError]
}))

export const update = endpoint("teams.update", "PATCH", "/teams/:teamId", { session: true }, () => ({
  params: teamId(),
  payload: struct(updateFields()),
  success: Team,
  errors: [
    BodyParsingError,
    UserAuthenticationRequired,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    RequestSchemaError
  ]
}))

export const updateAsServer = endpoint("teams.update.server", "PATCH", "/teams/:teamId", { level: "server" }, () => ({
  params: teamId(),
  payload: struct(serverFields()),
  success: ServerTeam,
  errors: [BodyParsingError, TeamNotFound, RequestSchemaError]
}))

export const remove = endpoint("teams.remove", "DELETE", "/teams/:teamId", {
  session: true,
  claims: "changed"
}, () => ({
  params: teamId(),
  errors: [UserAuthenticationRequired, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

export const removeAsServer = endpoint("teams.remove.server", "DELETE", "/teams/:teamId", { level: "server" }, () => ({
  params: teamId(),
  errors: [TeamNotFound, RequestSchemaError]
}))
