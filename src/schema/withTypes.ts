/** Entities with branded ids and `DateTime`. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import type { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import type { ContactChannel } from "../wire/contactChannels.ts"
import type { Json } from "../wire/Json.ts"
import type { Project } from "../wire/projects.ts"
import type { UserSession } from "../wire/sessions.ts"
import type { TeamInvitation } from "../wire/teamInvitations.ts"
import type { Team } from "../wire/teams.ts"
import type { User } from "../wire/User.ts"
import { toDateTimeCodec } from "./toJsonCodec.ts"

/**
 * A user's id, branded.
 *
 * @category ids
 */
export const UserId = /*#__PURE__*/ Schema.String.pipe(/*#__PURE__*/ Schema.brand("latchkey/UserId"))
export type UserId = typeof UserId.Type

/**
 * A team's id, branded.
 *
 * @category ids
 */
export const TeamId = /*#__PURE__*/ Schema.String.pipe(/*#__PURE__*/ Schema.brand("latchkey/TeamId"))
export type TeamId = typeof TeamId.Type

/**
 * A team invitation's id, branded.
 *
 * @category ids
 */
export const TeamInvitationId = /*#__PURE__*/ Schema.String.pipe(
  /*#__PURE__*/ Schema.brand("latchkey/TeamInvitationId")
)
export type TeamInvitationId = typeof TeamInvitationId.Type

/**
 * A contact channel's id, branded.
 *
 * @category ids
 */
export const ContactChannelId = /*#__PURE__*/ Schema.String.pipe(
  /*#__PURE__*/ Schema.brand("latchkey/ContactChannelId")
)
export type ContactChannelId = typeof ContactChannelId.Type

/**
 * An API key's id, branded.
 *
 * @category ids
 */
export const ApiKeyId = /*#__PURE__*/ Schema.String.pipe(/*#__PURE__*/ Schema.brand("latchkey/ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/**
 * A session's id, branded.
 *
 * @category ids
 */
export const SessionId = /*#__PURE__*/ Schema.String.pipe(/*#__PURE__*/ Schema.brand("latchkey/SessionId"))
export type SessionId = typeof SessionId.Type

/**
 * A project's id, branded.
 *
 * @category ids
 */
export const ProjectId = /*#__PURE__*/ Schema.String.pipe(/*#__PURE__*/ Schema.brand("latchkey/ProjectId"))
export type ProjectId = typeof ProjectId.Type

/** Options for {@link withTypes}. */
export interface TypeOptions {
  /** The type of ids: `branded`, such as `UserId`. Strings by default. */
  readonly ids?: "branded" | undefined
  /** The type of dates: `DateTime.Utc`. `Date` by default. */
  readonly dates?: "DateTime" | undefined
}

/**
 * The type of an entity's field with a brand, if the field is an id. `null` and `undefined` stay.
 *
 * @category ids
 */
export type BrandedField<Entity, Name, Value> = Value extends string ?
  string extends Value ? Name extends "userId" ? UserId
    : Name extends "teamId" | "selectedTeamId" ? TeamId
    : Name extends "id" ? Entity extends User ? UserId
      : Entity extends Team ? TeamId
      : Entity extends TeamInvitation ? TeamInvitationId
      : Entity extends ContactChannel ? ContactChannelId
      : Entity extends UserApiKey | TeamApiKey ? ApiKeyId
      : Entity extends UserSession ? SessionId
      : Entity extends Project ? ProjectId
      : Value
    : Value
  : Value
  : Value

/**
 * An entity's type with the options applied. Metadata keeps its type, since it is the app's.
 *
 * @category ids
 */
export type WithTypes<A, O extends TypeOptions> = [Json] extends [A] ? A
  : A extends string ? A
  : A extends Date ? O["dates"] extends "DateTime" ? DateTime.Utc : A
  : A extends ReadonlyArray<infer Item> ? ReadonlyArray<WithTypes<Item, O>>
  : A extends object ? {
      [K in keyof A]: O["ids"] extends "branded" ? BrandedField<A, K, WithTypes<A[K], O>> : WithTypes<A[K], O>
    }
  : A

/**
 * Returns an entity's codec with branded ids, with `DateTime.Utc` instead of `Date`, or with both. The JSON stays the same.
 *
 * **Details**
 *
 * An entity's own id and the fields `userId`, `teamId` and `selectedTeamId` have brands, also in entities inside. Other ids, such
 * as a permission's name or a provider's, stay strings. A branded id is a string, so every function of Latchkey accepts it.
 *
 * **Gotchas**
 *
 * Accepts only the codecs that this entry point exports, and throws for any other one, such as an annotated one. Annotate the
 * result instead.
 *
 * **Example** (Teams in the types of an app)
 *
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { Team, TeamId, withTypes } from "latchkey/schema"
 *
 * const AppTeam = withTypes(Team, { ids: "branded", dates: "DateTime" })
 * const Invoice = Schema.Struct({ teamId: TeamId, amount: Schema.Finite })
 *
 * const isFor = (invoice: typeof Invoice.Type, team: typeof AppTeam.Type) => invoice.teamId === team.id
 * ```
 *
 * @category ids
 */
export const withTypes = <A, const O extends TypeOptions>(
  entity: Schema.Codec<A, Json>,
  options: O
): Schema.Codec<WithTypes<A, O>, Json> => {
  const found = toDateTimeCodec(entity)
  if (found === undefined) {
    throw new Error("withTypes accepts only the entities of latchkey/schema, such as User. Annotate its result instead")
  }
  const typed: Schema.Top = options.dates === "DateTime" ? found : entity
  // Sound: the dates are interpreted above, and a brand exists only in the type.
  return typed as Schema.Codec<WithTypes<A, O>, Json>
}
