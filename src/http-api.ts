/**
 * Authentication for Effect's `HttpApi`, with security schemes in the OpenAPI document.
 *
 * **Example** (Requiring a signed-in user)
 *
 * ```ts
 * import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
 * import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
 * import * as Schema from "effect/Schema"
 * import { RequireAuth } from "latchkey/http-api"
 *
 * const Reports = HttpApiGroup.make("reports")
 *   .add(HttpApiEndpoint.get("list", "/reports", { success: Schema.Array(Schema.String) }))
 *   .middleware(RequireAuth)
 * ```
 */
export * from "./adapters/HttpApiAuth.ts"
export * from "./adapters/httpApiClient.ts"
