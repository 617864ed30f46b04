/** The API root, which identifies the caller. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Project } from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { Users } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  email,
  layerTest,
  projectId,
  send,
  serverHeaders,
  signUp
} from "../support.ts"

const root = (headers: Readonly<Record<string, string>>, query = "") => send("GET", query, headers)

/** The lines of the text, without the greeting. */
const linesOf = ({ body }: EmulatorResponse): ReadonlyArray<string> => body!.split("\n").slice(2)

const anonymous = ["Authentication: None"]

describe("the root of the API", () => {
  it.effect("names no level, project or user for a request without headers", () =>
    Effect.gen(function*() {
      const response = yield* root({})
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
      assert.isTrue(response.body!.startsWith("Latchkey emulator\n"))
      assert.deepStrictEqual(linesOf(response), anonymous)
      assert.isTrue((yield* Project.getApiRoot).startsWith("Latchkey emulator\n"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("names the level and the project of a key", () =>
    Effect.gen(function*() {
      const levels = { Client: clientHeaders, Server: serverHeaders, Admin: adminHeaders }
      for (const [level, headers] of Object.entries(levels)) {
        const lines = [`Authentication: ${level}`, `  Project: ${projectId}`, "  User: None"]
        assert.deepStrictEqual(linesOf(yield* root(headers)), lines)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("names the user of an access token by email, or by id without one", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      assert.strictEqual(linesOf(yield* root(headers))[2], `  User: ${email}`)
      yield* Users.update(userId, { primaryEmail: null })
      assert.strictEqual(linesOf(yield* root(headers))[2], `  User: ${userId}`)
      assert.deepStrictEqual(
        linesOf(yield* root({ "x-stack-access-token": headers["x-stack-access-token"] })),
        anonymous
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses invalid headers before an unknown query parameter", () =>
    Effect.gen(function*() {
      const { "x-stack-project-id": _, ...withoutProject } = clientHeaders
      const { "x-stack-access-type": __, ...withoutLevel } = clientHeaders
      const { "x-stack-secret-server-key": ___, ...withoutKey } = serverHeaders
      const wrong: ReadonlyArray<readonly [headers: Readonly<Record<string, string>>, status: number, code: string]> = [
        [withoutProject, 400, "ACCESS_TYPE_WITHOUT_PROJECT_ID"],
        [withoutLevel, 400, "PROJECT_KEY_WITHOUT_ACCESS_TYPE"],
        [withoutKey, 401, "SERVER_AUTHENTICATION_REQUIRED"],
        [{ ...serverHeaders, "x-stack-secret-server-key": "" }, 401, "SERVER_AUTHENTICATION_REQUIRED"],
        [{ ...clientHeaders, "x-stack-publishable-client-key": "pck_other" }, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
        [{ ...clientHeaders, "x-stack-project-id": "internal" }, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
        [{ ...clientHeaders, "x-stack-access-type": "owner" }, 400, "INVALID_ACCESS_TYPE"],
        [{ ...clientHeaders, "x-stack-access-token": "nope" }, 401, "UNPARSABLE_ACCESS_TOKEN"]
      ]
      for (const [headers, status, code] of wrong) {
        for (const query of ["", "?extra=1"]) {
          const response = yield* root(headers, query)
          assert.deepStrictEqual([response.status, codeOf(response)], [status, code])
        }
      }
      assert.strictEqual(codeOf(yield* root(clientHeaders, "?extra=1")), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* root({}, "?extra=1")), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("the API root accepts another project's key with that project's id", () =>
    Effect.gen(function*() {
      const { publishableClientKey } = Emulator.internalClientOptions
      const headers = { ...clientHeaders, "x-stack-project-id": "internal" }
      const own = yield* root({ ...headers, "x-stack-publishable-client-key": publishableClientKey })
      assert.deepStrictEqual(linesOf(own), ["Authentication: Client", "  Project: internal", "  User: None"])
    }).pipe(Effect.provide(layerTest())))
})
