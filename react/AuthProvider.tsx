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
import { type Auth, AuthContext, type Present, type Runtime } from "./Auth.ts"
import { presentAlert } from "./present.ts"
import { type AppLayer, type AppRuntime, build, leaseOf, mount } from "./runtimes.ts"
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
    readonly seed?: undefined
  }
  | {
    /**
     * A layer of the client, and of whatever else the app's effects use. The provider puts a cache on top, makes one runtime of
     * it, and disposes that when it is unmounted.
     */
    readonly layer: AppLayer
    readonly runtime?: undefined
    /** What the server has read, as `Cache.dehydrate` gave it. */
    readonly seed?: unknown
  }

/**
 * The properties of `AuthProvider`.
 *
 * @category models
 * @since 0.1.0
 */
export type AuthProviderProps = AuthSource & {
  /** Tells the user of errors that nothing else has dealt with. An alert by default. */
  readonly present?: Present | undefined
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
export const AuthProvider = ({ children, layer, present, runtime, seed }: AuthProviderProps): ReactNode =>
  layer === undefined
    ? <Provided present={present} runtime={runtime}>{children}</Provided>
    : <Leased layer={layer} present={present} seed={seed}>{children}</Leased>

const Leased = ({ children, layer: given, present, seed }: {
  readonly layer: AppLayer
  readonly seed: unknown
  readonly present: Present | undefined
  readonly children: ReactNode
}): ReactNode => {
  if (useIsServer()) throw layerOnServer()
  const [layer] = useState(given)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const lease = leaseOf(layer, seed)
  useEffect(() => {
    // What was hidden for a while has been disposed.
    if (lease.isDisposed) return renderAgain()
    return mount(lease)
  }, [lease])
  return <Provided present={present} runtime={lease.runtime}>{children}</Provided>
}

/** What Next knows as a word to leave a part of the page to the browser. To all others it is an error. */
const layerOnServer = () =>
  Object.assign(
    new Error("On a server, AuthProvider needs a runtime for each request: what a layer has read is for one user"),
    { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING", reason: "AuthProvider with a layer" }
  )

const Provided = ({ children, present, runtime }: {
  readonly runtime: AppRuntime
  readonly present: Present | undefined
  readonly children: ReactNode
}): ReactNode => {
  const isServer = useIsServer()
  const latest = useLatest(present)
  const { fiber, over } = build(runtime)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) throw over
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  const context = exit.value
  const auth = useMemo((): Auth => {
    // Sound as far as `Provided` says so: what a layer does not have is what an effect dies of.
    const all = runtime as Runtime
    return {
      runtime: all,
      cache: Context.get(context, Cache),
      present: (error) => (latest.current ?? presentAlert(all))(error),
      isServer
    }
  }, [context, isServer, latest, runtime])
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>
}

/** Whether a server renders. A browser that takes over from one renders like it to begin with, but has a document. */
const useIsServer = (): boolean => useSyncExternalStore(never, isNot, isWithoutDocument)
const never = () => () => {}
const isNot = () => false
const isWithoutDocument = () => !("document" in globalThis)
