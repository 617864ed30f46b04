/**
 * Authentication for Effect's `Rpc`: a middleware for servers, and its half for clients.
 *
 * **Example** (Requiring a signed-in user)
 *
 * ```ts
 * import * as Rpc from "effect/rpc/Rpc"
 * import * as RpcGroup from "effect/rpc/RpcGroup"
 * import * as Schema from "effect/Schema"
 * import { RequireAuth } from "latchkey/rpc"
 *
 * const Reports = RpcGroup.make(
 *   Rpc.make("listReports", { success: Schema.Array(Schema.String) })
 * ).middleware(RequireAuth)
 * ```
 */
export * from "./adapters/RpcAuth.ts"
