/**
 * Browser sessions for OAuth, through `expo-web-browser`.
 *
 * **Example** (A browser for a test, where the user closes the page)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { OAuthBrowser } from "latchkey/react-native"
 *
 * const closed = new OAuthBrowser.OAuthBrowserEnded({ message: "The user closed the browser", type: "cancel" })
 * const layer = Layer.succeed(OAuthBrowser.OAuthBrowser, { open: () => Effect.fail(closed) })
 * ```
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { DeepLinks } from "./DeepLinks.ts"
import type { WebBrowserModule } from "./ExpoModules.ts"
import type { OAuthCallbackLink } from "./parseDeepLink.ts"

/**
 * The session ended without a callback.
 *
 * - `cancel`: the user closed the browser (iOS).
 * - `dismiss`: the user returned to the app (Android), or the app closed the browser.
 * - `locked`: another session is open.
 */
export class OAuthBrowserEnded extends Data.TaggedError("OAuthBrowserEnded")<{
  readonly message: string
  readonly type: "cancel" | "dismiss" | "locked"
}> {}

/** The session could not be opened, such as on a device without a browser. `code` is the error code from `expo-web-browser`. */
export class OAuthBrowserFailed extends Data.TaggedError("OAuthBrowserFailed")<{
  readonly message: string
  readonly code: string | undefined
}> {}

/**
 * A link's effect if it opens the app during a browser session: it is the callback and ends the session (`end`), it is the
 * result only if the session ends without another one (`keep`), or it does not belong to the session (`ignore`).
 */
type LinkEffect = "end" | "keep" | "ignore"

/** A device's browser sessions. */
export class OAuthBrowser extends withLayerHint(
  Context.Service<OAuthBrowser, {
    /**
     * Opens a URL in the browser, and returns the callback link. Interrupting the effect closes the browser where the
     * platform allows it. `judge` decides about each link that opens the app during the session.
     */
    readonly open: (
      url: Redacted.Redacted<string>,
      judge: (link: OAuthCallbackLink) => LinkEffect
    ) => Effect.Effect<Redacted.Redacted<string>, OAuthBrowserEnded | OAuthBrowserFailed>
  }>()("latchkey/native/OAuthBrowser"),
  "Expo.layer"
) {}

/** Options for browser sessions. */
export interface OAuthBrowserOptions {
  /**
   * iOS: the session shares no cookies with the browser, and the system shows no permission dialog. The user signs in to the
   * provider each time. `false` by default.
   */
  readonly preferEphemeralSession?: boolean | undefined
}

/**
 * The time to wait for the link after Android reports that the app is active again, in milliseconds. Both events follow a
 * redirect, and their order differs between devices.
 */
const lateLinkMillis = 1000

/**
 * Creates browser sessions over `expo-web-browser`. The link that the browser returns to starts with `returnUrl`.
 *
 * @internal
 */
export const make = (
  browser: WebBrowserModule,
  links: DeepLinks["Service"],
  returnUrl: string,
  { preferEphemeralSession = false }: OAuthBrowserOptions = {}
): OAuthBrowser["Service"] => {
  const options = { preferEphemeralSession, preferUniversalLinks: returnUrl.startsWith("https:") }
  const session = (url: Redacted.Redacted<string>) =>
    Effect.callback<Redacted.Redacted<string>, OAuthBrowserEnded | OAuthBrowserFailed>((resume) => {
      let isOpen = true
      const end = (effect: Effect.Effect<Redacted.Redacted<string>, OAuthBrowserEnded | OAuthBrowserFailed>) => {
        isOpen = false
        resume(effect)
      }
      const open = async () => browser.openAuthSessionAsync(Redacted.value(url), returnUrl, options)
      open().then(
        (result) => end(interpret(result)),
        (error: unknown) => end(Effect.fail(toFailed(error)))
      )
      return Effect.sync(() => {
        if (isOpen) dismiss(browser)
      })
    })
  return OAuthBrowser.of({
    open: (url, judge) =>
      Effect.scoped(Effect.gen(function*() {
        let arrive = (_: Redacted.Redacted<string>): void => {}
        let kept: Redacted.Redacted<string> | undefined
        let isOpen = true
        yield* links.subscribe((address) => {
          const link = links.parse(address)
          if (link?._tag !== "OAuthCallback") return
          const effect = judge(link)
          if (effect === "end" || effect === "keep" && !isOpen) arrive(link.url)
          else if (effect === "keep") kept = link.url
        })
        const linked = Effect.callback<Redacted.Redacted<string>>((resume) => {
          arrive = (url) => resume(Effect.succeed(url))
        })
        return yield* Effect.raceFirst(
          linked,
          Effect.catchTag(session(url), "OAuthBrowserEnded", (error) => {
            isOpen = false
            if (error.type !== "dismiss") return Effect.fail(error)
            return kept === undefined
              ? Effect.andThen(Effect.sleep(lateLinkMillis), Effect.fail(error))
              : Effect.succeed(kept)
          })
        )
      }))
  })
}

const interpret = (
  { type, url }: { readonly type: string; readonly url?: string }
): Effect.Effect<Redacted.Redacted<string>, OAuthBrowserEnded | OAuthBrowserFailed> => {
  if (type === "success" && typeof url === "string") return Effect.succeed(Redacted.make(url))
  if (type === "cancel") return Effect.fail(new OAuthBrowserEnded({ type, message: "The user closed the browser" }))
  if (type === "dismiss") {
    return Effect.fail(new OAuthBrowserEnded({ type, message: "The browser was closed without a callback" }))
  }
  if (type === "locked") {
    return Effect.fail(new OAuthBrowserEnded({ type, message: "Another browser session is open" }))
  }
  return Effect.fail(new OAuthBrowserFailed({ code: undefined, message: "The browser session has an unknown result" }))
}

/** The exception's message is dropped, because it may contain the URL. */
const toFailed = (error: unknown): OAuthBrowserFailed => {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined
  return new OAuthBrowserFailed({
    code: typeof code === "string" ? code : undefined,
    message: "expo-web-browser could not open the browser session"
  })
}

/** Closes the browser. Android cannot, and throws or rejects. */
const dismiss = (browser: WebBrowserModule): void => {
  try {
    const result: unknown = browser.dismissAuthSession()
    if (result instanceof Promise) result.catch(() => {})
  } catch {
    // The browser stays open, and the user closes it.
  }
}
