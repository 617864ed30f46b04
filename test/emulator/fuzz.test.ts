/** The emulator responds to any input, and its stored data stays readable. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import {
  Emails,
  EmailTemplateSources,
  InternalApiKeys,
  Metrics,
  Project,
  ProjectConfig,
  TeamPermissionDefinitions
} from "latchkey/admin"
import { Emulator, type EmulatorRequest, type EmulatorResponse } from "latchkey/emulator"
import { ContactChannels as Channels, Permissions, TeamInvitations, TeamMembers, Teams, Users } from "latchkey/server"
import { runsOf } from "../support/propertyRuns.ts"
import { named, requests, world } from "./fuzzSupport.ts"
import { layerAdmin } from "./support.ts"

/** Inputs that the recorded service does not handle, and the emulator therefore does not either. */
const unforeseen = [
  "The user has no primary email to remove",
  "Invitation not found",
  "The team ",
  "The user no longer exists",
  "The user does not exist",
  "The passkey response could not be verified: ",
  "The session has already ended",
  "expires_in_millis must not be 0"
]

const check = (request: EmulatorRequest, { body, headers, status }: EmulatorResponse): void => {
  const about = `${request.method} ${request.url} ${request.body} ${JSON.stringify(request.headers)}: ${status} ${body}`
  const actual = Number(headers["x-stack-actual-status"] ?? status)
  if (actual >= 500) assert.isTrue(unforeseen.some((text) => body?.startsWith(text)), about)
  if (headers["content-type"]?.startsWith("application/json") && body !== undefined) {
    const json: unknown = JSON.parse(body)
    const code = headers["x-stack-known-error"]
    if (code !== undefined) assert.propertyVal(json, "code", code, about)
    const isOfClient = request.headers["x-stack-access-type"] === "client"
    if (isOfClient && actual < 300) assert.notInclude(body, "\"server_metadata\"", about)
  }
  // No platform accepts headers that are not bytes.
  assert.doesNotThrow(() => new Headers(headers as Record<string, string>), about)
}

/** Reads all data, as programs do. */
const readAll = Effect.gen(function*() {
  const users = yield* Users.list()
  const teams = yield* Teams.list()
  yield* TeamMembers.list()
  const channels = yield* Channels.list()
  const addresses = channels.flatMap(({ usedForAuth, value }) => usedForAuth ? [value] : [])
  assert.strictEqual(new Set(addresses).size, addresses.length)
  for (const primaryEmail of addresses) {
    const error = yield* Effect.flip(Users.create({ primaryEmail, primaryEmailAuthEnabled: true }))
    assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
  }
  yield* Permissions.listInTeams({ recursive: true })
  yield* Permissions.listInProject({ recursive: true })
  yield* TeamPermissionDefinitions.list
  for (const { id } of teams) yield* TeamInvitations.list(id)
  yield* Project.get
  yield* InternalApiKeys.list
  yield* EmailTemplateSources.list
  yield* ProjectConfig.get
  yield* Emails.listSent
  yield* Metrics.get
  const emulator = yield* Emulator.Emulator
  yield* emulator.inbox()
  return users
})

describe("the emulator", () => {
  it.effect("responds to any input", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(requests, { minLength: 20, maxLength: 60 }), (requests) =>
          Effect.runPromise(
            Effect.gen(function*() {
              const names: Record<string, string> = yield* world
              const emulator = yield* Emulator.Emulator
              for (const request of requests) {
                const code = (yield* emulator.inbox()).at(-1)?.code
                const sent = named(request, { ...names, ...(code !== undefined && { code: Redacted.value(code) }) })
                check(sent, yield* emulator.handle(sent))
              }
              yield* emulator.configure({ signUpEnabled: true })
              yield* readAll
            }).pipe(Effect.provide(layerAdmin()), Effect.orDie)
          )),
        { numRuns: runsOf(40), seed: 1 }
      )
    ))
})
