/**
 * The admin level for code without Effect, with functions that return promises. Do not import it in code that browsers
 * load.
 *
 * @since 0.1.0
 */
export * from "../admin.ts"
export { ApiError, ApiErrors, InvalidOptions, KnownErrors, TokenStore } from "../index.ts"
export * as Auth from "./admin/Auth.ts"
export { effect } from "./effect.ts"
export type { Bound, ErrorMode, Generic, Namespaces, Promised, PromisedMembers, Requires, Settled } from "./Promised.ts"
export type { Failure, Result, Success } from "./Result.ts"
export { Disposed } from "./Runner.ts"
export type { Both, CallOptions, Lifetime, RunMethods } from "./view.ts"
