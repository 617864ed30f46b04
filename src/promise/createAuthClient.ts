/** Creates a client for code without Effect. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { hostNames } from "../hosts/hostNames.ts"
import type { NavigationOptions } from "../navigation/Navigation.ts"
import * as Navigation from "../navigation/Navigation.ts"
import { navigationNames } from "../navigation/navigationNames.ts"
import * as Cookies from "../platform/Cookies.ts"
import * as Locks from "../platform/Locks.ts"
import * as Page from "../platform/Page.ts"
import * as Client from "../session/ClientService.ts"
import { checkDomain } from "../session/cookieBackend.ts"
import { type CookieTokenStoreOptions, make as makeCookieStore } from "../session/CookieTokenStore.ts"
import { type OptionNames, pickOptions } from "../session/optionNames.ts"
import { check, InvalidOptions, levelNames } from "../session/options.ts"
import * as StorageTokenStore from "../session/StorageTokenStore.ts"
import * as Tokens from "../session/Tokens.ts"
import * as TokenStore from "../session/TokenStore.ts"
import type { AuthClient } from "./AuthClient.ts"
import { addBotChallenge, botChallengeNames, type BotChallengeOptions } from "./botChallenge.ts"
import type { Services } from "./client/Services.ts"
import { makeAuthClient } from "./makeAuthClient.ts"
import { baseNames, type BaseOptions, openRuntime } from "./openRuntime.ts"
import type { ForeignUseWatch, WatchFunction } from "./watchForeignUse.ts"

/** Options for a client. */
export interface AuthClientOptions
  extends BaseOptions, BotChallengeOptions, Omit<CookieTokenStoreOptions, "projectId">, NavigationOptions
{
  /**
   * The session's place: `cookies`, the default in browsers, or `memory`, the default on other hosts. Tokens start a session
   * in memory.
   */
  readonly tokens?:
    | "cookies"
    | "memory"
    | { readonly refreshToken?: string | null | undefined; readonly accessToken?: string | null | undefined }
    | undefined
  /** Keeps the session in a storage instead, such as `localStorage` or `AsyncStorage`. */
  readonly storage?: StorageTokenStore.Storage | undefined
  /** Finds uses of the session by other devices: `watchForeignUse({ usedBy: "browser" })`. Off by default. */
  readonly foreignUse?: ForeignUseWatch | undefined
  /** The app's URL for emails and providers, outside a browser. In a browser, it is the page's URL. */
  readonly appUrl?: string | undefined
}

const names: OptionNames<AuthClientOptions> = {
  ...levelNames,
  ...hostNames,
  ...baseNames,
  ...botChallengeNames,
  tokens: true,
  storage: true,
  foreignUse: true,
  appUrl: true
}

/**
 * Creates a client, and sends nothing. Throws `InvalidOptions` for an option that is invalid, unknown, or a server's secret.
 *
 * In a browser, the session is in cookies, which a server can read. On other hosts it is in memory.
 *
 * **Example** (Signing in)
 *
 * ```ts
 * import { createAuthClient } from "latchkey/promise"
 *
 * const auth = createAuthClient({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" })
 *
 * export const signIn = async (email: string, password: string): Promise<string> => {
 *   const { data, error } = await auth.signIn.password({ email, password })
 *   if (error) return error.code === "EMAIL_PASSWORD_MISMATCH" ? "Wrong email or password." : error.message
 *   return data.status === "second-factor" ? "Enter the code of your authenticator app." : `Welcome, ${data.userId}!`
 * }
 * ```
 */
export const createAuthClient = (given: AuthClientOptions = {}): AuthClient => {
  const isBrowser = "document" in globalThis
  const { options, runtime } = openRuntime(given, {
    constructor: createAuthClient,
    names,
    make: (options) => makeServices(options, isBrowser)
  })
  const { apiOrigins = [], appUrl } = options
  return makeAuthClient(runtime, {
    options,
    getOrigins: () => {
      const pages = isBrowser || appUrl !== undefined ? [runtime.runSync(readPageUrl)] : []
      return [...pages, ...apiOrigins].map((url) => new URL(url).origin)
    },
    onDispose: isBrowser ? warnOfSecondClient(options) : undefined
  })
}

const readPageUrl = /*#__PURE__*/ Effect.flatMap(Navigation.Navigation, ({ page }) => page.url)

const makeServices = Effect.fnUntraced(function*(
  options: AuthClientOptions & { readonly projectId: string },
  isBrowser: boolean
): Effect.fn.Return<Context.Context<Services>, InvalidOptions> {
  yield* checkOptions(options, isBrowser)
  const cookies = isBrowser ? Cookies.makeBrowser() : yield* Cookies.makeMemory
  const locks = isBrowser ? yield* Locks.makeBrowser : yield* Locks.Locks
  const store = yield* Effect.provideService(makeStore(options, isBrowser), Cookies.Cookies, cookies)
  const navigation = yield* isBrowser
    ? Effect.provideService(Navigation.make(navigationOf(options)), Page.Page, Page.makeWindow(globalThis))
    : makeScriptNavigation(options)
  const client = yield* Client.make(pickOptions(options, levelNames)).pipe(
    Effect.provideService(TokenStore.TokenStore, store),
    Effect.provideService(Locks.Locks, locks)
  )
  const context = Context.make(Client.Client, client).pipe(
    Context.add(Navigation.Navigation, navigation),
    Context.add(Cookies.Cookies, cookies),
    Context.add(Locks.Locks, locks)
  )
  // Sound: `watchForeignUse` has made it.
  const foreignUse = options.foreignUse as WatchFunction | undefined
  return yield* addBotChallenge(options, foreignUse ? yield* foreignUse(context, options, store) : context)
})

const checkOptions = (options: AuthClientOptions, isBrowser: boolean): Effect.Effect<void, InvalidOptions> => {
  const { appUrl, storage, tokens } = options
  return Effect.gen(function*() {
    yield* check(
      "tokens",
      tokens !== "cookies" || isBrowser,
      "is cookies, but this is no browser. Omit it, or use forRequest"
    )
    yield* check(
      "tokens",
      tokens === undefined || tokens === "cookies" || tokens === "memory" || areTokens(tokens),
      "must be cookies, memory, or an object with a valid refreshToken"
    )
    yield* check("storage", storage === undefined || tokens === undefined, "must not be combined with tokens")
    const isStorage = storage === undefined || storage !== null &&
        [storage.getItem, storage.setItem, storage.removeItem].every((f) => typeof f === "function")
    yield* check("storage", isStorage, "needs getItem, setItem and removeItem")
    const isUrl = appUrl === undefined || URL.canParse(appUrl) && /^https?:$/.test(new URL(appUrl).protocol)
    yield* check("appUrl", isUrl, "must be an absolute http or https URL")
    yield* checkDomain(options)
  })
}

/**
 * Returns `true` for tokens, and for `null` in their place. A copied result from `server.sessions.create` lacks them, since they
 * are not enumerable, and would sign the user out.
 */
const areTokens = (tokens: unknown): boolean => {
  if (typeof tokens !== "object" || tokens === null || !("refreshToken" in tokens || "accessToken" in tokens)) {
    return false
  }
  // Sound: `make` accepts any values.
  const given = tokens as Parameters<typeof Tokens.make>[0]
  const made = Tokens.make(given)
  return given.refreshToken ? made?.refreshToken !== undefined : !given.accessToken || made !== undefined
}

const navigationOf = (options: NavigationOptions): NavigationOptions => ({
  redirectMethod: "window",
  ...pickOptions(options, navigationNames)
})

const makeStore = (
  { storage, tokens, ...options }: AuthClientOptions & { readonly projectId: string },
  isBrowser: boolean
): Effect.Effect<TokenStore.TokenStore["Service"], never, Cookies.Cookies> =>
  storage !== undefined
    ? StorageTokenStore.make(storage, isBrowser ? { events: globalThis } : {})
    : isBrowser && tokens === undefined || tokens === "cookies"
    ? makeCookieStore(options)
    : TokenStore.makeMemory(typeof tokens === "object" ? Tokens.make(tokens) : undefined)

/** Creates the pages for a program without any: URLs for emails and providers are resolved against `appUrl`. */
const makeScriptNavigation = (
  options: AuthClientOptions
): Effect.Effect<Navigation.Navigation["Service"], InvalidOptions> => {
  const { appUrl } = options
  return Effect.gen(function*() {
    // Without `appUrl`, the options are checked against any page.
    const memory = yield* Page.makeMemory(appUrl ?? "https://app.invalid/")
    // The program's router, in the option `redirectMethod`, can still change the page.
    const page = { ...memory, goTo: () => cannotLeave }
    const navigation = yield* Effect.provideService(Navigation.make(navigationOf(options)), Page.Page, page)
    return appUrl !== undefined ? navigation : {
      ...navigation,
      page: { url: noPage, replaceUrl: () => noPage, goTo: () => noPage, settle: noPage },
      callbackUrl: () => noPage
    }
  })
}

const refuse = (option: string, message: string): Effect.Effect<never> =>
  Effect.suspend(() => Effect.die(new InvalidOptions({ option, message })))

const noPage = /*#__PURE__*/ refuse("appUrl", "Pass appUrl to the client, or all URLs to the call")

const cannotLeave = /*#__PURE__*/ refuse(
  "redirectMethod",
  "The call leaves the page, and this program has none. For a provider, use signIn.oauthUrl"
)

/** The page's clients, by project. */
const key = Symbol.for("latchkey/promise/clients")

/**
 * Warns in the console if the page already has a client for the project. Both work, since they share the session and its refreshes.
 * But they do not share cached values, and the second is most often a mistake.
 *
 * Returns a function to call at the client's end.
 */
const warnOfSecondClient = ({ projectId }: { readonly projectId: string }): () => unknown => {
  const holder = globalThis as { [key]?: Map<string, Set<object>> }
  const pages = holder[key] ??= new Map()
  const clients = pages.get(projectId) ?? new Set()
  pages.set(projectId, clients)
  const client = {}
  clients.add(client)
  if (clients.size > 1) {
    globalThis.console.warn(
      `Latchkey: this page has ${clients.size} clients of the project ${projectId}. Share one`
    )
  }
  return () => clients.delete(client)
}
