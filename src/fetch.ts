/**
 * Authentication for `fetch`-style handlers: Bun, Deno, Cloudflare Workers and others.
 *
 * @since 0.1.0
 */
export * from "./adapters/FetchAuth.ts"
export * from "./adapters/promiseExports.ts"
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
