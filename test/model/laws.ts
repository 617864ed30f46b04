/** The possible results of a program's call. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { TransportRequest } from "latchkey"
import type { SessionOf } from "./places.ts"
import type { Begun, Call, Sent, Tab } from "./records.ts"
import type { World } from "./World.ts"

/** Compares a call's result with the sessions its tab had during the call. */
export const checkAnswer = (world: World, call: Call, exit: Exit.Exit<unknown, unknown>): void => {
  const { what } = call
  const violate = (law: string) => world.violate(`${what}: ${law}`)
  const owners = call.seen.map((session) => session === undefined ? undefined : world.begun.get(session)!.userId)
  // A reverification may end its own new session.
  const changed = call.sent.filter(({ method, path, session }) =>
    method !== "GET" && path !== "/auth/oauth/token" && session !== undefined &&
    !(what === "reverify" && world.begun.get(session)?.call === call)
  )
  if (new Set(changed.map(({ session }) => session)).size > 1) violate("acts for two sessions")
  if (changed.some(({ session }) => !call.mayActFor.has(session))) {
    violate("sends a write with another session than it was started in")
  }
  if (Exit.isFailure(exit)) {
    if (Cause.hasDies(exit.cause)) violate(`dies: ${Cause.pretty(exit.cause)}`)
    if (Cause.hasInterrupts(exit.cause) && !call.isInterrupted && !call.tab.isClosing) {
      violate("is interrupted by others")
    }
    return
  }
  // Sound: each call returns its function's declared type.
  const answer = exit.value as any
  const isNobody = call.seen.some((session) => session === undefined || world.isOver(session))
  switch (what) {
    case "get":
      if (answer === null ? !isNobody : !owners.includes(answer.id)) violate("tells of another user")
      return
    case "read":
    case "reread": {
      const told = [
        ...call.tab.history.slice(Math.max(0, call.toldBefore - 1)),
        ...call.tab.shown.slice(Math.max(0, call.shownBefore - 1))
      ]
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
    case "recent":
    case "young":
    case "old":
    case "bearer":
    case "headers":
    case "renew": {
      const token = readHandOut(what, answer)
      if (token === undefined ? !isNobody : !owners.includes(world.userOf(token))) violate("tells of another user")
      if (token === undefined) return
      checkHandOut(world, call, what, token)
      if (what === "bearer" || what === "recent") world.accept(token)
      return
    }
    case "reverify": {
      const change = call.changes.find(({ to }) => to !== undefined)
      if (change === undefined) violate("is lost at once")
      else if (change.from === undefined) violate("brings back a session")
      else if (world.begun.get(change.from)!.userId !== answer.userId) violate("replaces another user's session")
      return
    }
    case "signIn":
    case "signUp": {
      const begun = call.changes.find(({ to }) => to !== undefined)?.to
      if (begun === undefined || world.begun.get(begun)?.userId !== answer.userId) violate("is lost at once")
    }
  }
}

/** The hand-outs of tokens, and the ages in milliseconds at which they refresh a token. */
const maxAges = {
  token: 75_000,
  recent: 75_000,
  bearer: 75_000,
  headers: 75_000,
  young: 15_000,
  old: Infinity,
  renew: Infinity
}
export type HandOut = keyof typeof maxAges

/** Returns the access token in the result of a hand-out. */
export const readHandOut = (what: HandOut, answer: any): string | undefined => {
  if (answer === null) return undefined
  // Sound: each hand-out returns its function's declared type.
  if (what === "headers") return JSON.parse(Redacted.value(answer["x-stack-auth"])).accessToken ?? undefined
  const text: string = Redacted.value(answer)
  return what === "bearer" ? text.replace(/^Bearer /, "") : text
}

/** The lifetime of an access token in milliseconds. */
const lifetime = 600_000

/**
 * A token for another server is young, still valid, and shows the changes that this tab has made before. If refreshes fail, it
 * is only valid.
 */
const checkHandOut = (world: World, call: Call, what: HandOut, token: string): void => {
  const { startedAt, tab } = call
  const now = world.moment(tab)
  // The tab compares the time of issue with its clock.
  if (startedAt.clockChanges !== now.clockChanges) return
  const clockError = Math.max(startedAt.clockError, now.clockError)
  const { at, name, turn } = world.births.get(token)!
  const age = startedAt.service - at
  const isExcused = world.hadTrouble(call)
  const limit = isExcused ? lifetime : Math.min(maxAges[what], lifetime)
  if (age >= limit + clockError) {
    world.violate(
      `${what}: hands out a token that was issued ${age} ms ago, with a clock that is wrong by ${clockError} ms`
    )
  }
  if (isExcused) return
  if (what === "renew" && turn < call.begunAt) world.violate("renew: returns a token from before")
  const change = call.changedBefore.get(world.sessionOf(token)!)
  // The service may issue a token while it completes the change.
  if (change !== undefined && turn < change.turn && name !== change.name) {
    world.violate(`${what}: hands out a token that does not show an own change`)
  }
}

/** The known facts about sessions. */
interface Books {
  readonly begun: ReadonlyMap<string, Begun>
  /** Those whose refresh token was refused to a tab. */
  readonly refused: ReadonlySet<string>
  readonly violate: (law: string) => void
}

/** A session starts with the sign-in that was granted it, and ends by a sign-out, a deletion or a refusal. */
export const checkChange = (
  { begun, refused, violate }: Books,
  call: Call | undefined,
  from: SessionOf,
  to: SessionOf
): void => {
  // A refetched value may find that the session has ended.
  if (call === undefined) {
    if (to !== undefined || !refused.has(from!)) violate("a session changes without a call")
    return
  }
  if (to !== undefined) {
    if (begun.get(to)?.call !== call) violate("a session begins that the call was not granted")
    return
  }
  const isDeletion = call.what === "remove" &&
    call.sent.some(({ error, method, path, session, status }) =>
      method === "DELETE" && path === "/users/me" && session === from &&
      (status === 200 && error === undefined || error === "CANNOT_GET_OWN_USER_WITHOUT_USER")
    )
  const isProven = call.what === "signOut" || isDeletion || refused.has(from!)
  if (!isProven) violate(`a session ends without proof, by ${call.what}`)
}

/** The known facts about tokens. */
interface RequestBooks {
  /** The session of each access token ever issued. */
  readonly issued: ReadonlyMap<string, string>
  /** The time a session was removed from the shared storage, and the tabs whose sign-out has completed. */
  readonly left: ReadonlyMap<string, number>
  readonly signedOut: ReadonlySet<string>
  readonly violate: (law: string) => void
}

/** Returns the path of a request to the service, and the sessions of its tokens. */
export const readRequest = (
  issued: ReadonlyMap<string, string>,
  { body, headers, url }: TransportRequest
): { readonly path: string; readonly ofAccess: SessionOf; readonly ofRefresh: SessionOf } => {
  const path = new URL(url).pathname.replace(/^\/api\/v1/, "")
  const access = headers["x-stack-access-token"]
  return {
    path,
    ofAccess: access === undefined ? undefined : issued.get(access) ?? "an unknown session",
    ofRefresh: headers["x-stack-refresh-token"] ??
      (path === "/auth/oauth/token" ? new URLSearchParams(body).get("refresh_token") ?? undefined : undefined)
  }
}

/** Checks a request when it leaves a tab. */
export const checkRequest = (
  { issued, left, signedOut, violate }: RequestBooks,
  tab: Tab,
  call: Call | undefined,
  { body, headers, method, url }: TransportRequest
): Sent => {
  const { ofAccess, ofRefresh, path } = readRequest(issued, { body, headers, method, url })
  const session = ofAccess ?? ofRefresh
  if (ofAccess !== undefined && ofRefresh !== undefined && ofAccess !== ofRefresh) {
    violate("a request has the tokens of two sessions")
  }
  if (tab.isClosed) violate("a tab that is closed sends a request")
  if (session !== undefined) {
    if (signedOut.has(`${tab.index} ${session}`)) violate("a token is sent after its sign-out in the same tab")
    if (call !== undefined && (left.get(session) ?? Infinity) < call.begunAt) {
      violate("a token is sent by a call that was begun when its session was over")
    }
  }
  const sent = { method, path, session, status: undefined, error: undefined, change: undefined }
  call?.sent.push(sent)
  return sent
}
