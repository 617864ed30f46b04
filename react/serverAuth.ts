/** Rendering on a server without a client: from dehydrated values only. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { noPatch } from "../src/cache/CacheEntry.ts"
import { statusOfDehydrated } from "../src/cache/Dehydrated.ts"
import { makeHydration } from "../src/cache/hydration.ts"
import type { Readable } from "../src/cache/Observer.ts"
import type { Auth, Runtime } from "./Auth.ts"
import type { Appearance } from "./kit/Appearance.ts"
import type { TextOverrides } from "./texts/texts.ts"

/**
 * Creates the React context's value for one render on a server. It sends no request, starts no timer, and shares nothing
 * with other renders.
 */
export const makeServerAuth = (
  input: unknown,
  { appearance, texts }: { readonly appearance: Appearance | undefined; readonly texts: TextOverrides | undefined }
): Auth => {
  const { dehydrated, renderedState } = makeHydration(input, () => 0)
  return {
    // Sound: no effect runs while a server renders. An app that runs one gets the error for the missing service.
    runtime: ManagedRuntime.make(Layer.empty) as ManagedRuntime.ManagedRuntime<never, never> as Runtime,
    hasServices: false,
    isServer: true,
    onError: noop,
    texts,
    appearance,
    cache: {
      status: constant(statusOfDehydrated(dehydrated)),
      isSessionKnown: constant(false),
      isOnline: constant(true),
      claims: constant(dehydrated?.claims),
      observe: (resource) => {
        const state = renderedState(resource)
        return {
          ...constant(state),
          getServerState: () => state,
          whenSettled: () => {
            throw renderInBrowser(`"${resource.key}", which is not in the property dehydrated of AuthProvider,`)
          },
          refresh: noop
        }
      },
      refresh: () => Effect.interrupt,
      patch: () => noPatch,
      contents: Effect.interrupt,
      hydrate: () => noop
    }
  }
}

const noop = () => {}

/** Returns a value that never changes. */
export const constant = <A>(value: A): Readable<A> => {
  const get = () => value
  return { subscribe: () => noop, getSnapshot: get, getServerSnapshot: get }
}

/**
 * Returns the error for a component that only a browser can render. React then renders the next `Suspense` fallback, and
 * renders the component in the browser. Next.js recognizes the digest, and does not report the error.
 */
export const renderInBrowser = (reason: string): Error =>
  Object.assign(
    new Error(`Only a browser can render ${reason}. Wrap the component in <Suspense>.`),
    { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING", reason }
  )
