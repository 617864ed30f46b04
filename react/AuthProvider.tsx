/**
 * The component that gives a client to all components below it.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import { type ReactNode, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from "react"
import { Cache } from "../src/cache/Cache.ts"
import { type Auth, AuthContext, type ErrorHandler, type Runtime } from "./Auth.ts"
import { reportError } from "./reportError.ts"
import { type AppLayer, type AppRuntime, buildContext, mountRuntime, sharedRuntimeOf } from "./sharedRuntime.ts"
import { useLatest } from "./useLatest.ts"

/**
 * Where the client comes from.
 *
 * @category models
 * @since 0.1.0
 */
export type AuthSource =
  | {
    /** A runtime with a client and a cache, which whoever has made it disposes. */
    readonly runtime: AppRuntime
    readonly layer?: undefined
    readonly dehydrated?: undefined
  }
  | {
    /**
     * A layer of the client, and of whatever else the app's effects use. The provider puts a cache on top, makes one runtime of
     * it, and disposes that when it is unmounted.
     */
    readonly layer: AppLayer
    readonly runtime?: undefined
    /** What the server has read, as `Cache.dehydrate` gave it. */
    readonly dehydrated?: unknown
  }

/**
 * The properties of `AuthProvider`.
 *
 * @category models
 * @since 0.1.0
 */
export type AuthProviderProps = AuthSource & {
  /** Tells the user of errors that nothing else has dealt with. An alert by default. */
  readonly onError?: ErrorHandler | undefined
  readonly children?: ReactNode
}

/**
 * Gives a client to the components below it.
 *
 * A layer that is built asynchronously suspends, and one that fails throws its error to the next error boundary.
 *
 * **Gotchas**
 *
 * Make the layer outside of components. The first one is kept, so that another one in a later rendering changes nothing:
 * to change clients, give the provider another `key`. A component that makes its layer while it renders and suspends before it
 * is mounted makes another one each time, and starts from the beginning each time.
 *
 * A server shows pages to many users, and gives each request a `runtime` of its own. A `layer` is refused there: Next leaves the
 * part of the page up to the next `Suspense` to the browser, and others fail.
 *
 * **Example** (An app in a browser)
 *
 * ```tsx
 * import * as Layer from "effect/Layer"
 * import { Browser, Client } from "latchkey"
 * import { AuthProvider, SignedIn, useUser } from "latchkey/react"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provideMerge(Browser.layer({ projectId, redirectMethod: "window" }))
 * )
 *
 * const Greeting = () => <p>Hello, {useUser({ or: "throw" }).displayName}!</p>
 *
 * export const App = () => (
 *   <AuthProvider layer={layer}>
 *     <SignedIn fallback={<a href="/handler/sign-in">Sign in</a>}>
 *       <Greeting />
 *     </SignedIn>
 *   </AuthProvider>
 * )
 * ```
 *
 * @category components
 * @since 0.1.0
 */
export const AuthProvider = ({ children, layer, onError, runtime, dehydrated }: AuthProviderProps): ReactNode =>
  layer === undefined
    ? <RuntimeProvider onError={onError} runtime={runtime}>{children}</RuntimeProvider>
    : <LayerProvider layer={layer} onError={onError} dehydrated={dehydrated}>{children}</LayerProvider>

const LayerProvider = ({ children, layer: given, onError, dehydrated }: {
  readonly layer: AppLayer
  readonly dehydrated: unknown
  readonly onError: ErrorHandler | undefined
  readonly children: ReactNode
}): ReactNode => {
  if (useIsServer()) throw layerOnServer()
  const [layer] = useState(given)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const shared = sharedRuntimeOf(layer, dehydrated)
  useEffect(() => {
    // What was hidden for a while has been disposed.
    if (shared.isDisposed) return renderAgain()
    return mountRuntime(shared)
  }, [shared])
  return <RuntimeProvider onError={onError} runtime={shared.runtime}>{children}</RuntimeProvider>
}

/** What Next knows as a word to leave a part of the page to the browser. To all others it is an error. */
const layerOnServer = () =>
  Object.assign(
    new Error("On a server, AuthProvider needs a runtime for each request: what a layer has read is for one user"),
    { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING", reason: "AuthProvider with a layer" }
  )

const RuntimeProvider = ({ children, onError, runtime }: {
  readonly runtime: AppRuntime
  readonly onError: ErrorHandler | undefined
  readonly children: ReactNode
}): ReactNode => {
  const isServer = useIsServer()
  const latest = useLatest(onError)
  const { fiber, done } = buildContext(runtime)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) throw done
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  const context = exit.value
  const auth = useMemo((): Auth => {
    // Sound as far as `ProvidedServices` says so: what a layer does not have is what an effect dies of.
    const all = runtime as Runtime
    return {
      runtime: all,
      cache: Context.get(context, Cache),
      onError: (error, info) => (latest.current ?? reportError(all))(error, info),
      isServer
    }
  }, [context, isServer, latest, runtime])
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

/** Whether a server renders. A browser that takes over from one renders like it to begin with, but has a document. */
const useIsServer = (): boolean => useSyncExternalStore(subscribeNever, returnFalse, hasNoDocument)
const subscribeNever = () => () => {}
const returnFalse = () => false
const hasNoDocument = () => !("document" in globalThis)
