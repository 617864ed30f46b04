/**
 * The provider of a client for React components.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useState, useSyncExternalStore } from "react"
import { Cache } from "../src/cache/Cache.ts"
import { type Auth, AuthContext, type ErrorHandler, type Runtime, useAuth } from "./Auth.ts"
import { reportError } from "./reportError.ts"
import { makeServerAuth } from "./serverAuth.ts"
import { type AppLayer, type AppRuntime, buildContext, mountRuntime, sharedRuntimeOf } from "./sharedRuntime.ts"
import type { TextOverrides } from "./texts/texts.ts"
import { useLatest } from "./useLatest.ts"

/**
 * The source of the client.
 *
 * @category models
 * @since 0.1.0
 */
export type AuthSource =
  | {
    /** A runtime with a client and a cache. Its creator disposes it. */
    readonly runtime: AppRuntime
    readonly layer?: undefined
    readonly dehydrated?: undefined
  }
  | {
    /**
     * A layer with a client, and with the other services of the app's effects. The provider adds a cache and creates one
     * runtime. It disposes the runtime when it unmounts.
     */
    readonly layer: AppLayer
    readonly runtime?: undefined
    /**
     * The values that the server read, as returned by `Cache.dehydrate` or `Cache.dehydrateClaims`. If they change, newer
     * values replace those of the cache.
     */
    readonly dehydrated?: unknown
  }

/**
 * The properties of `AuthProvider`.
 *
 * @category models
 * @since 0.1.0
 */
export type AuthProviderProps = AuthSource & {
  /** Handles errors that no component has handled. By default, shows an alert, unless the user already sees the error. */
  readonly onError?: ErrorHandler | undefined
  /**
   * Texts that replace the default texts of components. Create the object outside of components: a new object renders all
   * components below the provider again.
   */
  readonly texts?: TextOverrides | undefined
  readonly children?: ReactNode
}

/**
 * Provides a client to the components below it.
 *
 * It suspends while the layer is built. If the layer fails, it throws the error to the next error boundary.
 *
 * **Gotchas**
 *
 * Create the layer outside of components. Only the layer of the first render is used. To change clients, change the `key` of
 * the provider. If a component creates the layer while it renders and then suspends, React discards its state. Each attempt
 * then creates another layer.
 *
 * On a server, a provider with a `layer` renders only the values in `dehydrated`. It builds no layer and sends no request. Gates
 * and state hooks without a value render their pending state. Hooks that suspend leave their part of the page, up to the next
 * `Suspense`, to the browser. To fetch values while a server renders, pass a `runtime` for each request.
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
export const AuthProvider = ({ children, layer, onError, runtime, dehydrated, texts }: AuthProviderProps): ReactNode =>
  layer === undefined
    ? <RuntimeProvider onError={onError} runtime={runtime} texts={texts}>{children}</RuntimeProvider>
    : <LayerProvider layer={layer} onError={onError} texts={texts} dehydrated={dehydrated}>{children}</LayerProvider>

interface CommonProps {
  readonly onError: ErrorHandler | undefined
  readonly texts: TextOverrides | undefined
  readonly children: ReactNode
}

interface LayerProviderProps extends CommonProps {
  readonly layer: AppLayer
  readonly dehydrated: unknown
}

const LayerProvider = (props: LayerProviderProps): ReactNode =>
  useIsServer()
    ? <ServerProvider dehydrated={props.dehydrated} texts={props.texts}>{props.children}</ServerProvider>
    : <BrowserProvider {...props} />

/** Renders from the dehydrated values. The layer may need a browser, and would be shared by the requests of all users. */
const ServerProvider = (
  { children, dehydrated, texts }: Pick<LayerProviderProps, "children" | "dehydrated" | "texts">
): ReactNode => {
  const [auth] = useState(() => makeServerAuth(dehydrated, texts))
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

const BrowserProvider = (
  { children, layer: initialLayer, onError, dehydrated, texts }: LayerProviderProps
): ReactNode => {
  const [layer] = useState(initialLayer)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const shared = sharedRuntimeOf(layer, dehydrated)
  useEffect(() => {
    // The runtime was disposed while the component was hidden.
    if (shared.isDisposed) return renderAgain()
    return mountRuntime(shared)
  }, [shared])
  return (
    <RuntimeProvider onError={onError} runtime={shared.runtime} texts={texts}>
      <Hydrate dehydrated={dehydrated}>{children}</Hydrate>
    </RuntimeProvider>
  )
}

/**
 * Passes changed dehydrated values to the cache: to components that mount in this render immediately, and to all others before
 * the browser paints.
 */
const Hydrate = ({ children, dehydrated }: Pick<LayerProviderProps, "children" | "dehydrated">): ReactNode => {
  const { cache } = useAuth()
  const update = useMemo(() => cache.hydrate(dehydrated), [cache, dehydrated])
  useLayoutEffect(update, [dehydrated, update])
  return children
}

const RuntimeProvider = (
  { children, onError, runtime, texts }: CommonProps & { readonly runtime: AppRuntime }
): ReactNode => {
  const isServer = useIsServer()
  const latest = useLatest(onError)
  const { fiber, done } = buildContext(runtime)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) throw done
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  const context = exit.value
  const auth = useMemo((): Auth => {
    // Sound for the services that the layer contains. Using a missing service is a defect.
    const all = runtime as Runtime
    return {
      runtime: all,
      cache: Context.get(context, Cache),
      onError: (error, info) => (latest.current ?? reportError(all))(error, info),
      isServer,
      hasServices: true,
      texts
    }
  }, [context, isServer, latest, runtime, texts])
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

/** Returns `true` while a server renders. During hydration, a browser uses the server snapshot, but has a document. */
const useIsServer = (): boolean => useSyncExternalStore(subscribeNever, returnFalse, hasNoDocument)
const subscribeNever = () => () => {}
const returnFalse = () => false
const hasNoDocument = () => !("document" in globalThis)
