/**
 * Authentication for Hono.
 *
 * **Example** (Protecting a route)
 *
 * ```ts
 * import { createAuth } from "latchkey/hono"
 *
 * // With Hono: app.use(auth.middleware), app.get("/me", auth.requireAuth, …), app.onError(auth.errorHandler)
 * const auth = createAuth({ origin: "https://app.example.com" })
 * ```
 */
export * from "./adapters/HonoAuth.ts"
export * from "./adapters/promiseExports.ts"
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
export type { WithOptions } from "./adapters/withOptions.ts"
