/** The codecs for team memberships and member profiles, and their endpoints. */
import { type Codec, nullOr, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  BodyParsingError,
  CannotGetOwnUserWithoutUser,
  RequestSchemaError,
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired,
  UserNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { ServerUser } from "./users.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** A member's profile in a team. The name and the image are the user's, unless the profile overrides them. */
export interface TeamMemberProfile {
  readonly teamId: string
  readonly userId: string
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** A member's profile in a team, with the user. */
export interface ServerTeamMemberProfile extends TeamMemberProfile {
  readonly user: ServerUser
}

const profileFields = () => ({
  teamId: string,
  userId: string,
  displayName: nullOr(string),
  profileImageUrl: nullOr(string)
})

export const TeamMemberProfile: Codec<TeamMemberProfile> = /*#__PURE__*/ struct(profileFields)

export const ServerTeamMemberProfile: Codec<ServerTeamMemberProfile> = /*#__PURE__*/ struct(() => ({
  ...profileFields(),
  user: ServerUser
}))

/** A change of a member's profile. Omitted fields keep their values. */
export interface TeamMemberProfileUpdate {
  readonly displayName?: string | undefined
  /** A URL. `null` restores the user's image. */
  readonly profileImageUrl?: string | null | undefined
}

/** The ids of a team and of a member. */
export interface TeamMembership {
  readonly teamId: string
  readonly userId: string
}

const membership = () => struct({ teamId: uuid, userId: uuidOrMe })

const profileFilter = () => struct({ teamId: optional(uuid), userId: optional(uuidOrMe) })

const profileUpdate = () =>
  struct({
    displayName: optional(string),
    profileImageUrl: optional(nullOr(string))
  })

export const listProfiles = endpoint("teamMemberProfiles.list", "GET", "/team-member-profiles", {
  session: true
}, () => ({
  query: profileFilter(),
  success: listOf(TeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

export const listProfilesAsServer = endpoint("teamMemberProfiles.list.server", "GET", "/team-member-profiles", {
  level: "server",
  session: "me"
}, () => ({
  query: profileFilter(),
  success: listOf(ServerTeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamNotFound, UserNotFound, RequestSchemaError]
}))

export const getProfile = endpoint("teamMemberProfiles.get", "GET", "/team-member-profiles/:teamId/:userId", {
  session: true
}, () => ({
  params: membership(),
  success: TeamMemberProfile,
  errors: [
    CannotGetOwnUserWithoutUser,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    UserNotFound,
    RequestSchemaError
  ]
}))

export const getProfileAsServer = endpoint(
  "teamMemberProfiles.get.server",
  "GET",
  "/team-member-profiles/:teamId/:userId",
  { level: "server", session: "me" },
  () => ({
    params: membership(),
    success: ServerTeamMemberProfile,
    errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound, RequestSchemaError]
  })
)

export const updateProfile = endpoint("teamMemberProfiles.update", "PATCH", "/team-member-profiles/:teamId/:userId", {
  session: true
}, () => ({
  params: membership(),
  payload: profileUpdate(),
  success: TeamMemberProfile,
  errors: [BodyParsingError, CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound, RequestSchemaError]
}))

export const updateProfileAsServer = endpoint(
  "teamMemberProfiles.update.server",
  "PATCH",
  "/team-member-profiles/:teamId/:userId",
  { level: "server", session: "me" },
  () => ({
    params: membership(),
    payload: profileUpdate(),
    success: ServerTeamMemberProfile,
    errors: [BodyParsingError, CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound, RequestSchemaError]
  })
)

export const leave = endpoint("teamMemberships.leave", "DELETE", "/team-memberships/:teamId/me", {
  session: true,
  claims: "changed"
}, () => ({
  params: struct({ teamId: uuid }),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound, RequestSchemaError]
}))

export const add = endpoint("teamMemberships.add", "POST", "/team-memberships/:teamId/:userId", {
  level: "server",
  session: "me",
  status: 201
}, () => ({
  params: membership(),
  payload: struct({}),
  success: struct({ teamId: string, userId: string }),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamNotFound, TeamMembershipAlreadyExists, RequestSchemaError]
}))

export const remove = endpoint("teamMemberships.remove", "DELETE", "/team-memberships/:teamId/:userId", {
  session: true,
  claims: "changed"
}, () => ({
  params: membership(),
  errors: [
    CannotGetOwnUserWithoutUser,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    UserNotFound,
    RequestSchemaError
  ]
}))

export const removeAsServer = endpoint(
  "teamMemberships.remove.server",
  "DELETE",
  "/team-memberships/:teamId/:userId",
  { level: "server", session: "me", claims: "changed" },
  () => ({
    params: membership(),
    errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound, RequestSchemaError]
  })
)
