/**
 * The client level for code without Effect, with functions that return promises.
 *
 * **Example** (Signing in)
 *
 * ```ts
 * import { Auth, Redacted } from "latchkey/promise"
 *
 * const auth = Auth.make({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" })
 *
 * const signIn = async (email: string, password: string) => {
 *   const result = await auth.Password.signIn({ email, password: Redacted.make(password) })
 *   if (result.ok) return `Welcome, ${result.value.userId}!`
 *   return result.error._tag === "EmailPasswordMismatch" ? result.error.message : "Please try again later."
 * }
 * ```
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import { browserNames as hostBrowserNames, requestHostNames } from "../hosts/hostNames.ts"
import * as level from "../index.ts"
import { checkedLayer } from "../session/checkedLayer.ts"
import { type OptionNames, pickOptions, toPlain } from "../session/optionNames.ts"
import { levelNames } from "../session/options.ts"
import type { ErrorMode, Namespaces, Requires } from "./Promised.ts"
import * as view from "./view.ts"

/**
 * The functions of the client level that require at most `R`, with errors reported in one mode.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /**
   * Returns the current state of a resource and each later one, until the loop ends: `auth.watch(Resources.teams)`.
   * Errors are part of the state.
   */
  readonly watch: [level.Cache.Cache] extends [R]
    ? <A, E>(resource: level.Resource.Resource<A, E>) => AsyncIterable<level.Resource.CacheState<A, E>>
    : Requires<level.Cache.Cache>
}

/**
 * The functions of the client level, with results and with thrown errors.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * A client whose functions return promises. It has each function of the client level under its name, such as
 * `auth.Password.signIn(…)`. `R` are the services that it provides; functions that require more cannot be called.
 * `make` returns an `Auth`, `makeBrowser` an `Auth<BrowserServices>`, and `makeRequest` an `Auth<RequestServices>`.
 *
 * @category models
 * @since 0.1.0
 */
export type Auth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * The services of every client.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = level.Client.Client | level.Cache.Cache | level.TokenStore.TokenStore

/**
 * The options of a client.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends level.Client.ClientOptions {
  /** The store of the tokens; memory by default. */
  readonly store?: Layer.Layer<level.TokenStore.TokenStore> | undefined
}

/**
 * Creates a client that keeps its tokens in memory or in the given store, for scripts and for programs that receive
 * tokens. Sends no request and checks no option: with an invalid option, each call rejects with `InvalidOptions`.
 *
 * **Example** (Tokens from another place)
 *
 * ```ts
 * import { Auth, TokenStore } from "latchkey/promise"
 *
 * const authFor = (refreshToken: string) =>
 *   Auth.make({
 *     projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *     publishableClientKey: "pck_…",
 *     store: TokenStore.layerTokens({ refreshToken })
 *   })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (given: Options): Auth<Services> => {
  const { store = level.TokenStore.layerMemory, ...options } = toPlain(given)
  return fromLayer(Layer.provideMerge(level.Cache.layer(), level.Client.layer(options)).pipe(Layer.provideMerge(store)))
}

/** Creates the client level from options that also have those of its host. */
const clientLayer = (options: level.Client.ClientOptions & level.Cache.CacheOptions) =>
  Layer.provideMerge(
    level.Cache.layer({ dehydrated: options.dehydrated }),
    level.Client.layer(pickOptions(options, levelNames))
  )

/**
 * The services of a client in a browser: its pages, its cookies and the tokens in them.
 *
 * @category models
 * @since 0.1.0
 */
export type BrowserServices =
  | Services
  | level.Navigation.Navigation
  | level.Page.Page
  | level.Cookies.Cookies

/**
 * The options of a client in a browser.
 *
 * @category options
 * @since 0.1.0
 */
export interface BrowserOptions
  extends level.Client.ClientOptions, level.Browser.BrowserOptions, level.Cache.CacheOptions
{}

const browserNames: OptionNames<BrowserOptions> = { ...levelNames, ...hostBrowserNames, dehydrated: true }

/**
 * Creates a client for an app in a browser. It keeps the tokens in cookies, and `urls` are its pages. Outside a
 * browser, such as during server-side rendering, its calls reject with `HostUnavailable`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeBrowser = (options: BrowserOptions): Auth<BrowserServices> =>
  fromLayer(checkedLayer(
    options,
    browserNames,
    clientLayer(options).pipe(Layer.provideMerge(level.Browser.layer(pickOptions(options, hostBrowserNames))))
  ))

/**
 * The services of a client for a request.
 *
 * @category models
 * @since 0.1.0
 */
export type RequestServices = BrowserServices | level.RequestHost.PendingResponse

/**
 * The options of a client for a request.
 *
 * @category options
 * @since 0.1.0
 */
export interface RequestOptions extends level.Client.ClientOptions, level.RequestHost.RequestOptions {}

const requestNames: OptionNames<RequestOptions> = { ...levelNames, ...requestHostNames }

/**
 * Creates a client for one request to a server, with the user whose tokens the request carries. `RequestHost.respond`
 * returns the response with changed cookies and redirects.
 *
 * **Example** (Signing in with a form)
 *
 * ```ts
 * import { Auth, Redacted } from "latchkey/promise"
 *
 * const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" }
 *
 * const signIn = async (request: Request): Promise<Response> => {
 *   await using auth = Auth.makeRequest(request, options)
 *   const form = await request.formData()
 *   const password = Redacted.make(String(form.get("password")))
 *   const result = await auth.Password.signIn({ email: String(form.get("email")), password })
 *   if (!result.ok) return new Response(result.error.message, { status: 400 })
 *   await auth.orThrow.Navigation.redirectAfterSignIn()
 *   return auth.orThrow.RequestHost.respond()
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeRequest = (
  request: level.RequestHost.RequestLike,
  options: RequestOptions
): Auth<RequestServices> =>
  fromLayer(checkedLayer(
    options,
    requestNames,
    clientLayer(options).pipe(Layer.provideMerge(level.RequestHost.layer(request, options)))
  ))

/**
 * Creates a client from any layer, such as the emulator's in tests.
 *
 * **Example** (An offline test)
 *
 * ```ts
 * import { Emulator } from "latchkey/emulator"
 * import { Auth } from "latchkey/promise"
 *
 * const auth = Auth.fromLayer(Emulator.layerClient())
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): Auth<R> =>
  // Sound: `view.make` implements this type.
  view.make(layer, { own: level, loops: { watch: level.Resource.states } }) as Auth<R>
