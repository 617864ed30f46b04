/** The HTTP API of an app: reports for signed-in users, and a payout that requires a recent sign-in. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { OptionalAuth, RequireAuth } from "latchkey/http-api"
import { Authorization, Principal } from "latchkey/server"

const Public = HttpApiGroup.make("public")
  .add(HttpApiEndpoint.get("greeting", "/greeting", { success: Schema.String }))
  .middleware(OptionalAuth)

const Reports = HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("list", "/reports", { success: Schema.Array(Schema.String) }),
    HttpApiEndpoint.get("listOfTeam", "/teams/:team/reports", {
      params: { team: Schema.String },
      success: Schema.Array(Schema.String)
    }),
    HttpApiEndpoint.post("payOut", "/payouts", { success: Schema.String })
  )
  .middleware(RequireAuth)

export const Api = HttpApi.make("api").add(Public, Reports)

const publicHandlers = HttpApiBuilder.group(
  Api,
  "public",
  (handlers) =>
    handlers.handle("greeting", () =>
      Effect.map(
        Principal,
        (principal) => principal._tag === "User" ? `Hello, ${principal.claims.name}!` : "Hello!"
      ))
)

const reportHandlers = HttpApiBuilder.group(Api, "reports", (handlers) =>
  handlers
    .handle("list", () => Effect.map(Authorization.requireUser, ({ claims }) => [`${claims.name}'s engines`]))
    .handle("listOfTeam", ({ params }) => Effect.as(Authorization.requireTeamMember(params), ["Engines"]))
    .handle("payOut", () => Effect.as(Authorization.requireRecent({ within: "5 minutes" }), "Paid")))

/** The handlers. They need the layer of `latchkey/http-api`. */
export const layer = Layer.merge(publicHandlers, reportHandlers)
