/** Authentication for Node.js, Express and Fastify. */
export * from "./adapters/NodeAuth.ts"
export type { NodeMiddleware } from "./adapters/nodeHandlers.ts"
export * from "./adapters/promiseExports.ts"
export * from "./adapters/sendResponse.ts"
export { createNodeWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
export type { WithOptions } from "./adapters/withOptions.ts"
