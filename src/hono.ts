/** Authentication for Hono. */
export * from "./adapters/HonoAuth.ts"
export * from "./adapters/promiseExports.ts"
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
export type { WithOptions } from "./adapters/withOptions.ts"
