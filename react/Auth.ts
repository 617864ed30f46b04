/** The React context for `AuthProvider`. */
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { type Context, createContext, useContext } from "react"
import type { Cache } from "../src/cache/Cache.ts"
import type { Navigation } from "../src/navigation/Navigation.ts"
import type { Cookies } from "../src/platform/Cookies.ts"
import type { Page } from "../src/platform/Page.ts"
import type { Client } from "../src/session/Client.ts"
import type { Appearance } from "./kit/Appearance.ts"
import type { TextOverrides } from "./texts/texts.ts"

/**
 * The services that effects in components can use, by name. If the layer for your app has more services, add them here.
 *
 * **Example** (An app with a service)
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
 */
export interface Services {
  readonly Client: Client
  readonly Cache: Cache
  readonly Navigation: Navigation
  readonly Cookies: Cookies
  readonly Page: Page
}

/**
 * The services that an effect in a component can require. A provider whose `layer` or `runtime` lacks one of them does not
 * compile.
 */
export type ProvidedServices = Services[keyof Services]

/** The runtime of an app's components. Its layer has been built. */
export type Runtime = ManagedRuntime.ManagedRuntime<ProvidedServices, never>

/** Error details for an `ErrorHandler`. */
export type ErrorInfo = {
  /** `true` if the user already sees the error, such as in the fallback of an `AuthErrorBoundary`. */
  readonly isShown: boolean
}

/** Handles an error that no component has handled, such as by showing a message to the user. */
export type ErrorHandler = (error: unknown, info: ErrorInfo) => void

/** The React context's value. It is the same object until the runtime or the texts change. */
export interface Auth {
  readonly runtime: Runtime
  readonly cache: Cache["Service"]
  readonly onError: ErrorHandler
  /** The texts that the app replaces. */
  readonly texts: TextOverrides | undefined
  /** The cards' appearance. */
  readonly appearance: Appearance | undefined
  /** `true` while a server renders. A server runs no React effects. */
  readonly isServer: boolean
  /** `false` while a server renders without a runtime. Then no effect can run, and only dehydrated values are known. */
  readonly hasServices: boolean
}

/** @internal */
export const AuthContext: Context<Auth | undefined> = /*#__PURE__*/ createContext<Auth | undefined>(undefined)

/** @internal */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (auth === undefined) throw new Error("No <AuthProvider> found. Wrap the component that uses this hook in one.")
  return auth
}

/** Returns the runtime, for effects that run outside of `useAction`. The caller has to interrupt them. */
export const useRuntime = (): Runtime => useAuth().runtime
