/** The token for the project's webhooks. */
import { secret } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { struct } from "./Struct.ts"

export const createSvixToken = endpoint(
  "webhooks.createSvixToken",
  "POST",
  "/webhooks/svix-token",
  { level: "admin", status: 201 },
  () => ({ payload: struct({}), success: struct({ token: secret }) })
)
