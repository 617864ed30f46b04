/**
 * Authentication for Effect's `HttpRouter`.
 *
 * @since 0.1.0
 */
export * from "./adapters/HttpRouterMiddleware.ts"
