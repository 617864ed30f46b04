/**
 * The host for an app with React Native and Expo: tokens in the keychain, OAuth in a browser session, links that open the app.
 *
 * **Example** (A client in an app)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client } from "latchkey"
 * import { Expo } from "latchkey/react-native"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provideMerge(Expo.layer({ projectId, scheme: "myapp", website: "https://app.example.com" }))
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Crypto from "expo-crypto"
import * as Linking from "expo-linking"
import * as SecureStore from "expo-secure-store"
import * as WebBrowser from "expo-web-browser"
import { makeNativeTransport } from "../call/nativeTransport.ts"
import { Transport } from "../call/Transport.ts"
import * as Navigation from "../navigation/Navigation.ts"
import type { CustomRedirect } from "../navigation/RedirectMethod.ts"
import * as Urls from "../navigation/Urls.ts"
import { Alert } from "../platform/Alert.ts"
import { Cookies } from "../platform/Cookies.ts"
import { HostUnavailable, Page } from "../platform/Page.ts"
import { TabStorage } from "../platform/TabStorage.ts"
import { parse } from "../platform/urlParameters.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, checkNames, type InvalidOptions, levelNames } from "../session/options.ts"
import { TokenStore } from "../session/TokenStore.ts"
import * as DeepLinks from "./DeepLinks.ts"
import type { ExpoModules, SecureStoreOptions } from "./ExpoModules.ts"
import { makeFlowCookies } from "./flowCookies.ts"
import { makeNativeCrypto } from "./nativeCrypto.ts"
import { makeNativePage } from "./NativePage.ts"
import * as OAuthBrowser from "./OAuthBrowser.ts"
import { makeSecureTexts } from "./SecureTexts.ts"
import { makeSecureTokenStore } from "./SecureTokenStore.ts"

/** Options for an app. */
export interface ExpoOptions extends OAuthBrowser.OAuthBrowserOptions {
  /** The project's id. The keys in the keychain contain it. */
  readonly projectId: string
  /** The `scheme` in the app's configuration, or all its schemes. */
  readonly scheme: string | ReadonlyArray<string>
  /**
   * The app's website, an origin with https. Links in emails open it, because services accept only trusted
   * domains. The website opens the app: by universal links, or by a page that redirects.
   */
  readonly website?: string | undefined
  /** The app opens https links to the website itself (universal links, App Links). `false` by default. */
  readonly universalLinks?: boolean | undefined
  /**
   * The page URLs. By default, `oauthCallback` and `error` are `stack-auth-mobile-oauth-url://oauth-callback`, which services
   * since 2026 trust. The email pages are on the website, or have the app's first scheme.
   */
  readonly urls?: Navigation.GivenUrls | undefined
  /** Shows an app page, such as `router.push` in `expo-router`. Without it, redirects do nothing. */
  readonly navigate?: CustomRedirect["navigate"]
  /** Options for the items in the keychain. */
  readonly secureStore?: SecureStoreOptions | undefined
}

const expoNames: OptionNames<ExpoOptions> = {
  projectId: true,
  scheme: true,
  website: true,
  universalLinks: true,
  urls: true,
  navigate: true,
  secureStore: true,
  preferEphemeralSession: true
}

/** The callback URL for OAuth flows, which services since 2026 trust in every project. */
const serviceCallback = "stack-auth-mobile-oauth-url://oauth-callback"

/** The pages that emails link to. */
const emailPages = ["emailVerification", "passwordReset", "magicLinkCallback", "teamInvitation"] as const

/** An app without a website has pages too. No request is ever sent there. */
const noWebsite = "https://app.invalid/"

const makeUrls = (
  given: Navigation.GivenUrls,
  scheme: string,
  website: string | undefined
): Navigation.GivenUrls => {
  const urls = Urls.make(given)
  const oauthCallback = given.oauthCallback ?? serviceCallback
  const pages = Object.fromEntries(emailPages.map((page) => {
    const url = urls[page]
    return [page, website === undefined && url.startsWith("/") ? `${scheme}:/${url}` : url]
  }))
  return { ...given, ...pages, oauthCallback, error: given.error ?? oauthCallback }
}

/** Returns the first characters of a browser session's return link. A website without universal links redirects to the app. */
const toReturnUrl = (oauthCallback: string, scheme: string, website: string, universalLinks: boolean): string => {
  const url = parse(oauthCallback, website)
  if (url === undefined) return `${scheme}://`
  if (url.protocol !== "https:") return `${url.protocol}//`
  return universalLinks ? url.href : `${scheme}://`
}

/** React Native has a global `alert`, and no document. */
const showAlert = (message: string) => Effect.sync(() => globalThis.alert?.(message))

/** A transport that the program has provided, such as an emulator, takes precedence. */
const layerTransport = Layer.effectContext(
  Effect.map(
    Effect.context<never>(),
    (context): Context.Context<never> =>
      Context.getOrUndefined(context, Transport) === undefined
        ? Context.make(Transport, makeNativeTransport())
        : Context.empty()
  )
)

const isScheme = (scheme: unknown): boolean =>
  typeof scheme === "string" && /^[a-z][a-z0-9+.-]*$/.test(scheme) && !/^(?:https?|javascript|data|file)$/.test(scheme)

/**
 * Layer for an app's services, with the given modules instead of Expo's packages: for tests, and for apps with other native
 * modules.
 */
export const layerWith = (
  modules: ExpoModules,
  options: ExpoOptions
): Layer.Layer<
  | TokenStore
  | Navigation.Navigation
  | Page
  | Cookies
  | DeepLinks.DeepLinks
  | OAuthBrowser.OAuthBrowser,
  InvalidOptions | HostUnavailable
> =>
  Layer.unwrap(Effect.gen(function*() {
    if (typeof URL !== "function" || typeof URL.canParse !== "function") {
      return yield* new HostUnavailable({
        message: "The URL of React Native is incomplete. Import expo before latchkey, which replaces it"
      })
    }
    // One object can also have the options for the client.
    yield* checkNames(options, { ...levelNames, ...expoNames })
    const { navigate, projectId, universalLinks = false, urls: given = {} } = options
    const schemes = [options.scheme].flat()
    const [scheme = ""] = schemes
    yield* check("scheme", schemes.length > 0 && schemes.every(isScheme), "must be the scheme of the app in lower case")
    const url = options.website === undefined ? undefined : parse(options.website)
    yield* check(
      "website",
      options.website === undefined ||
        url?.protocol === "https:" && url.pathname === "/" && url.search + url.hash === "",
      "must be an https URL without a path, such as https://app.example.com"
    )
    const website = url?.href ?? noWebsite
    const givenUrls = makeUrls(given, scheme, url?.href)
    const urls = Urls.make(givenUrls)

    const texts = makeSecureTexts(modules.SecureStore, projectId, options.secureStore)
    const links = DeepLinks.make(modules.Linking, { schemes, website, urls })
    const returnUrl = toReturnUrl(urls.oauthCallback, scheme, website, universalLinks)
    const session = OAuthBrowser.make(modules.WebBrowser, links, returnUrl, options)
    return Navigation.layer({ urls: givenUrls, redirectMethod: navigate === undefined ? "none" : { navigate } }).pipe(
      Layer.provideMerge(Layer.mergeAll(
        Layer.effect(TokenStore, makeSecureTokenStore(texts)),
        Layer.succeed(Page, makeNativePage(website, session, links.deliver)),
        Layer.succeed(Cookies, makeFlowCookies(texts)),
        Layer.succeed(TabStorage, texts),
        Layer.succeed(DeepLinks.DeepLinks, links),
        Layer.succeed(OAuthBrowser.OAuthBrowser, session),
        Layer.succeed(Alert, showAlert),
        Layer.succeedContext(makeNativeCrypto(modules.Crypto)),
        layerTransport
      ))
    )
  }))

/**
 * Layer for an app's services: the token store, navigation, links and browser sessions, over `expo-secure-store`,
 * `expo-web-browser`, `expo-crypto` and `expo-linking`.
 *
 * Fails with `InvalidOptions` for an invalid option, and with `HostUnavailable` if the global `URL` is React Native's
 * incomplete one. Building it reads nothing and adds no listener.
 */
export const layer = (options: ExpoOptions): ReturnType<typeof layerWith> =>
  layerWith({ SecureStore, WebBrowser, Crypto, Linking }, options)

export type { ExpoModules } from "./ExpoModules.ts"
