/**
 * The layers for providers without a layer. Options with the same content share one.
 *
 * The options are often written inline, so each render has other objects with the same content. React also discards the
 * state when components suspend before they mount. Layers are therefore stored by content.
 */
import * as Layer from "effect/Layer"
import * as Browser from "../src/hosts/Browser.ts"
import { hostNames } from "../src/hosts/hostNames.ts"
import type { RedirectMethod } from "../src/navigation/RedirectMethod.ts"
import type { Recorder } from "../src/recorder/Recorder.ts"
import { checkedLayer } from "../src/session/checkedLayer.ts"
import * as Client from "../src/session/Client.ts"
import type { ForeignUse } from "../src/session/ForeignUseService.ts"
import { type OptionNames, pickOptions } from "../src/session/optionNames.ts"
import { type InvalidOptions, levelNames } from "../src/session/options.ts"
import type { TokenStore } from "../src/session/TokenStore.ts"
import type { AppLayer } from "./sharedRuntime.ts"

/** A layer for `Recorder.layer`. */
export type RecorderLayer = Layer.Layer<Recorder | TokenStore, never, TokenStore>

/** A layer for `ForeignUse.layerBrowser`. */
export type ForeignUseLayer = Layer.Layer<ForeignUse, InvalidOptions, TokenStore>

/** Options for a client for browsers, and the layers between it and its host. */
export type SharedLayerOptions = Client.ClientOptions & Browser.BrowserOptions & {
  readonly recorder?: RecorderLayer | undefined
  readonly foreignUse?: ForeignUseLayer | undefined
}

/** The layer for some options. */
interface SharedLayer {
  /** The options' content, except for functions. Layers are objects without content. */
  readonly key: string
  readonly layer: AppLayer
  /** Replaces the redirect method's functions, which may change in each render. */
  readonly setRedirectMethod: (method: RedirectMethod | undefined) => void
}

/** `AuthProvider` chooses between its sources by `layer` and `runtime`, which are undefined here. */
const names: OptionNames<SharedLayerOptions> & { readonly layer: true; readonly runtime: true } = {
  ...levelNames,
  ...hostNames,
  recorder: true,
  foreignUse: true,
  layer: true,
  runtime: true
}

const sharedLayers = new Map<string, SharedLayer>()

/** Returns the shared layer for options with this content, and creates it if necessary. */
export const sharedLayerOf = (props: SharedLayerOptions): SharedLayer => {
  const options = { ...props }
  // Build tools add attributes such as `data-sentry-element` and `data-tsd-source` to the app's components.
  for (const name in options) if (name.startsWith("data-")) Reflect.deleteProperty(options, name)
  const key = JSON.stringify(options, toText)
  const existing = sharedLayers.get(key)
  if (existing !== undefined) return existing
  const { foreignUse, recorder, redirectMethod: given } = options
  // Navigation reads the functions for each redirect.
  const redirectMethod = given && typeof given === "object" ? { ...given } : given
  const host = Browser.layer({ ...pickOptions(options, hostNames), redirectMethod })
  const created: SharedLayer = {
    key,
    // Sound: `AuthSource` permits options only if the app declares no other services.
    layer: checkedLayer(
      options,
      names,
      Client.layer(pickOptions(options, levelNames)).pipe(
        Layer.provideMerge(foreignUse ?? Layer.empty),
        // The recorder replaces the store, which the layers above read.
        Layer.provideMerge(recorder ?? Layer.empty),
        Layer.provideMerge(host)
      )
    ) as Layer.Layer<never, unknown> as AppLayer,
    setRedirectMethod: (method) => typeof redirectMethod === "object" && Object.assign(redirectMethod, method)
  }
  sharedLayers.set(key, created)
  return created
}

/** JSON has no `bigint`, which a duration may be, and no `Infinity`, which a limit may be. A router is not content. */
const toText = (name: string, value: unknown): unknown =>
  name === "nextjs" || typeof value === "bigint" || typeof value === "number"
    ? String(value)
    : value
