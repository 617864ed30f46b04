/** Authentication for Effect's `HttpRouter`. */
export * from "./adapters/HttpRouterMiddleware.ts"
export * from "./adapters/webhookRoute.ts"
