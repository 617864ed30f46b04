/**
 * The client level for code without Effect: its functions return promises.
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
import * as level from "../index.ts"
import type { ErrorMode, Namespaces, Requires } from "./Promised.ts"
import * as view from "./view.ts"

/**
 * The functions of the client level, called one way. They are those that need no more than `R`.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /**
   * The states of a resource, now and whenever it changes, for as long as the loop runs: `auth.watch(Resources.teams)`. Why a
   * value could not be had is part of its state.
   */
  readonly watch: [level.Cache.Cache] extends [R]
    ? <A, E>(resource: level.Resource.Resource<A, E>) => AsyncIterable<level.Resource.CacheState<A, E>>
    : Requires<level.Cache.Cache>
}

/**
 * The functions of the client level, with results and with errors thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * A client whose functions return promises: every function of the client level by its name, `auth.Password.signIn(…)`, and
 * what ordinary code needs around them. What it provides is `R`, and functions that need more cannot be called: `Auth` is that
 * of `make`, `Auth<BrowserServices>` that of `makeBrowser`, and `Auth<RequestServices>` that of `makeRequest`.
 *
 * @category models
 * @since 0.1.0
 */
export type Auth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * What every client has.
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
  /** Where the tokens live: in memory, unless another store is given. */
  readonly store?: Layer.Layer<level.TokenStore.TokenStore> | undefined
}

/**
 * Creates a client whose tokens live in memory, or in a store that is given: for scripts, and for programs that are given
 * the tokens. Nothing is sent, and nothing is looked at: a wrong option is an `InvalidOptions`, with which every call rejects.
 *
 * **Example** (Tokens from elsewhere)
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
export const make = (
  { store = level.TokenStore.layerMemory, ...options }: Options
): Auth<Services> => fromLayer(clientLayer(options).pipe(Layer.provideMerge(store)))

const clientLayer = (options: level.Client.ClientOptions & level.Cache.CacheOptions) =>
  Layer.provideMerge(level.Cache.layer(options), level.Client.layer(options))

/**
 * What an app in a browser has besides the client: its pages, its cookies and the tokens in them.
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
  extends level.Client.ClientOptions, level.Navigation.NavigationOptions, level.Cache.CacheOptions
{}

/**
 * Creates a client for an app in a browser, whose tokens live in cookies and whose pages are where `urls` says. Made where
 * there is no browser, such as while a page is rendered on a server, its calls reject with `HostUnavailable`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeBrowser = (options: BrowserOptions): Auth<BrowserServices> =>
  fromLayer(clientLayer(options).pipe(Layer.provideMerge(level.Browser.layer(options))))

/**
 * What a request gives to a program that answers it.
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

/**
 * Creates a client for one request that a server answers, and for the user whose tokens the request brings. What calls do to
 * cookies, and where they redirect to, is part of what `RequestHost.respond` returns.
 *
 * **Example** (Signing in by a form)
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
  fromLayer(clientLayer(options).pipe(Layer.provideMerge(level.RequestHost.layer(request, options))))

/**
 * Creates a client over any layer: for programs that have one, and for tests, which have the emulator's.
 *
 * **Example** (A test that works offline)
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
  // Sound: `view.make` follows the rules that the type is made by.
  view.make(layer, { own: level, loops: { watch: level.Resource.states } }) as Auth<R>
