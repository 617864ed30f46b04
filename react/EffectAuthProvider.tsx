import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useState, useSyncExternalStore } from "react"
import { Cache } from "../src/cache/Cache.ts"
import { watchSession } from "../src/session/watchSession.ts"
import { type Auth, AuthContext, type ErrorHandler, type Runtime, useAuth } from "./Auth.ts"
import type { Appearance } from "./kit/Appearance.ts"
import { reportError } from "./reportError.ts"
import { makeServerAuth } from "./serverAuth.ts"
import { type AppLayer, type AppRuntime, buildContext, mountRuntime, sharedRuntimeOf } from "./sharedRuntime.ts"
import type { TextOverrides } from "./texts/texts.ts"
import { useLatest } from "./useLatest.ts"
import { warnAboutStyles } from "./warnAboutStyles.ts"

/** A client that the app has created. */
export type EffectAuthSource =
  | {
    /** A runtime with the services of `ProvidedServices`. Its creator disposes it. */
    readonly runtime: AppRuntime
    readonly layer?: undefined
    readonly projectId?: undefined
    readonly dehydrated?: undefined
  }
  | {
    /**
     * A layer with the services of `ProvidedServices`. The provider adds the cache and creates one runtime. It disposes the
     * runtime when it unmounts.
     */
    readonly layer: AppLayer
    readonly runtime?: undefined
    readonly projectId?: undefined
    /**
     * The values that the server read, as returned by `Cache.dehydrate` or `Cache.dehydrateClaims`. If they change, newer
     * values replace the cached ones.
     */
    readonly dehydrated?: unknown
  }

/** The properties that all providers share. */
export type CommonProviderProps = {
  /** Handles errors that no component has handled. By default, shows an alert, unless the user already sees the error. */
  readonly onError?: ErrorHandler | undefined
  /**
   * Texts that replace the components' default texts. Create the object outside of components: a new object renders all
   * components below the provider again.
   */
  readonly texts?: TextOverrides | undefined
  /**
   * The appearance for the sign-in and sign-up cards: logo, links to the terms, and layout. Nothing is set by default. Create the
   * object outside of components, like `texts`.
   */
  readonly appearance?: Appearance | undefined
  readonly children?: ReactNode
}

type EffectAuthProviderProps = EffectAuthSource & CommonProviderProps

/**
 * Provides a client that the app has created, for example for another host than a browser.
 *
 * It works like `AuthProvider` with a `layer` or a `runtime`. A bundle with `EffectAuthProvider` does not contain
 * `Client.layer` and `Browser.layer`, unless the app uses them.
 *
 * **Example** (A client that keeps its tokens in memory)
 *
 * ```tsx
 * import * as Layer from "effect/Layer"
 * import { Client, Cookies, Navigation, Page, TokenStore } from "latchkey"
 * import { EffectAuthProvider, SignedIn } from "latchkey/react"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Layer.merge(Client.layer({ projectId }), Navigation.layer({ redirectMethod: "window" })).pipe(
 *   Layer.provideMerge(Layer.mergeAll(TokenStore.layerMemory, Page.layerBrowser, Cookies.layerBrowser))
 * )
 *
 * export const App = () => (
 *   <EffectAuthProvider layer={layer}>
 *     <SignedIn>Hello!</SignedIn>
 *   </EffectAuthProvider>
 * )
 * ```
 */
export const EffectAuthProvider = (props: EffectAuthProviderProps): ReactNode =>
  props.layer === undefined ? <RuntimeProvider {...props} /> : <LayerProvider {...props} />

interface LayerProviderProps extends CommonProviderProps {
  readonly layer: AppLayer
  readonly dehydrated?: unknown
}

const LayerProvider = (props: LayerProviderProps): ReactNode =>
  useIsServer() ? <ServerProvider {...props} /> : <BrowserProvider {...props} />

/**
 * Renders from the dehydrated values. The layer may need a browser, and would be shared by all users' requests.
 *
 * @internal
 */
export const ServerProvider = (
  { appearance, children, dehydrated, texts }: Pick<
    LayerProviderProps,
    "appearance" | "children" | "dehydrated" | "texts"
  >
): ReactNode => {
  const [auth] = useState(() => makeServerAuth(dehydrated, { appearance, texts }))
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

/** @internal */
export const BrowserProvider = (props: LayerProviderProps): ReactNode => {
  const { children, dehydrated } = props
  const [layer] = useState(props.layer)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const shared = sharedRuntimeOf(layer, dehydrated)
  useEffect(() => {
    // The runtime was disposed while the component was hidden.
    if (shared.isDisposed) return renderAgain()
    return mountRuntime(shared)
  }, [shared])
  return (
    <RuntimeProvider {...props} runtime={shared.runtime}>
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
  { appearance, children, onError, runtime, texts }: CommonProviderProps & { readonly runtime: AppRuntime }
): ReactNode => {
  const isServer = useIsServer()
  const latest = useLatest(onError)
  const { fiber, done } = buildContext(runtime)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) throw done
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  const context = exit.value
  const auth = useMemo((): Auth => {
    // Sound: the services have been built, so no error is left.
    const all = runtime as Runtime
    return {
      runtime: all,
      cache: Context.get(context, Cache),
      onError: (error, info) => (latest.current ?? reportError(all, texts))(error, info),
      isServer,
      hasServices: true,
      texts,
      appearance
    }
  }, [appearance, context, isServer, latest, runtime, texts])
  useEffect(warnAboutStyles, [])
  useEffect(() => {
    const fiber = auth.runtime.runFork(Effect.scoped(watchSession))
    return () => fiber.interruptUnsafe()
  }, [auth.runtime])
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

/**
 * Returns `true` while a server renders. During hydration, a browser uses the server snapshot, but has a document.
 *
 * @internal
 */
export const useIsServer = (): boolean => useSyncExternalStore(subscribeNever, returnFalse, hasNoDocument)
const subscribeNever = () => () => {}
const returnFalse = () => false
const hasNoDocument = () => !("document" in globalThis)
