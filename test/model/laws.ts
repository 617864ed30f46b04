/**
 * What a call of a program may answer.
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { Call, World } from "./World.ts"

/** Holds what a call has ended with against the sessions that its tab had meanwhile. */
export const checkAnswer = (world: World, call: Call, exit: Exit.Exit<unknown, unknown>): void => {
  const { what } = call
  const violate = (law: string) => world.violate(`${what}: ${law}`)
  const owners = call.seen.map((session) => session === undefined ? undefined : world.begun.get(session)!.userId)
  const changed = call.sent.filter(({ method, path, session }) =>
    method !== "GET" && path !== "/auth/oauth/token" && session !== undefined
  )
  if (new Set(changed.map(({ session }) => session)).size > 1) violate("acts for two sessions")
  if (changed.some(({ session }) => !call.first.includes(session))) {
    violate("acts for another session than it began with")
  }
  if (Exit.isFailure(exit)) {
    if (Cause.hasDies(exit.cause)) violate(`dies: ${Cause.pretty(exit.cause)}`)
    if (Cause.hasInterrupts(exit.cause) && !call.isInterrupted && !call.tab.isClosing) {
      violate("is interrupted by others")
    }
    return
  }
  // Sound: each call answers what its function promises.
  const answer = exit.value as any
  const isNobody = call.seen.some((session) => session === undefined || world.isOver(session))
  switch (what) {
    case "get":
      if (answer === null ? !isNobody : !owners.includes(answer.id)) violate("tells of another user")
      return
    case "read":
    case "reread": {
      const told = call.tab.history.slice(Math.max(0, call.toldBefore - 1))
      const isOver = told.some((session) => session === undefined || world.isOver(session))
      const owners = told.map((session) => session === undefined ? undefined : world.begun.get(session)!.userId)
      if (answer === null ? !isOver : !owners.includes(answer.id)) violate("tells of another user")
      return
    }
    case "optimistic":
    case "update":
      if (!owners.includes(answer.id)) violate("tells of another user")
      return
    case "token":
      if (answer === null ? !isNobody : !owners.includes(world.userOf(answer))) {
        violate("tells of another user")
      }
      return
    case "signIn":
    case "signUp": {
      const begun = call.changes.find(({ to }) => to !== undefined)?.to
      if (begun === undefined || world.begun.get(begun)?.userId !== answer.userId) violate("is lost at once")
    }
  }
}
