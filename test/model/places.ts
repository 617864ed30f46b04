/** The tabs' token storages: the kinds of stores, synchronous and slow. */
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CookieTokenStore, StorageTokenStore, type Tokens, TokenStore } from "latchkey"
import { decodeTokens } from "../../src/session/tokensJson.ts"
import { type Jar, makeJar, makeStorage } from "../support/host.ts"

/**
 * - `cookies`, `storage`: those of a browser, which are synchronous. Each tab has a separate store over them.
 * - `phone`: a storage with slow steps, such as React Native's, and one store over it that all tabs share. It runs one
 * operation after another.
 * - `remote`: a custom store, such as one over a file or a network. Each change is one step, but reads and writes wait
 * before that step and after it, and overtake each other.
 */
export const places = ["cookies", "storage", "phone", "remote"] as const
export type Place = typeof places[number]

/** A session is identified by its refresh token. */
export type SessionOf = string | undefined

export interface Shelf {
  /** `true` if reads and writes take time. */
  readonly isSlow: boolean
  /** Another tab's store. */
  readonly layer: () => Layer.Layer<TokenStore.TokenStore>
  /** The session shared by the tabs, read without the library's stores. */
  readonly session: () => SessionOf
  readonly listeners: () => number
  /** The cookies, which requests to the app's server contain. */
  readonly jar?: Jar | undefined
}

/** The maximum duration of a slow store's step, in milliseconds. */
const waits = [0, 0, 1, 10, 50, 200]

const text = (tokens: Tokens.Tokens | undefined): SessionOf => tokens && Redacted.value(tokens.refreshToken!)

/** Creates an empty storage. `chance` returns numbers from 0 to 1, which determine the durations of its steps. */
export const makePlace = Effect.fnUntraced(function*(place: Place, projectId: string, chance: () => number) {
  const wait = Effect.suspend(() => {
    const millis = waits[Math.floor(chance() * waits.length)]!
    return millis === 0 ? Effect.void : Effect.sleep(Duration.millis(millis))
  })
  const slowly = <A>(step: () => A): Effect.Effect<A> =>
    Effect.andThen(wait, Effect.flatMap(Effect.sync(step), (value) => Effect.as(wait, value)))
  // The storage uses true time: a tab's clock may be wrong, and counts its timers.
  const outside = yield* Effect.context<never>()
  const inTrueTime = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.updateContext(effect, (_: Context.Context<never>) => outside)

  const shelves: Readonly<Record<Place, Effect.Effect<Shelf>>> = {
    cookies: Effect.map(makeJar, (jar): Shelf => ({
      isSlow: false,
      layer: () => CookieTokenStore.layer({ projectId }).pipe(Layer.provide(jar.layer())),
      session: () => {
        const value = jar.values()[`__Host-stack-refresh-${projectId}--default`]
        return value === undefined ? undefined : JSON.parse(value).refresh_token
      },
      listeners: () => 0,
      jar
    })),
    storage: Effect.sync((): Shelf => {
      const { listeners, storage, tab, values } = makeStorage()
      return {
        isSlow: false,
        layer: () => {
          const events = tab()
          return StorageTokenStore.layer(() => storage, { events })
        },
        session: () => text(decodeTokens(values.get("latchkey"))),
        listeners
      }
    }),
    phone: Effect.gen(function*(): Effect.fn.Return<Shelf> {
      const values = new Map<string, string>()
      const step = <A>(use: () => A) => inTrueTime(slowly(use))
      const shared = yield* Effect.provide(
        TokenStore.TokenStore,
        StorageTokenStore.layerKeyValue({
          get: (key) => step(() => values.get(key)),
          set: (key, value) => step(() => values.set(key, value)),
          remove: (key) => step(() => values.delete(key))
        })
      )
      return {
        isSlow: true,
        layer: () => Layer.succeed(TokenStore.TokenStore, shared),
        session: () => text(decodeTokens(values.get("latchkey"))),
        listeners: () => 0
      }
    }),
    remote: Effect.sync((): Shelf => {
      const listeners = new Set<{ readonly tell: (tokens: Tokens.Tokens | undefined) => void }>()
      const run = Effect.runForkWith(outside)
      let tokens: Tokens.Tokens | undefined
      const store = TokenStore.TokenStore.of({
        get: inTrueTime(slowly(() => tokens)),
        modify: (f) =>
          inTrueTime(slowly(() => {
            const next = f(tokens)
            if (next !== tokens) {
              tokens = next
              for (const entry of listeners) {
                run(Effect.andThen(wait, Effect.sync(() => listeners.has(entry) ? entry.tell(tokens) : undefined)))
              }
            }
            return next
          })),
        subscribe: (tell) =>
          Effect.asVoid(Effect.acquireRelease(
            Effect.sync(() => {
              const entry = { tell }
              listeners.add(entry)
              return entry
            }),
            (entry) => Effect.sync(() => listeners.delete(entry))
          ))
      })
      return {
        isSlow: true,
        layer: () => Layer.succeed(TokenStore.TokenStore, store),
        session: () => text(tokens),
        listeners: () => listeners.size
      }
    })
  }
  return yield* shelves[place]
})
