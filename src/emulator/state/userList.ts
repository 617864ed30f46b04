/** The user list that the emulator shows, with users of all kinds, newest first. */
import type { ServerUser } from "../../wire/users.ts"
import type { ProjectRow, UserRow } from "./rows.ts"
import { toServerUser } from "./userRows.ts"

/** Selects users whose name or email contains `query`, or whose id starts with it, if it has at least four characters. */
export type UserListFilter = {
  readonly query?: string | undefined
  /** A page's size, 100 by default. */
  readonly limit?: number | undefined
  /** The previous page's `nextCursor`. */
  readonly cursor?: string | undefined
  /** The default project unless given. */
  readonly projectId?: string | undefined
}

/** A user, with its session count. */
export interface ListedUser extends ServerUser {
  readonly sessionCount: number
}

/** A page of users. */
export type UserPage = {
  readonly items: ReadonlyArray<ListedUser>
  /** The next page's cursor; `undefined` on the last one. */
  readonly nextCursor: string | undefined
}

/** Returns a page of users. An unknown cursor starts at the first page. */
export const listUsers = (
  project: ProjectRow,
  { cursor, limit = 100, query = "" }: Omit<UserListFilter, "projectId">
): UserPage => {
  const text = query.trim().toLowerCase()
  // Many ids start with the same few characters.
  const searchesIds = /^[\da-f-]{4,}$/.test(text)
  const items: Array<ListedUser> = []
  for (const user of project.users.read({ from: cursor, isReversed: true, searchesIds, text })) {
    if (items.length >= limit) return { items, nextCursor: user.id }
    items.push(toListedUser(project, user))
  }
  return { items, nextCursor: undefined }
}

/** Converts a user to an item in the list. */
export const toListedUser = (project: ProjectRow, user: UserRow): ListedUser => ({
  ...toServerUser(project, user),
  sessionCount: project.sessions.countByKey(user.id)
})
