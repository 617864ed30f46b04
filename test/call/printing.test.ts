import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Client, Project, RequestHeaders, TokenStore, Transport, TransportFailure } from "latchkey"
import { Admin } from "latchkey/admin"
import { createAuthClient } from "latchkey/promise"
import { createAdminClient } from "latchkey/promise/admin"
import { createServerClient } from "latchkey/promise/server"
import { Server } from "latchkey/server"
import { format, inspect } from "node:util"
import { deepText } from "../support/exposure.ts"
import { keys, projectId } from "../support/Wire.ts"

const bypass = "value-of-a-bypass-header"
const perProgram = "value-of-a-header-of-the-program"
const refreshToken = "refresh-token-of-the-session"

const given = {
  projectId,
  publishableClientKey: keys.publishable,
  extraRequestHeaders: { "x-vercel-protection-bypass": bypass }
}
const secretServerKey = Redacted.make(keys.server)
const superSecretAdminKey = Redacted.make(keys.admin)

const layers = {
  client: Client.layer(given),
  server: Server.layer({ ...given, secretServerKey }),
  admin: Admin.layer({ ...given, secretServerKey, superSecretAdminKey })
}

/** Everything that printing a value shows, at any depth. */
const textsOf = (value: unknown): string =>
  [
    deepText(value),
    inspect(value, { depth: Infinity }),
    format("%s %o %O %j", value, value, value, value),
    String(value),
    JSON.stringify(value),
    JSON.stringify({ ...(value as object) })
  ].join("\n")

const secrets = { bypass, perProgram, refreshToken, server: keys.server, admin: keys.admin }

const assertHidden = (text: string) => {
  for (const [name, secret] of Object.entries(secrets)) assert.notInclude(text, secret, name)
}

describe("printing", () => {
  for (const [level, layer] of Object.entries(layers)) {
    const built: Effect.Effect<Context.Context<Client.Client>, unknown, Scope.Scope> = Layer.build(
      Layer.provide(layer, TokenStore.layerTokens({ refreshToken }))
    ).pipe(
      Effect.provideService(RequestHeaders, { "x-of-the-program": perProgram })
    )

    it.effect(`the ${level} level's context, services, caller and connection show no secret when printed`, () =>
      Effect.gen(function*() {
        const context = yield* built
        const client = Context.get(context, Client.Client)
        for (const value of [context, client, client.caller, client.caller.connection, client.session]) {
          assertHidden(textsOf(value))
        }
        const higher = [Context.getOption(context, Server.Server), Context.getOption(context, Admin.Admin)]
        for (const { caller } of higher.flatMap(Option.toArray)) assertHidden(textsOf({ caller }))
      }))

    it.effect(`a ${level} request has both headers after printing`, () =>
      Effect.gen(function*() {
        let sent: Readonly<Record<string, string>> = {}
        const context = yield* built
        yield* Effect.provideContext(Effect.exit(Project.get), context).pipe(
          Effect.provideService(Transport, ({ headers }) => {
            sent = headers
            return Effect.fail(new TransportFailure({ message: "Enough", tooLarge: true }))
          })
        )
        assert.strictEqual(sent["x-vercel-protection-bypass"], bypass)
        assert.strictEqual(sent["x-of-the-program"], perProgram)
      }))

    it(`the layer of the ${level} level: shows no secret`, () => assertHidden(textsOf(layer)))
  }
})

describe("printing values of the Promise levels", () => {
  const made = {
    client: () => createAuthClient({ ...given, tokens: { refreshToken } }),
    server: () => createServerClient({ ...given, secretServerKey }),
    admin: () => createAdminClient({ ...given, secretServerKey, superSecretAdminKey })
  }
  for (const [level, make] of Object.entries(made)) {
    it(`${level}: the printed values show no secret`, async () => {
      await using auth = make()
      assertHidden(deepText(auth) + textsOf(auth))
      assert.include(inspect(auth), projectId)
    })
  }
})
