/**
 * An API with Effect's `HttpApi`: a route for all, a route for signed-in users, and a route that requires a permission in a
 * team. The OpenAPI document shows the security schemes.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/http-api.ts`. It prints the responses and exits with
 * 0.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Emulator } from "latchkey/emulator"
import * as HttpApiAuth from "latchkey/http-api"
import {
  Authentication,
  Authorization,
  Principal,
  Redacted,
  Sessions,
  TeamMembers,
  Teams,
  Users
} from "latchkey/server"

const Public = HttpApiGroup.make("public")
  .add(HttpApiEndpoint.get("greeting", "/greeting", { success: Schema.String }))
  .middleware(HttpApiAuth.OptionalAuth)

const Private = HttpApiGroup.make("private")
  .add(
    HttpApiEndpoint.get("profile", "/profile", { success: Schema.Struct({ userId: Schema.String }) }),
    HttpApiEndpoint.get("members", "/teams/:teamId/members", {
      params: { teamId: Schema.String },
      success: Schema.Array(Schema.NullOr(Schema.String))
    })
  )
  .middleware(HttpApiAuth.RequireAuth)

const Api = HttpApi.make("example").add(Public).add(Private)

const greeting = Effect.map(
  Principal,
  (principal) => principal._tag === "User" ? `Hello, ${principal.claims.name}!` : "Hello!"
)

/** Lists the email addresses of the members of a team. */
const listMembers = (teamId: string) =>
  Effect.gen(function*() {
    yield* Authorization.require({ team: teamId, permission: "$read_members" })
    // The user has a permission in the team, so the id is valid. The team may have been deleted in the meantime.
    const members = yield* Effect.catchTag(
      TeamMembers.list({ teamId }),
      ["TeamNotFound", "RequestSchemaError", "UserNotFound", "CannotGetOwnUserWithoutUser"],
      () => Effect.succeed([])
    )
    return members.map(({ user }) => user.primaryEmail)
  })

const handlers = Layer.merge(
  HttpApiBuilder.group(Api, "public", (group) => group.handle("greeting", () => greeting)),
  HttpApiBuilder.group(Api, "private", (group) =>
    group
      .handle("profile", () => Effect.map(Authorization.requireUserId, (userId) => ({ userId })))
      .handle("members", ({ params }) => listMembers(params.teamId)))
)

const api = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide(HttpApiAuth.layer()),
  Layer.provide(HttpServer.layerServices)
)

const program = Effect.gen(function*() {
  const services = Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>())
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const app = api.pipe(HttpRouter.provideRequest(services), Layer.provide(services))
      return HttpRouter.toWebHandler(app, { disableLogger: true })
    }),
    ({ dispose }) => Effect.promise(dispose)
  )
  const ask = (path: string, headers: Record<string, string> = {}) =>
    Effect.gen(function*() {
      const response = yield* Effect.promise(() => handler(new Request(`https://app.example.com${path}`, { headers })))
      const challenge = response.headers.get("www-authenticate")
      const text = yield* Effect.promise(() => response.text())
      yield* Console.log(`GET ${path.replace(/[0-9a-f-]{36}/, ":id")}: ${response.status}`)
      yield* Console.log(challenge === null ? `  ${text}` : `  ${challenge}`)
    })

  const ada = yield* Users.create({ displayName: "Ada", primaryEmail: "ada@example.com" })
  const engines = yield* Teams.create({ displayName: "Engines" })
  const looms = yield* Teams.create({ displayName: "Looms" })
  yield* TeamMembers.add({ teamId: engines.id, userId: ada.id })
  const { accessToken } = yield* Sessions.create({ userId: ada.id })
  const headers = { authorization: `Bearer ${Redacted.value(accessToken!)}` }

  yield* ask("/greeting")
  yield* ask("/greeting", headers)
  yield* ask("/profile")
  yield* ask(`/teams/${engines.id}/members`, headers)
  yield* ask(`/teams/${looms.id}/members`, headers)
  const { components } = OpenApi.fromApi(Api)
  yield* Console.log(`Security schemes: ${Object.keys(components.securitySchemes).join(", ")}`)
})

const layer = Authentication.layer({ ...Emulator.serverOptions, origin: "https://app.example.com" }).pipe(
  Layer.provide(Emulator.layer())
)

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(layer)))
