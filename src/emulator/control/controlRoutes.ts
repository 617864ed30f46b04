/** The control API requests. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { parseJson } from "../../wire/Json.ts"
import { listMails } from "../emails/inbox.ts"
import { type EmulatorResponse, makeJsonResponse, makeTextResponse, reject, type Rejection } from "../requests/http.ts"
import { orFail } from "../rules/failWith.ts"
import { lastMillis } from "../state/dates.ts"
import { findUserByAuthEmail } from "../state/projectTables.ts"
import type { ProjectRow } from "../state/rows.ts"
import { toListedUser } from "../state/userList.ts"
import { version } from "../version.ts"
import { toWebhookDelivery } from "../webhooks/deliveries.ts"
import {
  AdvanceCodec,
  decodeBody,
  encodeDelivery,
  encodeListed,
  encodeListedUser,
  NewUserCodec,
  toUserOptions
} from "./controlJson.ts"
import { type ControlTarget, getDefaultProjectId } from "./ControlTarget.ts"
import { decodeFaults } from "./faultJson.ts"
import { listFaults } from "./FaultSwitch.ts"

/** A control API request. */
export interface ControlRequest {
  readonly target: ControlTarget
  /** The origin that the request was sent to, which is the token issuer. */
  readonly origin: string
  readonly id: string
  readonly query: (name: string) => string | undefined
  readonly body: string | undefined
}

type ControlHandler = (request: ControlRequest) => Effect.Effect<EmulatorResponse, Rejection>

interface ControlRoute {
  readonly method: string
  readonly path: ReadonlyArray<string>
  readonly query: ReadonlyArray<string>
  readonly handle: ControlHandler
}

const answer = (value: unknown) => makeJsonResponse(200, value)

const findProject = ({ query, target: { state } }: ControlRequest): Effect.Effect<ProjectRow, Rejection> => {
  const id = query("project") ?? getDefaultProjectId(state)
  return orFail(state.get(id), Effect.fail(reject(404, `The emulator has no project ${JSON.stringify(id)}`)))
}

const findUser = Effect.fnUntraced(function*(request: ControlRequest) {
  const { id } = request
  const project = yield* findProject(request)
  const user = project.users.get(id)
  if (user === undefined) return yield* reject(404, `The project has no user ${JSON.stringify(id)}`)
  return { project, user }
})

const readLimit = (text: string | undefined): Effect.Effect<number | undefined, Rejection> => {
  if (text === undefined) return Effect.undefined
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000
    ? Effect.succeed(Number(text))
    : Effect.fail(reject(400, "limit must be a number from 1 to 1000"))
}

const readClock = Effect.fnUntraced(function*({ clock }: ControlTarget) {
  return { now_millis: yield* clock.currentTimeMillis, offset_millis: yield* clock.offsetMillis }
})

/** The requests by method, path below `/latchkey`, and accepted parameters. `:id` matches any segment. */
const handlers: Readonly<Record<string, ControlHandler>> = {
  "GET ?project": Effect.fnUntraced(function*(request) {
    const { target } = request
    return answer({
      emulator: "latchkey",
      version,
      generation: target.state.generation,
      project_id: (yield* findProject(request)).id,
      clock_offset_millis: yield* target.clock.offsetMillis,
      faults: listFaults(target.faults)
    })
  }),

  "GET /inbox?to&project": ({ query, target }) =>
    Effect.sync(() =>
      answer({ items: listMails(target.state, { to: query("to"), projectId: query("project") }).map(encodeListed) })
    ),

  "GET /faults": ({ target }) => Effect.sync(() => answer(listFaults(target.faults))),

  "PUT /faults": ({ body, target }) => {
    const json = parseJson(body ?? "")
    return Effect.matchEffect(Effect.fromResult(decodeFaults(Array.isArray(json) ? json : [json])), {
      onFailure: (violations) => Effect.succeed(makeTextResponse(400, `Invalid fault: ${violations.join("; ")}`)),
      onSuccess: (faults) => Effect.as(target.faults.setAll(faults), makeTextResponse(200, "Fault set"))
    })
  },

  "DELETE /faults": ({ target }) => Effect.as(target.faults.set(undefined), makeTextResponse(200, "Fault removed")),

  "GET /users?query&limit&cursor&project": Effect.fnUntraced(function*(request) {
    const { query, target } = request
    const { id: projectId, users } = yield* findProject(request)
    const cursor = query("cursor")
    if (cursor !== undefined && !users.has(cursor)) {
      return yield* reject(400, "The cursor is unknown. Its user may have been deleted.")
    }
    const limit = yield* readLimit(query("limit"))
    const { items, nextCursor } = yield* target.listUsers({ query: query("query"), limit, cursor, projectId })
    return answer({ items: items.map(encodeListedUser), pagination: { next_cursor: nextCursor ?? null } })
  }),

  "POST /users?project": Effect.fnUntraced(function*(request) {
    const project = yield* findProject(request)
    const options = toUserOptions(yield* decodeBody(NewUserCodec, request.body))
    const { primaryEmail } = options
    if (primaryEmail != null && findUserByAuthEmail(project, primaryEmail) !== undefined) {
      return yield* reject(409, `Another user signs in with ${primaryEmail}`)
    }
    const { id } = yield* request.target.createUser(options, project.id)
    // Sound: the user was created a moment ago, and no other request ran since.
    return makeJsonResponse(201, encodeListedUser(toListedUser(project, project.users.get(id)!)))
  }),

  "GET /users/:id?project": (request) =>
    Effect.map(findUser(request), ({ project, user }) => answer(encodeListedUser(toListedUser(project, user)))),

  "DELETE /users/:id?project": Effect.fnUntraced(function*(request) {
    const { project, user } = yield* findUser(request)
    yield* request.target.removeUser(user.id, project.id)
    return makeTextResponse(200, "User deleted")
  }),

  "POST /users/:id/sessions?project": Effect.fnUntraced(function*(request) {
    const { project, user } = yield* findUser(request)
    const options = { userId: user.id, projectId: project.id, apiUrl: request.origin }
    return makeJsonResponse(201, encodeListed(yield* request.target.createSession(options)))
  }),

  "GET /sessions?user&limit&project": Effect.fnUntraced(function*(request) {
    const { query, target } = request
    const { id: projectId } = yield* findProject(request)
    const limit = yield* readLimit(query("limit"))
    const sessions = yield* target.listSessions({ userId: query("user"), limit, projectId })
    return answer({ items: sessions.map(encodeListed) })
  }),

  "DELETE /sessions?user&project": Effect.fnUntraced(function*(request) {
    const { id: projectId } = yield* findProject(request)
    return answer({ revoked: yield* request.target.revokeSessions({ userId: request.query("user"), projectId }) })
  }),

  "DELETE /sessions/:id?project": Effect.fnUntraced(function*(request) {
    const { id, target } = request
    const { id: projectId } = yield* findProject(request)
    const revoked = yield* target.revokeSessions({ sessionId: id, projectId })
    return revoked === 0
      ? yield* reject(404, `The project has no session ${JSON.stringify(id)}`)
      : answer({ revoked })
  }),

  "POST /access-tokens/expire": ({ target }) =>
    Effect.as(target.expireAccessTokens, makeTextResponse(200, "Access tokens expired")),

  "GET /webhook-deliveries?project": (request) =>
    Effect.map(
      findProject(request),
      ({ webhooks }) => answer({ items: webhooks.deliveries.map((row) => encodeDelivery(toWebhookDelivery(row))) })
    ),

  "GET /clock": ({ target }) => Effect.map(readClock(target), answer),

  "POST /clock": Effect.fnUntraced(function*({ body, target }) {
    const change = yield* decodeBody(AdvanceCodec, body)
    const offset = "offsetMillis" in change
      ? change.offsetMillis
      : (yield* target.clock.offsetMillis) + change.advanceSeconds * 1000
    if (Math.abs((yield* Clock.currentTimeMillis) + offset) > lastMillis) {
      return yield* reject(400, "The clock can be at most at the year 275760")
    }
    yield* target.clock.setOffset(Math.round(offset))
    return answer(yield* readClock(target))
  }),

  "POST /reset": ({ target }) => Effect.as(target.reset, makeTextResponse(200, "Emulator reset"))
}

/** The control API requests. */
export const controlRoutes: ReadonlyArray<ControlRoute> = Object.entries(handlers).map(([route, handle]) => {
  const [, method = "", path = "", query] = /^(\w+) ?([^?]*)\??(.*)$/.exec(route) ?? []
  return { method, path: path.split("/").slice(1), query: query ? query.split("&") : [], handle }
})
