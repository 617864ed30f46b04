import { programPath, type Start, type StartInput } from "./Start.ts"

/** Returns the start for a server with Effect's `HttpApi`, whose endpoints require a signed-in user. */
export const effectServerStart = ({ project, service }: StartInput): Start => {
  const path = programPath(project, "server")
  return {
    envFile: ".env",
    variables: {
      STACK_PROJECT_ID: service.projectId,
      STACK_SECRET_SERVER_KEY: service.secretServerKey ?? "",
      STACK_API_URL: service.apiUrl
    },
    files: [{
      path,
      content: server,
      purpose: "Serves an API whose endpoints require a signed-in user.",
      isDone: (source) => /latchkey\/http-(?:api|router)/.test(source)
    }],
    edits: [],
    script: { command: `node --watch --env-file=.env ${path}`, template: /^(?!)/ },
    packages: ["effect", "@effect/platform-node"],
    tryIt: [
      "GET http://localhost:3000/me responds with 401, or with the user of the header authorization.",
      "In an app, Session.authorizationHeader returns this header."
    ]
  }
}

const server = `import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HttpApiAuth from "latchkey/http-api"
import { Authentication, Authorization } from "latchkey/server"
import { createServer } from "node:http"

const Me = Schema.Struct({ userId: Schema.String, email: Schema.NullOr(Schema.String) })

const Account = HttpApiGroup.make("account")
  .add(HttpApiEndpoint.get("me", "/me", { success: Me }))
  .middleware(HttpApiAuth.RequireAuth)

const Api = HttpApi.make("api").add(Account)

const AccountLive = HttpApiBuilder.group(Api, "account", (handlers) =>
  handlers.handle("me", () =>
    Effect.map(Authorization.requireUser, ({ claims, userId }) => ({ userId, email: claims.email ?? null }))))

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(AccountLive),
  Layer.provide(HttpApiAuth.layer())
)

const ServerLive = HttpRouter.serve(ApiLive).pipe(
  // The options come from the environment: see .env.
  Layer.provide(Authentication.layerConfig({ origin: "http://localhost:3000" })),
  Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 }))
)

NodeRuntime.runMain(Layer.launch(ServerLive))
`
