/** A tab's views of cached values, which are opened and closed. */
import * as Context from "effect/Context"
import { Cache, Resources } from "latchkey"
import type { Tab } from "./records.ts"
import type { World } from "./World.ts"

export type Shown = "user" | "teams"

/** A view of one value. */
export interface View {
  readonly shows: Shown
  /** Returns `true` if it shows the newest value of the right user. */
  readonly isFresh: () => boolean
  /** Compares the displayed value with the tab's session. */
  readonly check: () => void
  readonly refresh: () => void
  readonly end: () => void
}

/** Opens a view in a tab. */
export const view = (world: World, tab: Tab, shows: Shown): View => {
  const cache = Context.get(tab.context, Cache.Cache)
  const user = cache.observe(Resources.user)
  const teams = cache.observe(Resources.teams)
  const entry = shows === "user" ? user : teams
  const check = () => {
    // A new view may know a session before its tab's other listeners do.
    if (tab.told === "not yet") return
    const owner = tab.told === undefined ? undefined : world.begun.get(tab.told)!.userId
    if (shows === "user") {
      const state = user.getSnapshot()
      if (state._tag !== "Ready") return
      const isNobody = tab.told === undefined || world.isDead(tab.told)
      if (state.value === null ? !isNobody : state.value.id !== owner) world.violate("a view shows another user")
    } else {
      const state = teams.getSnapshot()
      if (state._tag === "Ready" && state.value.some(({ id }) => !world.isTeamOf(id, owner))) {
        world.violate("a view shows the teams of another user")
      }
    }
  }
  // Over a slow store, a cache may follow the session before the tab's other listeners do: it is checked once all is settled.
  const end = entry.subscribe(world.isSlow ? () => {} : check)
  if (!world.isSlow) check()
  return {
    shows,
    isFresh: () => {
      const state = entry.getSnapshot()
      return tab.told === undefined && shows === "teams"
        ? state._tag === "Failed" && !state.isRefreshing
        : state._tag === "Ready" && !state.isRefreshing && state.stale === undefined
    },
    check,
    refresh: entry.refresh,
    end
  }
}
