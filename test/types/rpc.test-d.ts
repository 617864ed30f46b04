/** The services and errors of procedures with the middlewares of `latchkey/rpc`. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import type * as RpcClientError from "effect/rpc/RpcClientError"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Client } from "latchkey"
import * as RpcAuth from "latchkey/rpc"
import { type Authentication, Authorization, type AuthProblem } from "latchkey/server"

const Group = RpcGroup.make(
  Rpc.make("plain", { success: Schema.String }),
  Rpc.make("checked", { success: Schema.String, error: RpcAuth.AuthErrors })
).middleware(RpcAuth.RequireAuth)

const client = RpcClient.make(Group)

describe("latchkey/rpc", () => {
  it("AuthErrors is the schema of all authentication and authorization errors", () => {
    expectTypeOf<typeof RpcAuth.AuthErrors.Type>().toEqualTypeOf<AuthProblem.AuthError>()
  })

  it("a client requires the client half of the middleware", () => {
    expectTypeOf<Effect.Services<typeof client>>().toEqualTypeOf<
      RpcClient.Protocol | Scope.Scope | Extract<RpcAuth.ForClient, { readonly id: RpcAuth.RequireAuth }>
    >()
    const provided = Effect.provide(client, RpcAuth.layerClient)
    expectTypeOf<Effect.Services<typeof provided>>().toEqualTypeOf<RpcClient.Protocol | Scope.Scope | Client.Client>()
  })

  it("the calls of a client fail with the errors of authentication and authorization", () => {
    type Plain = Effect.Success<typeof client>["plain"]
    expectTypeOf<Effect.Error<ReturnType<Plain>>>().toEqualTypeOf<
      AuthProblem.AuthError | RpcClientError.RpcClientError
    >()
  })

  it("a handler needs no service for its principal, and declares the errors of its checks", () => {
    const check = Authorization.requireUserId
    const handlers = Group.toLayer({ plain: () => Effect.orDie(check), checked: () => check })
    expectTypeOf<Layer.Services<typeof handlers>>().toEqualTypeOf<never>()
    // @ts-expect-error: the procedure does not declare the errors of the check
    Group.toLayer({ plain: () => check, checked: () => check })
  })

  it("the layer requires Authentication and Authorization", () => {
    expectTypeOf(RpcAuth.layer()).toEqualTypeOf<
      Layer.Layer<
        RpcAuth.RequireAuth | RpcAuth.OptionalAuth,
        never,
        Authentication.Authentication | Authorization.Authorization
      >
    >()
  })
})
