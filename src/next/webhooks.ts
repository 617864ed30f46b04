/**
 * Webhooks in route handlers of Next.js.
 *
 * @since 0.1.0
 */
export { createWebhookHandler, type WebhookHandlerOptions } from "../adapters/webhooks.ts"
