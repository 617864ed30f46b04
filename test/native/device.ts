/**
 * A device with the documented behavior of Expo's packages, as of SDK 57.
 *
 * - `expo-secure-store`: keys and values are checked. Large values, locked devices, lost keys and full disks make it reject.
 * - `expo-web-browser`: `ASWebAuthenticationSession` on iOS; on Android, a race of the link and of the app's state.
 * - `expo-linking`: `url` events, and the link that started the app.
 */
import * as Effect from "effect/Effect"
import type { Expo } from "latchkey/react-native"
import { createHash, randomBytes } from "node:crypto"

/** The failure modes of a keychain. */
export type KeychainMood =
  /** The device is locked: no item is readable or writable. */
  | "locked"
  | "unreadable"
  | "unwritable"
  | "undeletable"
  /** Values of more than 2048 bytes are rejected, as by some versions of iOS. */
  | "small"
  /** A later operation may finish first. */
  | "slow"

export interface Device {
  readonly modules: Expo.ExpoModules
  /** The items in the keychain, by their key. */
  readonly items: Map<string, string>
  readonly moods: Set<KeychainMood>
  /** The calls of `expo-secure-store`, such as `get latchkey.id.session`. */
  readonly calls: Array<string>
  /** The options of the last item. */
  itemOptions: unknown
  /** The link that starts the app. */
  initialUrl: string | null
  /** Opens the running app with a link. */
  readonly openLink: (url: string) => void
  /** The number of listeners for links. */
  readonly listenerCount: () => number
  /** The open browser session. */
  session: BrowserSession | undefined
  /** Every URL that was opened in a browser session. */
  readonly opened: Array<{ readonly url: string; readonly returnUrl: string; readonly options: unknown }>
  /** Runs when a session opens. */
  onOpen: (session: BrowserSession) => void
  /** The exception of the next `openAuthSessionAsync`. */
  failure: unknown
}

export interface BrowserSession {
  readonly url: string
  readonly returnUrl: string
  /** Redirects to a link, as the service does at the end of a flow. */
  readonly redirect: (link: string) => void
  /** The user closes the browser. */
  readonly close: () => void
  /** Resolves the promise of the session. */
  readonly resolve: (result: { readonly type: string; readonly url?: string }) => void
}

const itemKey = /^[\w.-]+$/

export const makeDevice = (platform: "ios" | "android" = "ios"): Device => {
  const listeners = new Set<(event: { readonly url: string }) => void>()
  let delay = 0

  const operate = async <A>(name: string, key: string, run: () => A, ...refusals: ReadonlyArray<KeychainMood>) => {
    device.calls.push(`${name} ${key}`)
    if (!itemKey.test(key)) throw new Error("Invalid key provided to SecureStore")
    if (device.moods.has("slow")) { for (let turns = (delay = (delay + 3) % 7); turns > 0; turns--) await undefined }
    if (["locked" as const, ...refusals].some((mood) => device.moods.has(mood))) {
      throw Object.assign(new Error("The keychain refuses"), { code: "ERR_KEY_CHAIN" })
    }
    return run()
  }

  const device: Device = {
    items: new Map(),
    moods: new Set(),
    calls: [],
    itemOptions: undefined,
    initialUrl: null,
    openLink: (url) => [...listeners].forEach((listener) => listener({ url })),
    listenerCount: () => listeners.size,
    session: undefined,
    opened: [],
    onOpen: () => {},
    failure: undefined,
    modules: {
      SecureStore: {
        AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 1,
        getItemAsync: (key, options) => {
          device.itemOptions = options
          return operate("get", key, () => device.items.get(key) ?? null, "unreadable")
        },
        setItemAsync: (key, value, options) => {
          device.itemOptions = options
          const isLarge = device.moods.has("small") && Buffer.byteLength(value) > 2048
          return operate("set", key, () => {
            if (typeof value !== "string") throw new Error("Invalid value provided to SecureStore")
            if (isLarge) throw new Error("The value is too large")
            device.items.set(key, value)
          }, "unwritable")
        },
        deleteItemAsync: (key) => operate("delete", key, () => void device.items.delete(key), "undeletable")
      },
      Crypto: {
        getRandomBytes: (count) => new Uint8Array(randomBytes(count)),
        digestStringAsync: async (algorithm, text, options) => {
          if (algorithm !== "SHA-256" || options?.encoding !== "base64") {
            throw new TypeError("Invalid algorithm provided")
          }
          return createHash("sha256").update(text).digest("base64")
        }
      },
      Linking: {
        getInitialURL: async () => device.initialUrl,
        addEventListener: (_, listener) => {
          const own = (event: { readonly url: string }) => listener(event)
          listeners.add(own)
          return { remove: () => listeners.delete(own) }
        }
      },
      WebBrowser: {
        openAuthSessionAsync: async (url, returnUrl, options) => {
          const { failure } = device
          device.failure = undefined
          if (failure !== undefined) throw failure
          if (device.session !== undefined) {
            throw Object.assign(new Error("Another web browser is already open"), {
              code: "ERR_WEB_BROWSER_ALREADY_OPEN"
            })
          }
          return new Promise((settle) => {
            const resolve: BrowserSession["resolve"] = (result) => {
              device.session = undefined
              settle(result)
            }
            const session: BrowserSession = {
              url,
              returnUrl: returnUrl!,
              resolve,
              redirect: (link) => {
                if (platform === "android") {
                  device.openLink(link)
                  if (link.startsWith(returnUrl!)) resolve({ type: "success", url: link })
                } else if (new URL(link).protocol === new URL(returnUrl!).protocol) {
                  resolve({ type: "success", url: link })
                }
              },
              close: () => resolve({ type: platform === "ios" ? "cancel" : "dismiss" })
            }
            device.session = session
            device.opened.push({ url, returnUrl: returnUrl!, options })
            device.onOpen(session)
          })
        },
        dismissAuthSession: () => {
          if (platform === "android") {
            throw Object.assign(new Error("dismissBrowser is not available"), { code: "ERR_UNAVAILABLE" })
          }
          device.session?.resolve({ type: "dismiss" })
        }
      }
    }
  }
  return device
}

/** Waits until the promises of the device have settled. */
export const pause = Effect.promise(async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise<void>((resolve) => setImmediate(resolve))
})
