/** The services and errors of a client that `HttpApiClient` derives from an API with the middlewares. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import type * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Client, InvalidOptions } from "latchkey"
import * as HttpApiAuth from "latchkey/http-api"
import type { Authentication, Authorization, AuthProblem } from "latchkey/server"

const Api = HttpApi.make("api").add(
  HttpApiGroup.make("open")
    .add(HttpApiEndpoint.get("whoami", "/whoami", { success: Schema.String }))
    .middleware(HttpApiAuth.OptionalAuth),
  HttpApiGroup.make("members")
    .add(HttpApiEndpoint.get("me", "/me", { success: Schema.String }))
    .middleware(HttpApiAuth.RequireAuth)
)

declare const http: typeof FetchHttpClient.layer

const client = HttpApiClient.make(Api)

describe("HttpApiAuth.layerClient", () => {
  it("a derived client requires the client half of each middleware", () => {
    expectTypeOf<Effect.Services<typeof client>>().toEqualTypeOf<HttpClient.HttpClient | HttpApiAuth.ForClient>()
    // @ts-expect-error: the layer of the client is missing
    expectTypeOf(Effect.runPromise).toBeCallableWith(Effect.provide(client, http))
  })

  it("provides the client half and the HttpClient", () => {
    const layer = HttpApiAuth.layerClient({ origins: ["https://api.example.com"] })
    expectTypeOf(layer).toEqualTypeOf<
      Layer.Layer<
        HttpApiAuth.ForClient | HttpClient.HttpClient,
        InvalidOptions,
        Client.Client | HttpClient.HttpClient
      >
    >()
    const provided = Effect.provide(client, layer.pipe(Layer.provide(http)))
    expectTypeOf<Effect.Services<typeof provided>>().toEqualTypeOf<Client.Client>()
    // @ts-expect-error: the origins are required
    HttpApiAuth.layerClient({})
  })

  it("layerClientTest provides the client half of a client of HttpApiTest", () => {
    expectTypeOf(HttpApiAuth.layerClientTest).toEqualTypeOf<Layer.Layer<HttpApiAuth.ForClient, never, Client.Client>>()
    const connect = HttpApiTest.groups(Api, ["open", "members"])
    type Missing<Half> = Extract<Effect.Services<typeof connect>, Half>
    expectTypeOf<Missing<HttpApiAuth.ForClient>>().toEqualTypeOf<HttpApiAuth.ForClient>()
    expectTypeOf<Missing<HttpApiAuth.RequireAuth | HttpApiAuth.OptionalAuth>>().toEqualTypeOf<
      HttpApiAuth.RequireAuth | HttpApiAuth.OptionalAuth
    >()
  })

  it("the calls of a client fail with the errors of authentication and authorization", () => {
    type Me = Effect.Success<typeof client>["members"]["me"]
    expectTypeOf<Effect.Error<ReturnType<Me>>>().toEqualTypeOf<
      AuthProblem.AuthError | HttpClientError.HttpClientError | Schema.SchemaError
    >()
  })

  it("a server without a client requires no client half", () => {
    const server = HttpApiBuilder.layer(Api).pipe(
      Layer.provide(HttpApiBuilder.group(Api, "open", (group) => group.handle("whoami", () => Effect.succeed("")))),
      Layer.provide(HttpApiBuilder.group(Api, "members", (group) => group.handle("me", () => Effect.succeed("")))),
      Layer.provide(HttpApiAuth.layer())
    )
    expectTypeOf<Extract<Layer.Services<typeof server>, HttpApiAuth.ForClient>>().toEqualTypeOf<never>()
    expectTypeOf<Extract<Layer.Services<typeof server>, Authentication.Authentication>>().toEqualTypeOf<
      Authentication.Authentication
    >()
    expectTypeOf<Extract<Layer.Services<typeof server>, HttpRouter.HttpRouter | Authorization.Authorization>>()
      .toEqualTypeOf<HttpRouter.HttpRouter | Authorization.Authorization>()
  })
})
