/** Operations on teams. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Json } from "../../wire/Json.ts"
import type { ServerTeam } from "../../wire/teams.ts"
import type { Rejection } from "../requests/http.ts"
import { reportEvent } from "../webhooks/rows.ts"
import { insertTeam, joinTeam, removeMember } from "./memberships.ts"
import * as random from "./random.ts"
import type { ProjectRow, TeamRow } from "./rows.ts"

/** A new team's fields. */
export interface NewTeam {
  /** Random by default. */
  readonly id?: string | undefined
  readonly displayName: string
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: Json | undefined
  readonly clientReadOnlyMetadata?: Json | undefined
  readonly serverMetadata?: Json | undefined
}

/** Creates a team. The creator, if any, becomes its first member. */
export const createTeam = Effect.fnUntraced(function*(
  project: ProjectRow,
  fields: NewTeam,
  creatorId: string | undefined
): Effect.fn.Return<TeamRow, Rejection> {
  const team: TeamRow = {
    id: fields.id ?? (yield* random.uuid),
    displayName: fields.displayName,
    profileImageUrl: fields.profileImageUrl ?? null,
    createdAtMillis: yield* Clock.currentTimeMillis,
    clientMetadata: fields.clientMetadata ?? null,
    clientReadOnlyMetadata: fields.clientReadOnlyMetadata ?? null,
    serverMetadata: fields.serverMetadata ?? null,
    members: new Map()
  }
  if (creatorId !== undefined) yield* joinTeam(project, team, creatorId, "creator")
  insertTeam(project, team)
  // The service does not report the creator's membership and permissions.
  reportEvent(project, "team.created", () => toServerTeam(team))
  return team
})

/** Deletes a team with its memberships and API keys. */
export const removeTeam = (project: ProjectRow, team: TeamRow): void => {
  for (const userId of team.members.keys()) removeMember(project, team, userId)
  for (const { id, owner } of project.apiKeys.findByKey(team.id)) if (owner.type === "team") project.apiKeys.delete(id)
  project.teams.delete(team.id)
  // The service does not report the end of the memberships.
  reportEvent(project, "team.deleted", () => ({ id: team.id }))
}

/** Converts a team to the entity that servers see. Members see fewer fields. */
export const toServerTeam = ({ createdAtMillis, members: _, ...team }: TeamRow): ServerTeam => ({
  ...team,
  createdAt: new Date(createdAtMillis)
})
