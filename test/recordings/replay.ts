/**
 * Every recorded request, answered by the emulator: in recording order, in one evolving world. Status, headers, content type
 * and the shape of the body must equal the recorded response, and so must every value that the state determines, ids and codes
 * included: random ones are matched at their first occurrence, and must stay matched. All requests are replayed before the tests.
 * Each endpoint has one test, which reports all mismatches.
 */
import { assert, beforeAll, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import { readFileSync } from "node:fs"
import type { EmulatorResponse } from "../../src/emulator/requests/http.ts"
import { handle } from "../../src/emulator/requests/router.ts"
import type { CodePurpose } from "../../src/emulator/state/rows.ts"
import { checkRows } from "../support/mismatches.ts"
import { compareResponse, parsed } from "./compare.ts"
import { histories } from "./history/index.ts"
import type { Names } from "./names.ts"
import {
  claimsOf,
  codeOf,
  fieldsOf,
  isInScope,
  isObject,
  payloadOf,
  type Recorded,
  type Recording,
  statusOf
} from "./recordings.ts"
import { origin, usersIn, World } from "./world.ts"

const signInPaths = /\/auth\/password\/sign-in$/

/** The purpose of a path's codes. */
const purposes: ReadonlyArray<readonly [path: string, purpose: CodePurpose["for"]]> = [
  ["/auth/password/reset", "password-reset"],
  ["/auth/otp/sign-in", "sign-in"],
  ["/auth/mfa/sign-in", "mfa"],
  ["/contact-channels/verify", "contact-channel"],
  ["/team-invitations/accept", "team-invitation"],
  ["/auth/passkey/register", "passkey-registration"],
  ["/auth/passkey/sign-in", "passkey-sign-in"]
]

const tokenHeaders = ["X-Stack-Access-Token", "X-Stack-Admin-Access-Token"] as const

/**
 * Returns `true` if the project named by a recording existed. Since 2026, the response for an unknown one has a specific code.
 */
const exists = ({ recorded }: World, { request, response }: Recording): boolean =>
  recorded.generation === "2026" && codeOf(response) !== "CURRENT_PROJECT_NOT_FOUND" &&
  !request.path.includes(".well-known")

/** Creates the entities that a request presupposes. */
export const prepare = (world: World, recording: Recording): void => {
  const { request, response } = recording
  const { headers } = request
  const body = fieldsOf(response.body)
  const payload = fieldsOf(payloadOf(request))
  const clientId = payload.client_id ?? request.query?.["client_id"]
  const projectId = headers["X-Stack-Project-Id"] ??
    (world.recorded.generation === "2026" && codeOf(response) !== "INVALID_OAUTH_CLIENT_ID_OR_SECRET"
      ? clientId
      : undefined)
  const succeeds = statusOf(response) < 300 && isObject(response.body)
  const named = projectId ?? /\/projects\/([^/]+)\/\.well-known/.exec(request.path)?.[1]
  if (named !== undefined && (succeeds || exists(world, recording))) world.project(named)
  histories[world.recorded.generation].meanwhile[recording.name]?.(world)
  const purpose = purposes.find(([path]) => request.path.startsWith(`/api/v1${path}`))?.[1]
  if (purpose !== undefined && projectId !== undefined && typeof payload.code === "string") {
    world.mailed(world.project(projectId), payload.code, purpose, codeOf(response))
  }
  for (const name of tokenHeaders) {
    const claims = world.recorded.claimsIn(recording, name)
    if (claims !== undefined) {
      world.holder(claims, name === "X-Stack-Access-Token" ? headers["X-Stack-Refresh-Token"] : undefined)
    }
  }
  if (world.recorded.generation === "2026") meetUser(world, recording)
  if (!succeeds) return
  const issued = claimsOf(body.access_token)
  const refreshToken = headers["X-Stack-Refresh-Token"] ?? payload.refresh_token
  const isRefresh = issued !== undefined && body.refresh_token === undefined
  if (isRefresh && !world.isKnown(refreshToken)) world.holder(issued, refreshToken)
  if (issued !== undefined && signInPaths.test(request.path)) {
    world.user(world.project(issued.project), { id: issued.sub, email: payload.email, password: payload.password })
  }
  if (request.method !== "GET" || projectId === undefined) return
  const project = world.project(projectId)
  for (const user of usersIn(body).map(fieldsOf)) {
    world.user(project, {
      id: user.id,
      email: user.primary_email,
      displayName: user.display_name,
      usedForAuth: user.primary_email_auth_enabled !== false,
      ...(user.has_password === false && { password: null }),
      signedUpAtMillis: user.signed_up_at_millis
    })
  }
  if (!request.path.endsWith("/auth/sessions")) return
  for (const session of [...body.items].reverse()) {
    world.session(project, {
      id: session.id,
      userId: session.user_id,
      // Times of 2026 are those of tokens, in whole seconds. Sessions with unrecorded starts are older.
      createdAtMillis: session.created_at - (world.recorded.generation === "2026" ? 1000 : 0),
      lastUsedAtMillis: session.last_used_at
    })
  }
}

/** Creates the user that a request of 2026 names by id, unless the response says that it does not exist. */
const meetUser = (world: World, { request, response }: Recording): void => {
  const projectId = request.headers["X-Stack-Project-Id"]
  const id = /\/api\/v1\/users\/([0-9a-f-]{36})$/.exec(request.path)?.[1] ?? fieldsOf(payloadOf(request)).user_id
  const isUnknown = /^USER_(?:NOT_FOUND|ID_DOES_NOT_EXIST)$/.test(codeOf(response) ?? "")
  if (projectId === undefined || isUnknown || typeof id !== "string" || id.length !== 36 || id === nobody) return
  if (world.state.has(projectId)) world.user(world.project(projectId), { id })
}

/** The id that requests use for no user. */
const nobody = "00000000-0000-4000-8000-000000000000"

const masked = /(pck|ssk|sak)_0{50}/g

/**
 * The recorded request for the emulator's projects: with their keys, their tokens, and the emulator's port that refuses
 * connections.
 */
export const translate = (world: World, recording: Recording) => {
  const { name, request, response } = recording
  const keyIsWrong = /^INVALID_(?:PUBLISHABLE|SECRET|SUPER|OAUTH_CLIENT)/.test(codeOf(response) ?? "")
  const projectId = request.headers["X-Stack-Project-Id"] ?? fieldsOf(payloadOf(request)).client_id ??
    request.query?.["client_id"]
  const keys = (text: string) =>
    keyIsWrong || projectId === undefined ? text : text.replace(masked, (_, kind: string) => `${kind}_${projectId}`)
  const own = (text: string) => world.names.toOwn(text, (token) => world.reissue(token))
  const headers: Record<string, string> = {}
  for (const [header, value] of Object.entries(request.headers)) {
    // Keys are masked in the recordings, right and wrong ones alike.
    const isOtherKey = header === "X-Stack-Publishable-Client-Key" && name.includes("wrong publishable key but")
    const tokenHeader = tokenHeaders.find((name) => name === header)
    headers[header.toLowerCase()] = isOtherKey
      ? value
      : tokenHeader === undefined
      ? own(keys(value))
      : world.reissue(value, world.recorded.claimsIn(recording, tokenHeader))
  }
  const query = own(keys(new URLSearchParams(request.query).toString()))
  const { body } = request
  return {
    method: request.method,
    url: origin + own(request.path) + (query === "" ? "" : `?${query}`),
    headers,
    body: body == null
      ? undefined
      : own(keys(typeof body === "string" ? body : JSON.stringify(body))).replace("\"port\":25099", "\"port\":2599")
  }
}

const differs = (recording: Recording, answer: EmulatorResponse, names: Names): boolean => {
  try {
    compareResponse(recording, answer, names)
    return false
  } catch {
    return true
  }
}

/** Replays one recording. Fails if the emulator's response differs, or if one that is known to differ no longer does. */
const replayOne = Effect.fnUntraced(function*(world: World, recording: Recording) {
  yield* world.advance(recording)
  prepare(world, recording)
  const answer = yield* handle(world.state, translate(world, recording))
  world.learn(recording, parsed(answer.body), answer.headers["location"])
  if (histories[world.recorded.generation].exceptions[recording.name] === undefined) {
    return compareResponse(recording, answer, world.names)
  }
  assert(
    differs(recording, answer, world.names),
    "The response equals the recording. Remove it from the exceptions in test/recordings/history and docs/emulator-service.md."
  )
})

/** Replays every recording of a generation to an emulator of that generation. */
export const replay = (recorded: Recorded): void =>
  recorded.describe(`requests recorded in ${recorded.generation}`, () => {
    const { all, byEndpoint, generation } = recorded
    const { exceptions, meanwhile } = histories[generation]
    const inScope = all.filter(isInScope)
    const exits = new Map<Recording, Exit.Exit<void, unknown>>()

    // A response depends on earlier requests to other endpoints, so all are replayed first, in recording order.
    beforeAll(() =>
      Effect.gen(function*() {
        const world = new World(recorded)
        for (const recording of inScope) {
          const exit = yield* replayOne(world, recording).pipe(Effect.provide(TestClock.layer()), Effect.exit)
          exits.set(recording, exit)
        }
      }).pipe(Effect.provide(TestConsole.layer), Effect.runPromise)
    )

    const nameOf = ({ name }: Recording): string => {
      const reason = exceptions[name]
      return reason === undefined ? name : `${name} (differs: ${reason})`
    }

    for (const [endpoint, recordings] of byEndpoint) {
      it(`${endpoint.id}: the emulator returns every response recorded in ${generation}`, () =>
        checkRows(recordings, nameOf, (recording) => {
          const exit = exits.get(recording)
          assert(exit !== undefined, "The request was not replayed")
          if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
        }))
    }

    it(`the page on the emulator lists every exception of ${generation}`, () => {
      const page = readFileSync(new URL("../../docs/emulator-service.md", import.meta.url), "utf8")
      const section = page.slice(page.indexOf("## Differences from the recorded service"))
      const part = section.split(/^### /m).find((part) => part.startsWith(`Generation ${generation}`)) ?? ""
      const listed = Array.from(part.matchAll(/^- `([^`]+)`/gm), ([, name]) => name!)
      assert.deepStrictEqual(listed.sort(), Object.keys(exceptions).sort())
    })

    it(`every recording of ${generation} in scope was replayed, and every name in the history is a recording's`, () => {
      const names = new Set(inScope.map(({ name }) => name))
      assert.strictEqual(names.size, inScope.length, "two recordings have one name")
      assert.deepStrictEqual(Object.keys(exceptions).filter((name) => !names.has(name)), [])
      assert.deepStrictEqual(Object.keys(meanwhile).filter((name) => !names.has(name)), [])
      assert.strictEqual(exits.size, inScope.length)
      assert.lengthOf([...byEndpoint.values()].flat(), inScope.length)
    })
  })
