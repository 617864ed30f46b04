/** Authentication for `fetch`-style handlers: Bun, Deno, Cloudflare Workers and others. */
export * from "./adapters/FetchAuth.ts"
export * from "./adapters/promiseExports.ts"
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
