/**
 * The layers of providers without a layer: one per content of the options.
 *
 * The options are often written inline, so each render has other objects with the same content. React also discards the
 * state of components that suspend before they mount. Layers are therefore stored by content.
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import * as Browser from "../src/hosts/Browser.ts"
import type { CustomRedirect, NextRedirect, RedirectMethod } from "../src/navigation/RedirectMethod.ts"
import * as Client from "../src/session/Client.ts"
import type { AppLayer } from "./sharedRuntime.ts"

/** The layer of some options. */
export interface SharedLayer {
  /** The content of the options, except for functions. */
  readonly key: string
  readonly layer: AppLayer
  /** The redirect method of the last committed render. Its functions may change in each render. */
  redirectMethod: RedirectMethod | undefined
}

const sharedLayers = new Map<string, SharedLayer>()

/** Returns the shared layer of options with this content, and creates it if necessary. */
export const sharedLayerOf = (options: Client.ClientOptions & Browser.BrowserOptions): SharedLayer => {
  const { redirectMethod } = options
  const kind = typeof redirectMethod === "object" && redirectMethod !== null
    ? "nextjs" in redirectMethod ? "nextjs" : "navigate"
    : undefined
  const key = JSON.stringify({ ...options, redirectMethod: kind ?? redirectMethod }, toText)
  const existing = sharedLayers.get(key)
  if (existing !== undefined) return existing
  // Sound: the kind of the redirect method is part of the key.
  const latestMethod = {
    nextjs: {
      get nextjs(): NextRedirect["nextjs"] {
        return (created.redirectMethod as NextRedirect).nextjs
      }
    },
    navigate: {
      get navigate(): CustomRedirect["navigate"] {
        return (created.redirectMethod as CustomRedirect).navigate
      }
    }
  }
  const created: SharedLayer = {
    key,
    redirectMethod,
    // Sound: `AuthSource` permits options only if the app declares no other services.
    layer: Client.layer(options).pipe(
      Layer.provideMerge(
        Browser.layer({ ...options, redirectMethod: kind === undefined ? redirectMethod : latestMethod[kind] })
      )
    ) as Layer.Layer<never, unknown> as AppLayer
  }
  sharedLayers.set(key, created)
  return created
}

/** JSON has no `bigint`, which a duration may be, and no `Infinity`, which a limit may be. */
const toText = (_: string, value: unknown): unknown =>
  typeof value === "bigint" || typeof value === "number" ? String(value) : value
