/** The pages' forms. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { decodeFaults, timedFaults } from "../control/faultJson.ts"
import { listFaults } from "../control/FaultSwitch.ts"
import type { EmulatorResponse } from "../requests/http.ts"
import { isAddress } from "../rules/validation.ts"
import { lastMillis } from "../state/dates.ts"
import { findUserByAuthEmail } from "../state/projectTables.ts"
import { toListedUser } from "../state/userList.ts"
import { renderClock } from "./clockPage.ts"
import { faultKey, renderFaults } from "./faultsPage.ts"
import { type notices, renderPage } from "./layout.ts"
import type { PageContext } from "./PageContext.ts"
import { renderTokens } from "./userPage.ts"
import { pageSize, renderUsers } from "./usersPage.ts"

type Fields = (name: string) => string | undefined

/** Handles a form. Returns `undefined` if the path is unknown or its user is. */
type Action = (
  context: PageContext,
  fields: Fields,
  id: string
) => Effect.Effect<EmulatorResponse | undefined>

const redirect = (
  { link }: PageContext,
  path: string,
  notice: keyof typeof notices,
  parameters: Readonly<Record<string, string | undefined>> = {}
): EmulatorResponse => ({
  status: 303,
  headers: { location: link(path, { ...parameters, notice }) },
  body: undefined
})

const createUser: Action = Effect.fnUntraced(function*(context, fields) {
  const { project, target } = context
  const [email, password, name] = [fields("email"), fields("password"), fields("name")]
  const error = email !== undefined && !isAddress(email)
    ? "The email is not a valid address."
    : email !== undefined && findUserByAuthEmail(project, email) !== undefined
    ? `Another user signs in with ${email}.`
    : undefined
  if (error !== undefined) {
    const users = yield* target.listUsers({ projectId: project.id, limit: pageSize })
    const values = Object.fromEntries(
      ["email", "password", "name", "verified", "otp"].map((field) => [field, fields(field)])
    )
    return renderPage(context, "Users", renderUsers(context, users, values), { error, status: 400 })
  }
  const { id } = yield* target.createUser({
    primaryEmail: email,
    primaryEmailVerified: email !== undefined && fields("verified") !== undefined,
    otpAuthEnabled: email !== undefined && fields("otp") !== undefined,
    password: password === undefined ? undefined : Redacted.make(password),
    displayName: name
  }, project.id)
  return redirect(context, `/latchkey/ui/users/${id}`, "user-created")
})

const signIn: Action = Effect.fnUntraced(function*(context, _, id) {
  const { project, target, url } = context
  const user = project.users.get(id)
  if (user === undefined) return undefined
  const session = yield* target.createSession({ userId: id, projectId: project.id, apiUrl: url.origin })
  return renderPage(context, "Signed in", renderTokens(context, toListedUser(project, user), session))
})

const addFault: Action = (context, fields) => {
  const { faults } = context.target
  const number = (name: string) => fields(name) === undefined ? undefined : Number(fields(name))
  const kind = fields("fault")
  const fault = {
    fault: kind,
    only: fields("only"),
    times: number("times"),
    ...(Object.hasOwn(timedFaults, kind ?? "") && { seconds: number("seconds") ?? 0 }),
    ...(kind === "rate_limited" && { retry_after_seconds: number("retry") }),
    ...(kind === "status" && { status: number("status") ?? 503, body: fields("body") })
  }
  // Without the fields that are not set, as in JSON.
  const defined = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
  const current = listFaults(faults).filter((each) => Result.isSuccess(decodeFaults([each])))
  const decoded = decodeFaults([...current, defined])
  if (Result.isFailure(decoded)) {
    const values = Object.fromEntries(
      ["fault", "only", "times", "seconds", "retry", "status", "body"].map((field) => [field, fields(field)])
    )
    const error = `The fault is not valid: ${decoded.failure.join("; ").replace(/faults\[\d+\]\.?/g, "")}.`
    return Effect.succeed(renderPage(context, "Faults", renderFaults(context, values), { error, status: 400 }))
  }
  return Effect.as(faults.setAll(decoded.success), redirect(context, "/latchkey/ui/faults", "fault-added"))
}

const removeFault: Action = (context, fields) => {
  const { faults } = context.target
  const list = listFaults(faults)
  const index = list.findIndex((fault) => faultKey(fault) === fields("key"))
  const rest = decodeFaults(list.filter((_, each) => each !== index))
  return Effect.as(
    faults.setAll(Result.getOrElse(rest, () => [])),
    redirect(context, "/latchkey/ui/faults", "fault-removed")
  )
}

const moveClock: Action = Effect.fnUntraced(function*(context, fields) {
  const { offsetMillis, target } = context
  const millis = Math.round(Number(fields("amount") ?? NaN) * Number(fields("unit") ?? NaN) * 1000)
  const offset = offsetMillis + millis
  if (!Number.isFinite(millis) || Math.abs((yield* Clock.currentTimeMillis) + offset) > lastMillis) {
    const error = "The amount must be a number, and the time before the year 275760."
    return renderPage(context, "Clock", renderClock(context), { error, status: 400 })
  }
  yield* target.clock.setOffset(offset)
  return redirect(context, "/latchkey/ui/clock", "clock-moved")
})

/** The forms by path below `/latchkey/ui`. `:id` matches any segment. */
export const actions: Readonly<Record<string, Action>> = {
  "users": createUser,
  "users/:id/sign-in": signIn,
  "users/:id/delete": (context, _, id) =>
    Effect.map(
      context.target.removeUser(id, context.project.id),
      (isRemoved) => isRemoved ? redirect(context, "/latchkey/ui/users", "user-deleted") : undefined
    ),
  "users/:id/revoke": (context, _, id) =>
    Effect.as(
      context.target.revokeSessions({ userId: id, projectId: context.project.id }),
      redirect(context, `/latchkey/ui/users/${encodeURIComponent(id)}`, "sessions-revoked")
    ),
  "sessions/revoke": (context) =>
    Effect.as(
      context.target.revokeSessions({ userId: context.query("user"), projectId: context.project.id }),
      redirect(context, "/latchkey/ui/sessions", "sessions-revoked")
    ),
  "sessions/:id/revoke": (context, _, id) =>
    Effect.as(
      context.target.revokeSessions({ sessionId: id, projectId: context.project.id }),
      redirect(context, "/latchkey/ui/sessions", "session-revoked")
    ),
  "access-tokens/expire": (context) =>
    Effect.as(context.target.expireAccessTokens, redirect(context, "/latchkey/ui/sessions", "tokens-expired")),
  "faults": addFault,
  "faults/remove": removeFault,
  "faults/clear": (context) =>
    Effect.as(context.target.faults.set(undefined), redirect(context, "/latchkey/ui/faults", "fault-removed")),
  "clock": moveClock,
  "clock/reset": (context) =>
    Effect.as(context.target.clock.setOffset(0), redirect(context, "/latchkey/ui/clock", "clock-reset")),
  "reset": (context) => Effect.as(context.target.reset, redirect(context, "/", "reset"))
}
