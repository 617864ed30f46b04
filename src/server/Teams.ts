/** The project's teams. `Server` explains the user id `me` and malformed ids. */
import * as Effect from "effect/Effect"
import { readPages } from "../account/readPages.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter } from "../call/filters.ts"
import { trace } from "../call/trace.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type { Page } from "../wire/listOf.ts"
import * as wire from "../wire/teams.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/**
 * Lists a user's teams, or all teams, oldest first. The list is empty if the user does not exist. Reads all pages, if the
 * service splits the list.
 *
 * **Gotchas**
 *
 * Services up to 2.8.86 refuse `query`, `orderBy` and `desc` with `RequestSchemaError`.
 *
 * @see `listPage` for one page
 */
export const list = (options: wire.TeamFilter = {}): Effect.Effect<ReadonlyArray<wire.ServerTeam>, ListError, Server> =>
  trace(
    "Teams.list",
    Effect.flatMap(checkFilter(wire.listAsServer, options), () => {
      const { desc, orderBy, query, userId } = options
      return readPages(
        wire.listAsServer.id,
        (cursor) => callAsServer(wire.listAsServer, { query: { userId, orderBy, desc, query, cursor } })
      )
    })
  )

/** Options for a page of teams. */
export interface ListPageOptions extends wire.TeamFilter {
  /** The maximum number of teams on the page. */
  readonly limit: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * Returns a page of teams, oldest first unless `desc` is `true`. Pass `nextCursor` to get the next page; it is `null` on the
 * last page.
 *
 * **Gotchas**
 *
 * Services up to 2.8.86 do not split the list, and fail with `RequestSchemaError`. `list` works with all services.
 *
 * **Example** (The newest ten teams)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Teams } from "latchkey/server"
 *
 * const newest = Effect.map(Teams.listPage({ limit: 10, orderBy: "createdAt", desc: true }), ({ items }) => items)
 * ```
 */
export const listPage = (options: ListPageOptions): Effect.Effect<Page<wire.ServerTeam>, ListError, Server> =>
  trace(
    "Teams.listPage",
    Effect.flatMap(checkFilter(wire.listAsServer, options), () =>
      Effect.map(
        callAsServer(wire.listAsServer, { query: options }),
        ({ items, pagination }) => ({ items, nextCursor: pagination?.nextCursor ?? null })
      ))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.getAsServer>

/**
 * Gets a team by its id, a UUID.
 *
 * Fails with `TeamNotFound` if no team has the id, and with `RequestSchemaError` for a malformed id.
 */
export const get = (teamId: string): Effect.Effect<wire.ServerTeam, GetError, Server> =>
  trace("Teams.get", callAsServer(wire.getAsServer, { params: { teamId } }))

/** Errors from {@link getByApiKey}. */
export type GetByApiKeyError = Errors<typeof wire.getAsServer, "TeamNotFound">

/** Finds the team that owns an API key. Returns `null` if the key is unknown, revoked, expired, or belongs to a user. */
export const getByApiKey = (value: Secret): Effect.Effect<wire.ServerTeam | null, GetByApiKeyError, Server> =>
  trace(
    "Teams.getByApiKey",
    Effect.flatMap(ApiKeys.find("team", value), (key) =>
      key === null
        ? Effect.succeed(null)
        : Effect.catchTag(get(key.teamId), "TeamNotFound", () => Effect.succeed(null)))
  )

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.createAsServer>

/**
 * Creates a team, even if the project does not let users create teams. The selected team of the creator does not change.
 *
 * **Example** (A team for two)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamMembers, Teams } from "latchkey/server"
 *
 * const found = (founderId: string, partnerId: string) =>
 *   Effect.gen(function*() {
 *     const team = yield* Teams.create({ displayName: "Analytical Engines", creatorUserId: founderId })
 *     yield* TeamMembers.add({ teamId: team.id, userId: partnerId })
 *     return team
 *   })
 * ```
 */
export const create = (team: wire.ServerTeamCreation): Effect.Effect<wire.ServerTeam, CreateError, Server> =>
  trace("Teams.create", callAsServer(wire.createAsServer, { query: {}, payload: team }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateAsServer>

/** Changes a team and returns the changed team. Omitted fields keep their values. */
export const update = (
  teamId: string,
  changes: wire.ServerTeamUpdate
): Effect.Effect<wire.ServerTeam, UpdateError, Server> =>
  trace("Teams.update", callAsServer(wire.updateAsServer, { params: { teamId }, payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeAsServer>

/** Deletes a team and its memberships. Users who had selected it have no selected team. */
export const remove = (teamId: string): Effect.Effect<void, RemoveError, Server> =>
  trace("Teams.remove", Effect.asVoid(callAsServer(wire.removeAsServer, { params: { teamId } })))

export type { Page } from "../wire/listOf.ts"
export type { ServerTeam, ServerTeamCreation, ServerTeamUpdate, Team, TeamFilter } from "../wire/teams.ts"
