/**
 * Links that open the app: emails and OAuth providers.
 *
 * **Example** (Handle links while the app runs)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ContactChannels, MagicLink } from "latchkey"
 * import { DeepLinks, NativeOAuth } from "latchkey/react-native"
 *
 * const listen = DeepLinks.listen({
 *   MagicLink: ({ code }) => Effect.ignore(MagicLink.signIn({ code })),
 *   EmailVerification: ({ code }) => Effect.ignore(ContactChannels.verify({ code })),
 *   OAuthCallback: (link) => Effect.ignore(NativeOAuth.complete(link))
 * })
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { makeListeners } from "../session/listeners.ts"
import type { LinkingModule } from "./ExpoModules.ts"
import { type Addresses, type DeepLink, parseDeepLink } from "./parseDeepLink.ts"

/** The links that open the app. */
export class DeepLinks extends withLayerHint(
  Context.Service<DeepLinks, {
    /** Parses a link. Returns `undefined` for links to other apps and hosts, and to the app's other pages. */
    readonly parse: (address: string) => DeepLink | undefined
    /** The link that started the app, if any. */
    readonly initial: Effect.Effect<string | undefined>
    /** Calls the listener for each link that opens the running app, until the scope closes. */
    readonly subscribe: (listener: (address: string) => void) => Effect.Effect<void, never, Scope.Scope>
  }>()("latchkey/native/DeepLinks"),
  "Expo.layer"
) {}

/**
 * Creates an app's links over `expo-linking`. `deliver` passes a link to the listeners, unless the platform has reported
 * the same link last.
 *
 * @internal
 */
export const make = (
  linking: LinkingModule,
  addresses: Addresses
): DeepLinks["Service"] & { readonly deliver: (address: string) => void } => {
  const listeners = makeListeners<string>()
  let last: string | undefined
  return {
    parse: (address) => parseDeepLink(address, addresses),
    initial: Effect.tryPromise(() => linking.getInitialURL()).pipe(
      Effect.map((address) => address ?? undefined),
      // Without a link, the app starts as usual.
      Effect.catch(() => Effect.undefined)
    ),
    subscribe: (listener) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() =>
            linking.addEventListener("url", ({ url }) => {
              last = url
              listener(url)
            })
          ),
          (subscription) => Effect.sync(() => subscription.remove())
        ),
        listeners.subscribe(listener)
      ),
    deliver: (address) => {
      if (address !== last) listeners.notify(address)
    }
  }
}

/** The handlers for links, by the link's tag. A handler must handle its errors. */
export type Handlers<R> = {
  readonly [Tag in DeepLink["_tag"]]?: (
    link: Extract<DeepLink, { readonly _tag: Tag }>
  ) => Effect.Effect<unknown, never, R>
}

/** Parses a link. Returns `undefined` for links to other apps and hosts, and to the app's other pages. */
export const parse = (address: string): Effect.Effect<DeepLink | undefined, never, DeepLinks> =>
  Effect.map(DeepLinks, (links) => links.parse(address))

/**
 * Passes each link to the handler for its tag until the scope closes: first the link that started the app, then the links that
 * open the running app. Ignores links without a handler.
 *
 * Handlers run concurrently. Closing the scope interrupts them.
 */
export const listen = <R = never>(
  handlers: Handlers<R>
): Effect.Effect<void, never, R | DeepLinks | Scope.Scope> =>
  Effect.gen(function*() {
    const links = yield* DeepLinks
    const scope = yield* Effect.scope
    const run = Effect.runForkWith(yield* Effect.context<R>())
    const handle = (address: string): void => {
      const link = links.parse(address)
      // Sound: the handler for a tag accepts the links with that tag.
      const handler = link && handlers[link._tag] as ((link: DeepLink) => Effect.Effect<unknown, never, R>) | undefined
      if (link !== undefined && handler !== undefined) Fiber.runIn(run(handler(link)), scope)
    }
    // A platform may report the link that started the app as an event too, before or after it.
    let initial: string | undefined
    let first: string | undefined
    yield* links.subscribe((address) => {
      first ??= address
      if (address === initial) initial = undefined
      else handle(address)
    })
    yield* Effect.forkScoped(Effect.map(links.initial, (address) => {
      if (address === undefined || address === first) return
      initial = address
      handle(address)
    }))
  })

export type { CodeLink, DeepLink } from "./parseDeepLink.ts"
