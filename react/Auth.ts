/**
 * What an `AuthProvider` gives to the components below it.
 *
 * @since 0.1.0
 */
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { type Context, createContext, useContext } from "react"
import type { Cache } from "../src/cache/Cache.ts"
import type { Navigation } from "../src/navigation/Navigation.ts"
import type { Cookies } from "../src/platform/Cookies.ts"
import type { Page } from "../src/platform/Page.ts"
import type { Client } from "../src/session/Client.ts"

/**
 * The services that the effects of an app's components may use, by any names. An app whose layer has more adds them here.
 *
 * **Example** (An app with a service of its own)
 *
 * ```ts
 * import * as Context from "effect/Context"
 * import type * as Effect from "effect/Effect"
 *
 * class Orders extends Context.Service<Orders, { readonly count: Effect.Effect<number> }>()("app/Orders") {}
 *
 * declare module "latchkey/react" {
 *   interface Services {
 *     readonly Orders: Orders
 *   }
 * }
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export interface Services {
  readonly Client: Client
  readonly Cache: Cache
  readonly Navigation: Navigation
  readonly Cookies: Cookies
  readonly Page: Page
}

/**
 * What an effect that a component runs may require. The provider's layer has to have it: what it does not have is what the
 * effect dies of.
 *
 * @category models
 * @since 0.1.0
 */
export type ProvidedServices = Services[keyof Services]

/**
 * The runtime of an app's components. Its layer is built already.
 *
 * @category models
 * @since 0.1.0
 */
export type Runtime = ManagedRuntime.ManagedRuntime<ProvidedServices, never>

/**
 * What an error handler learns about an error besides the error itself.
 *
 * @category models
 * @since 0.1.0
 */
export interface ErrorInfo {
  /** Whether the user sees the error already, such as in the fallback of an `AuthErrorBoundary`. */
  readonly isShown: boolean
}

/**
 * Handles an error that no component has handled, such as by showing a message to the user.
 *
 * @category models
 * @since 0.1.0
 */
export type ErrorHandler = (error: unknown, info: ErrorInfo) => void

/** What is in the context of React. It is the same object until the client is another one. */
export interface Auth {
  readonly runtime: Runtime
  readonly cache: Cache["Service"]
  readonly onError: ErrorHandler
  /** Whether a server renders, which runs no effects of React. */
  readonly isServer: boolean
}

/** @internal */
export const AuthContext: Context<Auth | undefined> = /*#__PURE__*/ createContext<Auth | undefined>(undefined)

/** @internal */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (auth === undefined) throw new Error("There is no <AuthProvider> around the component that uses this hook")
  return auth
}

/**
 * Returns the runtime, for effects that are run elsewhere than in a `useAction`. Whoever runs one ends it too.
 *
 * @category hooks
 * @since 0.1.0
 */
export const useRuntime = (): Runtime => useAuth().runtime
