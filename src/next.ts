/** Authentication of Next.js apps: server components, route handlers, server actions and the proxy. */
export { createWebhookHandler, type WebhookHandlerOptions } from "./adapters/webhooks.ts"
export type {
  AuthChecks,
  AuthObject,
  AuthState,
  RedirectToSignInOptions,
  SignedInState,
  SignedOutState
} from "./next/AuthObject.ts"
export { type AuthOptions, createAuth, type NextAuth, type SignOutOptions } from "./next/createAuth.ts"
export type { NextAuthOptions } from "./next/NextAuthOptions.ts"
export type { AuthProxy, Gate, GateSession } from "./next/proxy.ts"
export type { RouteHandler, RouteSession } from "./next/route.ts"
export type { RequestServices } from "./next/runForRequest.ts"
export type { SeedOptions } from "./next/seed.ts"
