/**
 * The client level for code without Effect, with functions that return promises.
 *
 * @since 0.1.0
 */
export * from "./index.ts"
export * as Auth from "./promise/Auth.ts"
export * as Binder from "./promise/Binder.ts"
export { effect } from "./promise/effect.ts"
export type {
  Bound,
  ErrorMode,
  Generic,
  Namespaces,
  Promised,
  PromisedMembers,
  Requires,
  Settled
} from "./promise/Promised.ts"
export type { Failure, Result, Success } from "./promise/Result.ts"
export { Disposed } from "./promise/Runner.ts"
export type { Both, CallOptions, Lifetime, RunMethods } from "./promise/view.ts"
