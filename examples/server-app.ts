/**
 * The routes of an app's own server, for Effect's HTTP server, which answer for whoever has sent the request.
 * `examples/server.ts` serves them.
 *
 * A request brings its session in the header `x-stack-auth` or `Authorization`, or else in cookies. Changes to a session of
 * cookies, such as a refresh, go back with the answer. No cache keeps an answer, since it is for one user.
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

/** Why the server does not do what it was asked for: JSON that whoever asked can decode. */
export const Refusal = Schema.Union([
  Schema.TaggedStruct("SignInRequired", {}),
  Schema.TaggedStruct("SignInRefused", { reason: Schema.String }),
  Schema.TaggedStruct("ForeignForm", {}),
  Schema.TaggedStruct("PermissionRequired", { permissionId: Schema.String }),
  Schema.TaggedStruct("ServiceUnavailable", {})
])

const refuse = (status: number, refusal: typeof Refusal.Type) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe(refusal, { status }))

/** The options of the server: the project and its keys, and the origin by which browsers know the app. */
export type Options = Server.ServerOptions & { readonly origin: string }

/** Gives a route the levels of the request; and its answer, the cookies that came of it. */
const host = (options: Options) =>
  HttpRouter.middleware<{ provides: Client.Client | Server.Server | RequestHost.PendingResponse; handles: ApiError }>()(
    (route) =>
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const level = Server.layer(options).pipe(Layer.provideMerge(RequestHost.layer(request, options)))
        return yield* Effect.provide(answer(route), Layer.orDie(level))
      })
  )

const answer = <E, R>(route: Effect.Effect<HttpServerResponse.HttpServerResponse, E | ApiError, R>) =>
  Effect.gen(function*() {
    const response = HttpServerResponse.toWeb(
      yield* Effect.catchTag(
        route,
        "ApiError",
        (error) => Effect.andThen(Effect.logError(error), refuse(503, { _tag: "ServiceUnavailable" }))
      )
    )
    // Cookies of several domains may share a name, which only an answer of the web can hold.
    return HttpServerResponse.raw(yield* RequestHost.respond(response.body, response), {
      headers: { "cache-control": "private, no-store", vary: "Authorization, Cookie, x-stack-auth" }
    })
  })

/** The user who has sent the request. */
class Visitor extends Context.Service<Visitor, CurrentUser.ServerUser>()("example/Visitor") {}

/** Gives a route its visitor, and lets nobody pass who is not signed in. */
const signedIn = HttpRouter.middleware<{ provides: Visitor }>()((route) =>
  Effect.flatMap(CurrentUser.get(), (visitor) =>
    visitor === null
      ? refuse(401, { _tag: "SignInRequired" })
      : Effect.provideService(route, Visitor, visitor))
)

const Credentials = Schema.Struct({ email: Schema.String, password: Schema.RedactedFromValue(Schema.String) })

/** Signs the browser in: the session becomes its cookies. */
const signIn = (origin: string) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    // A form on another site would sign its visitors in as whom it likes.
    if (headers["origin"] !== origin) return yield* refuse(403, { _tag: "ForeignForm" })
    yield* Password.signIn(yield* HttpServerRequest.schemaBodyJson(Credentials))
    return HttpServerResponse.empty()
  }).pipe(Effect.catchTag(
    [
      "EmailPasswordMismatch",
      "MultiFactorAuthenticationRequired",
      "PasswordAuthenticationNotEnabled",
      "RequestSchemaError"
    ],
    ({ _tag }) => refuse(400, { _tag: "SignInRefused", reason: _tag })
  ))

const greeting = Effect.map(Visitor, (visitor) => HttpServerResponse.text(`Hello, ${visitor.displayName}!`))

/** The addresses of a team, for its members: one member alone could not read them, the secret key can. */
const members = Effect.gen(function*() {
  const { teamId = "" } = yield* HttpRouter.params
  const permission = { teamId, userId: (yield* Visitor).id, permissionId: "$read_members" }
  if (!(yield* Permissions.hasInTeam(permission))) return yield* refuse(403, forbidden)
  const members = yield* TeamMembers.list({ teamId })
  return HttpServerResponse.jsonUnsafe(members.map(({ user }) => user.primaryEmail))
}).pipe(
  // An id that is none, or a team that has just been removed.
  Effect.catchTag(
    ["RequestSchemaError", "TeamNotFound", "UserNotFound", "CannotGetOwnUserWithoutUser"],
    () => refuse(403, forbidden)
  )
)

const forbidden = { _tag: "PermissionRequired", permissionId: "$read_members" } as const

/** Layer of the routes. */
export const routes = (options: Options) => {
  const Host = host(options)
  return Layer.merge(
    HttpRouter.add("POST", "/sign-in", signIn(options.origin)).pipe(Layer.provide(Host.layer)),
    HttpRouter.addAll([
      HttpRouter.route("GET", "/greeting", greeting),
      HttpRouter.route("GET", "/teams/:teamId/members", members)
    ]).pipe(Layer.provide(signedIn.combine(Host).layer))
  )
}
