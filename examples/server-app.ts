/**
 * The routes of an app's server, written for Effect's HTTP server. Each route acts for the user of its request.
 * `examples/server.ts` serves them.
 *
 * A request carries its session in the header `x-stack-auth` or `Authorization`, or in cookies. If a call changes a
 * cookie session, for example by a refresh, the response updates the cookies. Responses are private, so caches must not
 * store them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type ApiError, type Client, Password, RequestHost } from "latchkey"
import { CurrentUser, Permissions, Server, TeamMembers } from "latchkey/server"

/** The error responses of the server, as JSON that clients can decode. */
export const Refusal = Schema.Union([
  Schema.TaggedStruct("SignInRequired", {}),
  Schema.TaggedStruct("SignInRefused", { reason: Schema.String }),
  Schema.TaggedStruct("ForeignForm", {}),
  Schema.TaggedStruct("PermissionRequired", { permissionId: Schema.String }),
  Schema.TaggedStruct("ServiceUnavailable", {})
])

const refuse = (status: number, refusal: typeof Refusal.Type) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe(refusal, { status }))

/** The options of the server: the project and its keys, and the public origin of the app. */
export type Options = Server.ServerOptions & { readonly origin: string }

/** Provides the levels of the request to a route, and adds changed cookies to its response. */
const provideLevels = ({ origin, ...options }: Options) =>
  HttpRouter.middleware<{ provides: Client.Client | Server.Server | RequestHost.PendingResponse; handles: ApiError }>()(
    (route) =>
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const level = Server.layer(options).pipe(Layer.provideMerge(RequestHost.layer(request, { ...options, origin })))
        return yield* Effect.provide(respond(route), Layer.orDie(level))
      })
  )

const respond = <E, R>(route: Effect.Effect<HttpServerResponse.HttpServerResponse, E | ApiError, R>) =>
  Effect.gen(function*() {
    const response = HttpServerResponse.toWeb(
      yield* Effect.catchTag(
        route,
        "ApiError",
        (error) => Effect.andThen(Effect.logError(error), refuse(503, { _tag: "ServiceUnavailable" }))
      )
    )
    // Cookies for several domains can share a name, which only a web `Response` supports.
    return HttpServerResponse.raw(yield* RequestHost.respond(response.body, response), {
      headers: { "cache-control": "private, no-store", vary: "Authorization, Cookie, x-stack-auth" }
    })
  })

/** The user of the request. */
class Visitor extends Context.Service<Visitor, CurrentUser.ServerUser>()("example/Visitor") {}

/** Provides the user to a route, and rejects signed-out requests. */
const requireUser = HttpRouter.middleware<{ provides: Visitor }>()((route) =>
  Effect.flatMap(CurrentUser.get(), (visitor) =>
    visitor === null
      ? refuse(401, { _tag: "SignInRequired" })
      : Effect.provideService(route, Visitor, visitor))
)

const Credentials = Schema.Struct({ email: Schema.String, password: Schema.RedactedFromValue(Schema.String) })

/** Signs in the browser: the session is stored in its cookies. */
const signIn = (origin: string) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    // Prevents login CSRF: a form on another site could sign its visitors in with another account.
    if (headers["origin"] !== origin) return yield* refuse(403, { _tag: "ForeignForm" })
    yield* Password.signIn(yield* HttpServerRequest.schemaBodyJson(Credentials))
    return HttpServerResponse.empty()
  }).pipe(Effect.catchTag(
    [
      "EmailPasswordMismatch",
      "MultiFactorAuthenticationRequired",
      "PasswordAuthenticationNotEnabled",
      "RequestSchemaError",
      "SchemaError"
    ],
    ({ _tag }) => refuse(400, { _tag: "SignInRefused", reason: _tag })
  ))

const greeting = Effect.map(Visitor, (visitor) => HttpServerResponse.text(`Hello, ${visitor.displayName}!`))

/**
 * Lists the emails of a team's members, for members only. A member's own session could not read them, but the secret
 * key can.
 */
const members = Effect.gen(function*() {
  const { teamId = "" } = yield* HttpRouter.params
  const permission = { teamId, userId: (yield* Visitor).id, permissionId: "$read_members" }
  if (!(yield* Permissions.hasInTeam(permission))) return yield* refuse(403, forbidden)
  const members = yield* TeamMembers.list({ teamId })
  return HttpServerResponse.jsonUnsafe(members.map(({ user }) => user.primaryEmail))
}).pipe(
  // A malformed id, or a team that was deleted in the meantime.
  Effect.catchTag(
    ["RequestSchemaError", "TeamNotFound", "UserNotFound", "CannotGetOwnUserWithoutUser"],
    () => refuse(403, forbidden)
  )
)

const forbidden = { _tag: "PermissionRequired", permissionId: "$read_members" } as const

/** Layer of the routes. */
export const routes = (options: Options) => {
  const Levels = provideLevels(options)
  return Layer.merge(
    HttpRouter.add("POST", "/sign-in", signIn(options.origin)).pipe(Layer.provide(Levels.layer)),
    HttpRouter.addAll([
      HttpRouter.route("GET", "/greeting", greeting),
      HttpRouter.route("GET", "/teams/:teamId/members", members)
    ]).pipe(Layer.provide(requireUser.combine(Levels).layer))
  )
}
