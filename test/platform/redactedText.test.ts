/** The text `<redacted>` in the place of a secret: clients, servers and the emulator name it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, InvalidOptions, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { AccessToken, Authentication, Jwks, Server } from "latchkey/server"
import { hasRedactedText, isRedactedText } from "../../src/platform/toRedacted.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"

const { projectId } = Emulator.clientOptions
const text = String(Redacted.make("secret"))
const labelled = String(Redacted.make("secret", { label: "key" }))

const build = <A>(layer: Layer.Layer<A, InvalidOptions, TokenStore.TokenStore>) =>
  Effect.asVoid(Layer.build(Layer.provide(layer, TokenStore.layerNone)))

describe("the text of a redacted value", () => {
  it("isRedactedText and hasRedactedText: recognize a redacted value's text with and without a label", () =>
    checkRows(
      [
        [text, true, true],
        [labelled, true, true],
        [`Bearer ${text}`, false, true],
        [`{"accessToken":"${labelled}"}`, false, true],
        ["<redact>", false, false],
        ["redacted", false, false],
        ["<redacted", false, false]
      ] as const,
      ([value]) => value,
      ([value, is, has]) => assert.deepStrictEqual([isRedactedText(value), hasRedactedText(value)], [is, has])
    ))

  it.effect("a redacted value's text as a key is refused at every level, and the error names the option", () =>
    checkRowsEffect(
      [text, labelled].flatMap((key) => [
        ["publishableClientKey", build(Client.layer({ projectId, publishableClientKey: key }))] as const,
        ["secretServerKey", build(Server.layer({ projectId, secretServerKey: key }))] as const,
        ["secretServerKey", build(Authentication.layer({ projectId, secretServerKey: Redacted.make(key) }))] as const,
        ["superSecretAdminKey", build(Admin.layer({ projectId, superSecretAdminKey: key }))] as const
      ]),
      ([option]) => option,
      ([option, built]) =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(built)
          assert.instanceOf(error, InvalidOptions)
          assert.strictEqual(
            error.message,
            `The option ${option} is the text <redacted>, which hides the key. ` +
              "Pass the Redacted value itself, or Redacted.value of it"
          )
        })
    ))

  it.effect("AccessToken.verify: reports the text of a redacted token, and fetches no keys", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(AccessToken.verify(text))
      assert.include(error.message, "The access token is the text <redacted>")
    }).pipe(Effect.provide(
      AccessToken.layer({ projectId }).pipe(
        Layer.provide(Layer.succeed(Jwks.Jwks, { getKey: () => Effect.die("Keys were requested") }))
      )
    )))

  it.effect("authenticate: reports the text of a redacted value, and names the header", () =>
    checkRowsEffect(
      [
        ["authorization", `Bearer ${text}`],
        ["authorization", `Bearer ${labelled}`],
        ["x-stack-auth", JSON.stringify({ accessToken: text, refreshToken: null })],
        ["x-hexclave-auth", JSON.stringify({ accessToken: null, refreshToken: text })],
        ["x-stack-access-token", text],
        ["x-api-key", text]
      ] as const,
      ([name, value]) => `${name}: ${value}`,
      ([name, value]) =>
        Effect.gen(function*() {
          const request = new Request("https://app.example.com/", { headers: { [name]: value } })
          const error = yield* Effect.flip(Authentication.authenticate(request))
          assert.strictEqual(error._tag, "CredentialsMalformed")
          assert.strictEqual(
            error.message,
            `The header ${name} has the text <redacted> instead of a secret. Send Redacted.value of it`
          )
        }).pipe(Effect.provide(Authentication.layer(Emulator.serverOptions)))
    ))

  it.effect("emulator: reports the text of a redacted value, with the service's status and code", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const ask = (headers: Readonly<Record<string, string>>, body?: string) =>
        Effect.map(
          emulator.handle({
            method: body === undefined ? "GET" : "POST",
            url: `http://localhost/api/v1${body === undefined ? "/users/me" : "/auth/password/sign-in"}`,
            headers: { "x-stack-project-id": projectId, "x-stack-access-type": "client", ...headers },
            body
          }),
          ({ body, status }) => ({
            status,
            json: JSON.parse(body!) as { readonly code: string; readonly error: string }
          })
        )
      const json = { "content-type": "application/json" }
      const rows = [
        [{ "x-stack-publishable-client-key": text }, undefined, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
        [
          { "x-stack-access-type": "server", "x-stack-secret-server-key": text },
          undefined,
          401,
          "INVALID_SECRET_SERVER_KEY"
        ],
        [{ "x-stack-access-token": labelled }, undefined, 401, "UNPARSABLE_ACCESS_TOKEN"],
        [json, JSON.stringify({ email: "ada@example.com", password: text }), 400, "EMAIL_PASSWORD_MISMATCH"]
      ] as const
      for (const [headers, body, status, code] of rows) {
        const refused = yield* ask(headers, body)
        assert.deepStrictEqual([refused.status, refused.json.code], [status, code])
        assert.include(refused.json.error, "has the text <redacted> in place of a secret")
      }
      const other = yield* ask({ "x-stack-access-token": "other" })
      assert.notInclude(other.json.error, "<redacted>")
    }).pipe(Effect.provide(Emulator.layer())))
})
