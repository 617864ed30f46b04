/**
 * Authentication for `fetch`-style handlers: Hono, Bun, Deno and Cloudflare Workers.
 *
 * @since 0.1.0
 */
export * from "./adapters/FetchAuth.ts"
export * from "./adapters/promiseExports.ts"
