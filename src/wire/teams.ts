/**
 * Teams as they travel.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { type Json, json } from "./Json.ts"
import { once } from "./once.ts"
import { struct, type Wire } from "./Struct.ts"

/**
 * A team, as its members see it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Team {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  /** Written by members, readable by members. */
  readonly clientMetadata: Json
  /** Written by servers, readable by members. */
  readonly clientReadOnlyMetadata: Json
}

/**
 * A team, as a server sees it.
 *
 * @category models
 * @since 0.1.0
 */
export interface ServerTeam extends Team {
  readonly createdAt: Date
  /** Written and readable by servers only. */
  readonly serverMetadata: Json
}

const teamFields = () => ({
  id: Schema.String,
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  clientMetadata: json(),
  clientReadOnlyMetadata: json()
})

/** @since 0.1.0 */
export const Team: () => Wire<Team> = /*#__PURE__*/ once(() => struct(teamFields()))

/** @since 0.1.0 */
export const ServerTeam: () => Wire<ServerTeam> = /*#__PURE__*/ once(() =>
  struct({
    ...teamFields(),
    createdAt: Schema.DateFromMillis,
    serverMetadata: json()
  }, { createdAt: "created_at_millis" })
)
