/**
 * Every recorded request, answered by the emulator: in the order of recording, in one world that evolves. Status, headers,
 * content type and the shape of the body must be those of the recorded answer, and so must every value that the state
 * decides.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import type { EmulatorResponse } from "../../src/emulator/http.ts"
import * as jwt from "../../src/emulator/jwt.ts"
import { handle } from "../../src/emulator/router.ts"
import { compareResponse, parsed } from "./compare.ts"
import { exceptions, follow, meanwhile } from "./history.ts"
import {
  claimsOf,
  codeOf,
  describeRecordings,
  fieldsOf,
  isInScope,
  isObject,
  payloadOf,
  type Recording,
  recordings,
  statusOf
} from "./recordings.ts"
import { origin, usersIn, World } from "./world.ts"

const signInPaths = /\/auth\/password\/sign-in$/

/** Makes exist what the request presupposes and nothing has made yet. */
const prepare = (world: World, recording: Recording): void => {
  const { request, response } = recording
  const { headers } = request
  const body = fieldsOf(response.body)
  const payload = fieldsOf(payloadOf(request))
  const projectId = headers["X-Stack-Project-Id"]
  const succeeds = statusOf(response) < 300 && isObject(response.body)
  const named = projectId ?? /\/projects\/([^/]+)\/\.well-known/.exec(request.path)?.[1]
  if (named !== undefined && succeeds) world.project(named)
  meanwhile[recording.name]?.(world)
  for (const name of ["X-Stack-Access-Token", "X-Stack-Admin-Access-Token"]) {
    const claims = claimsOf(headers[name])
    if (claims !== undefined) {
      world.holder(claims, name === "X-Stack-Access-Token" ? headers["X-Stack-Refresh-Token"] : undefined)
    }
  }
  if (!succeeds) return
  const issued = claimsOf(body.access_token)
  const refreshToken = headers["X-Stack-Refresh-Token"] ?? payload.refresh_token
  const isRefresh = issued !== undefined && body.refresh_token === undefined
  if (isRefresh && !world.isKnown(refreshToken)) world.holder(issued, refreshToken)
  if (issued !== undefined && signInPaths.test(request.path)) {
    world.user(world.project(issued.aud), { id: issued.sub, email: payload.email, password: payload.password })
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
      createdAtMillis: session.created_at,
      lastUsedAtMillis: session.last_used_at
    })
  }
}

const masked = /(pck|ssk|sak)_0{50}/g

/** The recorded request as the emulator's projects can understand it: their own keys, their own tokens. */
const translate = (world: World, { name, request, response }: Recording) => {
  const keyIsWrong = /^INVALID_(?:PUBLISHABLE|SECRET|SUPER|OAUTH_CLIENT)/.test(codeOf(response) ?? "")
  const projectId = request.headers["X-Stack-Project-Id"] ?? fieldsOf(payloadOf(request)).client_id
  const keys = (text: string) =>
    keyIsWrong || projectId === undefined ? text : text.replace(masked, (_, kind: string) => `${kind}_${projectId}`)
  const headers: Record<string, string> = {}
  for (const [header, value] of Object.entries(request.headers)) {
    // Keys are masked in the recordings, right ones and wrong ones alike.
    const isOtherKey = header === "X-Stack-Publishable-Client-Key" && name.includes("wrong publishable key but")
    headers[header.toLowerCase()] = header.endsWith("-Access-Token")
      ? world.reissue(value)
      : isOtherKey
      ? value
      : keys(value)
  }
  const query = new URLSearchParams(request.query).toString()
  const { body } = request
  return {
    method: request.method,
    url: origin + request.path + (query === "" ? "" : `?${query}`),
    headers,
    body: body == null ? undefined : keys(typeof body === "string" ? body : JSON.stringify(body))
  }
}

/** Rows that the emulator has made get their recorded ids, so that later recordings find them. */
const adopt = (world: World, { request, response }: Recording, answer: EmulatorResponse): void => {
  if (request.method !== "POST" || !isObject(response.body)) return
  const recorded = fieldsOf(response.body)
  const actual = fieldsOf(parsed(answer.body))
  const issued = claimsOf(recorded.access_token)
  const made = jwt.read(String(actual.access_token))
  if (issued !== undefined && made !== undefined) {
    const project = world.project(issued.aud)
    world.renameUser(project, made.sub, issued.sub)
    if (recorded.refresh_token !== undefined) {
      world.renameSession(project, made.refreshTokenId, issued.refreshTokenId, recorded.refresh_token)
    }
  }
  if (usersIn(recorded).length === 1) {
    world.renameUser(world.project(request.headers["X-Stack-Project-Id"]!), actual.id, recorded.id)
  }
}

const differs = (recording: Recording, answer: EmulatorResponse): boolean => {
  try {
    compareResponse(recording, answer)
    return false
  } catch {
    return true
  }
}

describeRecordings("replaying recorded requests to the emulator", () => {
  const world = new World()
  let matched = 0
  let pending: ReadonlyArray<Recording> = recordings

  for (const recording of recordings.filter(isInScope)) {
    const reason = exceptions[recording.name]
    it.effect(
      reason === undefined ? recording.name : `${recording.name} (differs: ${reason})`,
      () =>
        Effect.gen(function*() {
          const index = pending.indexOf(recording)
          for (const skipped of pending.slice(0, index)) follow(world, skipped)
          pending = pending.slice(index + 1)
          yield* world.advance(recording)
          prepare(world, recording)
          const answer = yield* handle(world.state, translate(world, recording))
          adopt(world, recording, answer)
          if (reason !== undefined) {
            assert(differs(recording, answer), "is answered as recorded by now: take it off the list of exceptions")
            return
          }
          compareResponse(recording, answer)
          matched++
        })
    )
  }

  it.effect("admin access tokens are refused as recorded, though on another route", () =>
    Effect.gen(function*() {
      const world = new World()
      const refusals = recordings.filter((recording) =>
        !isInScope(recording) && "X-Stack-Admin-Access-Token" in recording.request.headers &&
        /ADMIN_ACCESS_TOKEN/.test(codeOf(recording.response) ?? "")
      )
      assert(refusals.length > 0)
      for (const recording of refusals) {
        yield* world.advance(recording)
        prepare(world, recording)
        const request = translate(world, recording)
        const url = request.url.replace("/internal/projects/current", "/projects/current")
        compareResponse(recording, yield* handle(world.state, { ...request, url }))
      }
    }))

  it("the page on the emulator lists every exception", () => {
    const page = readFileSync(new URL("../../docs/emulator.md", import.meta.url), "utf8")
    const section = page.slice(page.indexOf("## Differences from the recorded service"))
    const listed = Array.from(section.matchAll(/^- `([^`]+)`/gm), ([, name]) => name!)
    assert.deepStrictEqual(listed.sort(), Object.keys(exceptions).sort())
  })

  it("every recording in scope was replayed", () => {
    const inScope = recordings.filter(isInScope)
    const names = new Set(inScope.map(({ name }) => name))
    assert.deepStrictEqual(Object.keys(exceptions).filter((name) => !names.has(name)), [])
    assert.deepStrictEqual(Object.keys(meanwhile).filter((name) => !names.has(name)), [])
    console.info(
      `${matched} of ${inScope.length} recorded requests are answered as recorded; ${
        Object.keys(exceptions).length
      } are known to differ`
    )
    assert.strictEqual(matched + Object.keys(exceptions).length, inScope.length)
  })
})
