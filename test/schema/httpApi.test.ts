/** A user and the known errors cross an `HttpApi`, as an app would define one. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { KnownErrors, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { knownError, ServerUser } from "latchkey/schema"
import { Server, Users } from "latchkey/server"

const Api = HttpApi.make("directory").add(
  HttpApiGroup.make("users").add(
    HttpApiEndpoint.get("get", "/users/:id", {
      params: { id: Schema.String },
      success: ServerUser,
      error: [knownError(KnownErrors.UserNotFound), knownError(KnownErrors.RequestSchemaError)]
    })
  )
)

const handlers = HttpApiBuilder.group(
  Api,
  "users",
  (users) =>
    Effect.map(Server.Server, (server) =>
      users.handle("get", ({ params }) =>
        Users.get(params.id).pipe(
          // An app maps these to an error of its own: they concern the connection to the service.
          Effect.catchTag("ApiError", Effect.die),
          Effect.provideService(Server.Server, server)
        )))
)

const server = Server.layer(Emulator.serverOptions).pipe(
  Layer.provide(TokenStore.layerNone),
  Layer.provideMerge(Emulator.layer())
)

it.effect("an HttpApi returns users and fails with known errors", () =>
  Effect.gen(function*() {
    const api = yield* HttpApiTest.groups(Api, ["users"])
    const user = yield* Users.create({ displayName: "Ada", serverMetadata: { plan: ["pro", null, 1.5] } })
    assert.deepStrictEqual(yield* api.users.get({ params: { id: user.id } }), user)
    const missing = yield* Effect.flip(api.users.get({ params: { id: "11111111-1111-4111-8111-111111111111" } }))
    assert.instanceOf(missing, KnownErrors.UserNotFound)
    assert.deepInclude(missing, { _tag: "UserNotFound", status: 404, code: "USER_NOT_FOUND" })
    const malformed = yield* Effect.flip(api.users.get({ params: { id: "ada" } }))
    assert.instanceOf(malformed, KnownErrors.RequestSchemaError)
    assert.include(malformed.details.message, "user_id")
  }).pipe(Effect.provide([Layer.provide(handlers, server), HttpServer.layerServices, server])))
