import { type ReactNode, useInsertionEffect } from "react"
import type { Cache } from "../src/cache/Cache.ts"
import type { BrowserOptions } from "../src/hosts/Browser.ts"
import type { Navigation } from "../src/navigation/Navigation.ts"
import type { Cookies } from "../src/platform/Cookies.ts"
import type { Page } from "../src/platform/Page.ts"
import type { Client, ClientOptions } from "../src/session/Client.ts"
import { InvalidOptions } from "../src/session/options.ts"
import type { ProvidedServices } from "./Auth.ts"
import {
  BrowserProvider,
  type CommonProviderProps,
  EffectAuthProvider,
  type EffectAuthSource,
  ServerProvider,
  useIsServer
} from "./EffectAuthProvider.tsx"
import { type ForeignUseLayer, type RecorderLayer, sharedLayerOf, type SharedLayerOptions } from "./sharedLayer.ts"

/** Options for the client that an `AuthProvider` creates. */
export type ClientSource = Omit<ClientOptions, "projectId"> & Omit<BrowserOptions, "projectId" | "apiGeneration"> & {
  /** The project's id. If it is `undefined` or empty, such as an unset variable, the provider throws `InvalidOptions`. */
  readonly projectId: string | undefined
  readonly layer?: undefined
  readonly runtime?: undefined
  /**
   * The flight recorder: `Recorder.layer()`. `DevTools` shows its events. The first render's recorder is used, and
   * an app without one does not contain its code.
   */
  readonly recorder?: RecorderLayer | undefined
  /**
   * Finds uses of the session by other devices: `ForeignUse.layerBrowser({ usedBy: "browser" })`. The first render's layer is used.
   * `SessionsSettings` shows a use. Only pages with one origin may use the session.
   */
  readonly foreignUse?: ForeignUseLayer | undefined
  /**
   * The values that the server read, as returned by `Cache.dehydrate` or `Cache.dehydrateClaims`. If they change, newer
   * values replace the cached ones.
   */
  readonly dehydrated?: unknown
}

/**
 * The client's source: the options for a client for browsers, or a client that the app has created. An app that declares
 * other services in `Services` has to provide them, and so passes a `layer` or `runtime`.
 */
export type AuthSource =
  | EffectAuthSource
  | ([Exclude<ProvidedServices, Client | Cache | Navigation | Cookies | Page>] extends [never] ? ClientSource : never)

/** Props for `AuthProvider`. */
export type AuthProviderProps = AuthSource & CommonProviderProps

/**
 * Provides a client to the components below it. Creates the client from `projectId` and other options, or uses the `layer` or
 * `runtime` of the app.
 *
 * It suspends while the client is built. If that fails, it throws the error to the next error boundary, such as
 * `InvalidOptions` for a missing `projectId`.
 *
 * **Details**
 *
 * A `projectId` has the same client until an option changes. Inline objects with equal content are equal, and the
 * functions of `redirectMethod` may change in each render. If another option changes, the components below mount again with
 * a new client. Providers with the same options share one client.
 *
 * On a server, a provider with a `projectId` or `layer` renders only the values in `dehydrated`. It builds nothing and sends
 * no request. Gates and state hooks without a value render their pending state. Hooks that suspend leave their part of the
 * page, up to the next `Suspense`, to the browser. To fetch values while a server renders, pass a `runtime` for each request.
 *
 * **Gotchas**
 *
 * Create a `layer` outside of components. Only the layer for the first render is used. To change clients, change the `key` of
 * the provider. If a component creates the layer while it renders and then suspends, React discards its state. Each attempt
 * then creates another layer.
 *
 * **Example** (An app in a browser)
 *
 * ```tsx
 * import { AuthProvider, SignedIn, useUser } from "latchkey/react"
 *
 * const Greeting = () => <p>Hello, {useUser({ or: "throw" }).displayName}!</p>
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…">
 *     <SignedIn fallback={<a href="/handler/sign-in">Sign in</a>}>
 *       <Greeting />
 *     </SignedIn>
 *   </AuthProvider>
 * )
 * ```
 *
 * **Example** (A layer, for apps with Effect)
 *
 * ```tsx
 * import * as Layer from "effect/Layer"
 * import { Browser, Client } from "latchkey"
 * import { AuthProvider, SignedIn } from "latchkey/react"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * )
 *
 * export const App = () => <AuthProvider layer={layer}><SignedIn>Hello!</SignedIn></AuthProvider>
 * ```
 */
export const AuthProvider = (props: AuthProviderProps): ReactNode => {
  if (props.layer !== undefined || props.runtime !== undefined) return <EffectAuthProvider {...props} />
  // Sound: it has neither a layer nor a runtime. The compiler knows this, unless the app declares services.
  const { appearance, children, dehydrated, onError, projectId, texts, ...others } = props as
    & ClientSource
    & CommonProviderProps
  if (!projectId) {
    throw new InvalidOptions({
      option: "projectId",
      message: "AuthProvider has no projectId. Pass it, and check that its environment variable is set " +
        "during the build"
    })
  }
  return (
    <ClientProvider {...{ appearance, dehydrated, onError, options: { ...others, projectId }, texts }}>
      {children}
    </ClientProvider>
  )
}

interface ClientProviderProps extends Pick<ClientSource, "dehydrated">, CommonProviderProps {
  readonly options: SharedLayerOptions
}

const ClientProvider = (props: ClientProviderProps): ReactNode =>
  useIsServer() ? <ServerProvider {...props} /> : <BrowserClientProvider {...props} />

const BrowserClientProvider = ({ options, ...props }: ClientProviderProps): ReactNode => {
  const shared = sharedLayerOf(options)
  useInsertionEffect(() => {
    shared.setRedirectMethod(options.redirectMethod)
  })
  return <BrowserProvider key={shared.key} layer={shared.layer} {...props} />
}
