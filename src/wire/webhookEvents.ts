/** The codecs for webhook events. */
import { array, type Codec, string, withDefault } from "./Codec.ts"
import { decode, Problem } from "./decode.ts"
import { isObject, type Json } from "./Json.ts"
import { ProjectPermission } from "./projectPermissions.ts"
import { struct } from "./Struct.ts"
import { TeamPermission } from "./teamPermissions.ts"
import { ServerTeam } from "./teams.ts"
import { ServerUser } from "./users.ts"

/** A deleted user, and the teams that the user was a member of. */
export interface DeletedUser {
  readonly id: string
  readonly teams: ReadonlyArray<{ readonly id: string }>
}

export const DeletedUser: Codec<DeletedUser> = /*#__PURE__*/ struct(() => ({
  id: string,
  // Services from 2024 did not send the teams.
  teams: withDefault(array(struct({ id: string })), [])
}))

/** A deleted team. */
export interface DeletedTeam {
  readonly id: string
}

export const DeletedTeam: Codec<DeletedTeam> = /*#__PURE__*/ struct(() => ({ id: string }))

/** A user's membership in a team. */
export interface TeamMembership {
  readonly teamId: string
  readonly userId: string
}

export const TeamMembership: Codec<TeamMembership> = /*#__PURE__*/ struct(() => ({ teamId: string, userId: string }))

/** The data of each type of event. */
export type WebhookData = {
  readonly "user.created": ServerUser
  readonly "user.updated": ServerUser
  readonly "user.deleted": DeletedUser
  readonly "team.created": ServerTeam
  readonly "team.updated": ServerTeam
  readonly "team.deleted": DeletedTeam
  readonly "team_membership.created": TeamMembership
  readonly "team_membership.deleted": TeamMembership
  readonly "team_permission.created": TeamPermission
  readonly "team_permission.deleted": TeamPermission
  readonly "project_permission.created": ProjectPermission
  readonly "project_permission.deleted": ProjectPermission
}

/** A type of event that this version knows. */
export type WebhookType = keyof WebhookData

/**
 * The codecs for the data of each type of event.
 *
 * @category codecs
 */
export const webhookCodecs: { readonly [T in WebhookType]: Codec<WebhookData[T]> } = {
  "user.created": ServerUser,
  "user.updated": ServerUser,
  "user.deleted": DeletedUser,
  "team.created": ServerTeam,
  "team.updated": ServerTeam,
  "team.deleted": DeletedTeam,
  "team_membership.created": TeamMembership,
  "team_membership.deleted": TeamMembership,
  "team_permission.created": TeamPermission,
  "team_permission.deleted": TeamPermission,
  "project_permission.created": ProjectPermission,
  "project_permission.deleted": ProjectPermission
}

/** The message that carries an event. */
export type WebhookMessage = {
  /** The id of the message. All attempts to deliver it have the same id. */
  readonly id: string
  /** When the service sent this attempt. */
  readonly timestamp: Date
}

/** An event whose type this version knows. */
export type KnownWebhookEvent = {
  readonly [T in WebhookType]: WebhookMessage & { readonly type: T; readonly data: WebhookData[T] }
}[WebhookType]

/** An event of a type that this version does not know. `name` is the type that the service sent. */
export type UnknownWebhookEvent = WebhookMessage & {
  readonly type: "unknown"
  readonly name: string
  /** The data as received, with the keys of the wire. */
  readonly data: Json
}

/** An event of a known type whose data this version cannot decode, because a newer service changed it. */
export type UndecodableWebhookEvent = WebhookMessage & {
  readonly type: "undecodable"
  readonly name: WebhookType
  /** The data as received, with the keys of the wire. */
  readonly data: Json
  /** The first problem of the data. It names a field, and contains no value. */
  readonly problem: string
}

/** An event of the service. `switch (event.type)` narrows its data. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent | UndecodableWebhookEvent

/** Decodes an event from the parsed body of a message. Never throws; returns `undefined` if the body is not an event. */
export const decodeWebhookEvent = (body: unknown, message: WebhookMessage): WebhookEvent | undefined => {
  if (!isObject(body) || typeof body["type"] !== "string") return undefined
  const name = body["type"]
  // Sound: `JSON.parse` created the value.
  const received = (body["data"] ?? null) as Json
  if (!isKnownType(name)) return { ...message, type: "unknown", name, data: received }
  const data = decode<WebhookData[WebhookType]>(webhookCodecs[name], received)
  if (data instanceof Problem) {
    return { ...message, type: "undecodable", name, data: received, problem: data.message }
  }
  // Sound: the codec for the type decoded the data.
  return { ...message, type: name, data } as KnownWebhookEvent
}

const isKnownType = (name: string): name is WebhookType => Object.hasOwn(webhookCodecs, name)
