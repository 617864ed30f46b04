/** Strings of 2 MB, and JSON nested 100,000 levels deep: both get a response without a stack overflow. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import type { Any } from "../../src/wire/Endpoint.ts"
import { modules } from "../../src/wire/endpoints.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { adminHeaders, clientHeaders, codeOf, configure, jsonOf, layerTest, nobody, send, signUp } from "./support.ts"

/** The size of the strings, in bytes. */
const longest = 2_000_000

const repeat = (text: string) => text.repeat(Math.ceil(longest / text.length)).slice(0, longest)

/** Long strings, each with the fields whose rules scan the whole string. */
const texts: ReadonlyArray<readonly [shape: string, method: string, path: string, field: string, make: () => string]> =
  [
    ["escaped characters", "PATCH", "/users/me", "client_metadata", () => repeat("\\\"")],
    ["an address with a long name", "POST", "/users", "primary_email", () => `${repeat("a.")}@example.com`],
    ["an address with a long domain", "POST", "/auth/password/sign-in", "email", () => `a@${repeat("a.")}com`],
    ["ats", "POST", "/auth/otp/send-sign-in-code", "email", () => repeat("a@")],
    ["base64", "PATCH", "/users/me", "totp_secret_base64", () => repeat("AAAA")],
    ["an image", "PATCH", "/users/me", "profile_image_url", () => `data:image/png;base64,${repeat("AAAA")}`],
    ["a URL", "POST", "/auth/otp/send-sign-in-code", "callback_url", () => `http://localhost/${repeat("a/")}`],
    ["a permission", "POST", "/team-permission-definitions", "id", () => repeat("a:")],
    ["a token", "POST", "/auth/cli/poll", "polling_code", () => `${repeat("e30")}.e30.AAAA`]
  ]

// Sound: every export of a module that has an id is an endpoint.
const endpoints = Object.values(modules).flatMap((module) => Object.values(module))
  .filter((value): value is Any => typeof value === "object" && value !== null && "id" in value)

const asJson = { "content-type": "application/json" }

const answered = (response: { readonly status: number; readonly body: string | undefined }, title: string) =>
  assert.notStrictEqual(response.status, 500, `${title}: ${response.body?.slice(0, 200)}`)

describe(`a string of ${longest / 1_000_000} MB`, () => {
  for (const [shape, method, path, field, make] of texts) {
    it.effect(`a string of many MB that is ${shape} gets a response`, () =>
      Effect.gen(function*() {
        const { tokens } = yield* signUp()
        const headers = { ...adminHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
        answered(yield* send(method, path, headers, { [field]: make() }), `${path} ${field}`)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("is stored and returned", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const text = repeat("\\\"")
      const update = yield* send("PATCH", "/users/me", headers, { client_metadata: { text } })
      assert.strictEqual(update.status, 200)
      const user = jsonOf(yield* send("GET", "/users/me", { ...headers, accept: "text/html" }))
      assert.strictEqual(user.client_metadata.text === text, true)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a string of several MB is a valid display name only in a 2025 service", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const text = repeat("\\\"")
      assert.strictEqual((yield* send("PATCH", "/users/me", headers, { display_name: text })).status, 200)
      assert.strictEqual(jsonOf(yield* send("GET", "/users/me", headers)).display_name === text, true)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("a string of several MB as a body, path, query or header gets a response", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      for (const text of [repeat("a/"), repeat("\"\\")]) {
        for (const type of ["application/json", "application/x-www-form-urlencoded", text]) {
          answered(yield* send("POST", "/auth/oauth/token", { "content-type": type }, text), "a body")
        }
        const path = encodeURIComponent(text)
        for (
          const url of [`/api/v1/users/${path}`, `/${text}`, `/api/v1/users?query=${path}`, `/latchkey/oauth/${path}`]
        ) {
          const request = { method: "GET", url: `https://api.test${url}`, headers: adminHeaders, body: undefined }
          answered(yield* emulator.handle(request), "an address")
        }
        for (const name of ["x-stack-access-token", "x-stack-access-type", "authorization"]) {
          answered(yield* send("POST", "/auth/oauth/token", { ...asJson, [name]: text }, "{}"), name)
          answered(yield* send("GET", "/users", { ...adminHeaders, [name]: text }), name)
        }
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a string of several MB in a passkey response is refused", () =>
    Effect.gen(function*() {
      yield* configure({ passkeyEnabled: true })
      const { code } = jsonOf(yield* send("POST", "/auth/passkey/initiate-passkey-authentication", clientHeaders, {}))
      const text = repeat("AAAA")
      const response = yield* send("POST", "/auth/passkey/sign-in", clientHeaders, {
        code,
        authentication_response: {
          id: text,
          rawId: text,
          type: "public-key",
          response: { clientDataJSON: text, authenticatorData: text, signature: text },
          clientExtensionResults: {}
        }
      })
      assert.strictEqual(codeOf(response), "PASSKEY_AUTHENTICATION_FAILED")
    }).pipe(Effect.provide(layerTest())))
})

describe("JSON nested 100,000 levels deep", () => {
  for (const [open, close] of [["[", "]"], ["{\"a\":", "}"]] as const) {
    const nested = `${open.repeat(100_000)}1${close.repeat(100_000)}`

    it.effect(`JSON nested 100,000 levels deep with ${open} is refused in every field of every body`, () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        for (const { generation, id, method, path, payload } of endpoints) {
          if (generation === "2025") continue
          for (const name of payload === undefined ? [] : getWireNames(payload)) {
            const url = `https://api.test/api/v1${path.replace(/:\w+/g, nobody)}`
            const body = `{${JSON.stringify(name)}:${nested}}`
            const response = yield* emulator.handle({ method, url, headers: { ...adminHeaders, ...asJson }, body })
            if (id !== "projects.checkFeatureSupport") {
              assert.strictEqual(codeOf(response), "BODY_PARSING_ERROR", `${id} ${name}`)
            }
          }
        }
      }).pipe(Effect.provide(layerTest())))

    it.effect(`JSON nested 100,000 levels deep with ${open} is refused as a fault, a token and a passkey response`, () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        const fault = { method: "PUT", url: "https://api.test/latchkey/faults", headers: asJson, body: nested }
        assert.strictEqual((yield* emulator.handle(fault)).status, 400)
        const part = Buffer.from(nested).toString("base64url")
        const headers = { ...clientHeaders, "x-stack-access-token": `${part}.${part}.AAAA` }
        assert.strictEqual(codeOf(yield* send("GET", "/users/me", headers)), "UNPARSABLE_ACCESS_TOKEN")
      }).pipe(Effect.provide(layerTest())))
  }
})
