/**
 * Every recorded request, answered by the emulator: in recording order, in one evolving world. Status, headers, content type
 * and the shape of the body must equal the recorded response, and so must every value that the state determines, ids and codes
 * included: random ones are matched at their first occurrence, and must stay matched.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import type { EmulatorResponse } from "../../src/emulator/http.ts"
import { handle } from "../../src/emulator/router.ts"
import type { CodePurpose } from "../../src/emulator/rows.ts"
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
const prepare = (world: World, recording: Recording): void => {
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
const translate = (world: World, recording: Recording) => {
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

/** Replays every recording of a generation to an emulator of that generation. */
export const replay = (recorded: Recorded): void =>
  recorded.describe(`replaying requests recorded in ${recorded.generation} to the emulator`, () => {
    const { exceptions, meanwhile } = histories[recorded.generation]
    const inScope = recorded.all.filter(isInScope)
    const world = new World(recorded)
    let matched = 0

    for (const recording of inScope) {
      const reason = exceptions[recording.name]
      it.effect(
        reason === undefined ? recording.name : `${recording.name} (differs: ${reason})`,
        () =>
          Effect.gen(function*() {
            yield* world.advance(recording)
            prepare(world, recording)
            const answer = yield* handle(world.state, translate(world, recording))
            world.learn(recording, parsed(answer.body), answer.headers["location"])
            if (reason !== undefined) {
              assert(
                differs(recording, answer, world.names),
                "is answered as recorded by now: take it off the list of exceptions"
              )
              return
            }
            compareResponse(recording, answer, world.names)
            matched++
          })
      )
    }

    it("the page on the emulator lists every exception", () => {
      const page = readFileSync(new URL("../../docs/emulator.md", import.meta.url), "utf8")
      const section = page.slice(page.indexOf("## Differences from the recorded service"))
      const part = section.split(/^### /m).find((part) => part.startsWith(`Generation ${recorded.generation}`)) ?? ""
      const listed = Array.from(part.matchAll(/^- `([^`]+)`/gm), ([, name]) => name!)
      assert.deepStrictEqual(listed.sort(), Object.keys(exceptions).sort())
    })

    it("every recording in scope was replayed", () => {
      const names = new Set(inScope.map(({ name }) => name))
      assert.deepStrictEqual(Object.keys(exceptions).filter((name) => !names.has(name)), [])
      assert.deepStrictEqual(Object.keys(meanwhile).filter((name) => !names.has(name)), [])
      const differing = Object.keys(exceptions).length
      console.info(
        `${recorded.generation}: ${matched} of ${inScope.length} recorded requests are answered as recorded; ` +
          `${differing} are known to differ`
      )
      assert.strictEqual(matched + differing, inScope.length)
    })
  })
