/** Authentication for Next.js apps: server components, route handlers, server actions and the proxy. */
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
export type { AuthChecks, AuthObject, AuthState, SignedInState, SignedOutState } from "./next/AuthObject.ts"
export { type AuthOptions, createAuth, type NextAuth } from "./next/createAuth.ts"
export type { AuthProxy, Gate } from "./next/proxy.ts"
export type { RouteHandler } from "./next/route.ts"
export type { NextAuthOptions } from "./next/services.ts"
