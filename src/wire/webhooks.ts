/**
 * The token for the project's webhooks.
 *
 * @since 0.1.0
 */
import { secret } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { struct } from "./Struct.ts"

/** @since 0.1.0 */
export const svixToken = endpoint(
  "webhooks.svixToken",
  "POST",
  "/webhooks/svix-token",
  { level: "admin", status: 201 },
  () => ({ payload: struct({}), success: struct({ token: secret }) })
)
