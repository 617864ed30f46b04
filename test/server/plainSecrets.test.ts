/** Secrets may be passed as plain text. They are sent as redacted ones are, and nothing that a program shows holds them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "latchkey"
import { Admin, Emails, Project, ProjectConfig } from "latchkey/admin"
import { ApiKeys, CurrentUser, Server, Teams, Users } from "latchkey/server"
import { everything, layer as layerExposure } from "../support/exposure.ts"
import { accessToken, layerAdmin, layerWire, projectId, refreshToken, response, Wire } from "../support/Wire.ts"

const secret = "correct-horse-battery-9"
const userId = "11111111-1111-4111-8111-111111111111"

type Secret = string | Redacted.Redacted<string>

const smtp = (password: Secret) => ({
  host: "smtp.example.com",
  port: 465,
  username: "ada",
  password,
  senderName: "Ada",
  senderEmail: "ada@example.com"
})

/** Every call with a secret in its input, by its name. */
const calls: Readonly<
  Record<string, (secret: Secret) => Effect.Effect<unknown, unknown, Admin.Admin | Server.Server>>
> = {
  "Users.create with a password": (password) => Users.create({ password }),
  "Users.create with a password hash": (passwordHash) => Users.create({ passwordHash }),
  "Users.update with a password": (password) => Users.update(userId, { password }),
  "Users.update with a TOTP secret": (totpSecretBase64) => Users.update(userId, { totpSecretBase64 }),
  "Users.getByApiKey": (value) => Users.getByApiKey(value),
  "Teams.getByApiKey": (value) => Teams.getByApiKey(value),
  "ApiKeys.check": (value) => ApiKeys.check("user", value),
  "ApiKeys.find": (value) => ApiKeys.find("team", value),
  "Emails.sendTest": (password) => Emails.sendTest({ recipientEmail: "ada@example.com", emailConfig: smtp(password) }),
  "Project.update with a mail server": (password) =>
    Project.update({ config: { emailConfig: { type: "standard", ...smtp(password) } } }),
  "Project.update with a provider": (clientSecret) =>
    Project.update({ config: { oauthProviders: [{ id: "github", type: "standard", clientId: "id", clientSecret }] } }),
  "ProjectConfig.updateOverride": (clientSecret) =>
    ProjectConfig.updateOverride("environment", { "auth.oauth.providers": { github: { clientSecret } } }),
  "ProjectConfig.replaceOverride": (password) =>
    ProjectConfig.replaceOverride("environment", { "emails.server.password": password })
}

/** A service that repeats a request in the text of its error. */
const repeating = layerWire(({ body }) => response(400, `${body}`))

describe("a plain secret", () => {
  for (const [name, call] of Object.entries(calls)) {
    it.effect(`a plain secret for ${name} is sent like a redacted one, and is in no error, log or span`, () =>
      Effect.gen(function*() {
        const wire = yield* Wire
        const texts = yield* everything(call(secret))
        assert.isAbove(texts.length, 10)
        for (const text of texts) assert.notInclude(text, secret)
        yield* Effect.exit(call(Redacted.make(secret)))
        const [plain, redacted] = wire.calls
        assert.include(plain?.body, secret)
        assert.strictEqual(plain?.body, redacted?.body)
      }).pipe(Effect.provide([layerAdmin(repeating, { apiGeneration: "2026" }), layerExposure])))
  }

  it.effect("a plain secret for CurrentUser.update is sent, and is in no error, log or span", () =>
    Effect.gen(function*() {
      const texts = yield* everything(CurrentUser.update({ password: secret }))
      for (const text of texts) assert.notInclude(text, secret)
      assert.include((yield* Wire).calls[0]?.body, secret)
    }).pipe(Effect.provide([
      Server.layer({ projectId, apiUrl: "https://api.test", secretServerKey: "ssk_plain_secret" }).pipe(
        Layer.provide(TokenStore.layerTokens({ accessToken, refreshToken })),
        Layer.provideMerge(repeating)
      ),
      layerExposure
    ])))

  it.effect("a level's key may be a plain string", () =>
    Effect.gen(function*() {
      const server = yield* Server.make({ projectId, secretServerKey: "ssk_plain_secret" })
      const admin = yield* Admin.make({ projectId, superSecretAdminKey: "sak_plain_secret" })
      assert.deepStrictEqual(server.caller.connection.access("server").keys, ["ssk_plain_secret"])
      assert.deepStrictEqual(admin.caller.connection.access("admin").keys, ["sak_plain_secret"])
    }).pipe(Effect.provide(TokenStore.layerNone)))
})
