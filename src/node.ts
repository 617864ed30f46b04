/**
 * Authentication for Node.js, Express and Fastify.
 *
 * @since 0.1.0
 */
export * from "./adapters/NodeAuth.ts"
export * from "./adapters/promiseExports.ts"
