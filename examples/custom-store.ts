/**
 * A token store of your own: over anything that has the shape of `localStorage`.
 *
 * What is stored is JSON. Whatever else is found there counts as absent, and other tabs' changes are heard of where the
 * host tells of them. Every script of a page can read `localStorage`; where that is too much, keep the tokens elsewhere.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Tokens, TokenStore } from "latchkey"

/** The part of `localStorage` that is needed. */
export interface KeyValues {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

/** The part of `window` that tells of other tabs' changes. */
export interface StorageEvents {
  readonly addEventListener: (type: "storage", listener: (event: { readonly key: string | null }) => void) => void
  readonly removeEventListener: (type: "storage", listener: (event: { readonly key: string | null }) => void) => void
}

/** Layer of a store that keeps its tokens under one key. */
export const layerStorage = (
  storage: KeyValues,
  { events, key = "latchkey" }: { readonly events?: StorageEvents; readonly key?: string } = {}
): Layer.Layer<TokenStore.TokenStore> =>
  Layer.sync(TokenStore.TokenStore, () => {
    const listeners = new Set<{ readonly tell: () => void }>()
    const read = () => parse(storage.getItem(key))
    return {
      get: Effect.sync(read),
      // One step: nothing else runs between reading and writing.
      modify: (f) =>
        Effect.sync(() => {
          const stored = read()
          const next = f(stored)
          if (next === stored) return stored
          if (next === undefined) storage.removeItem(key)
          else storage.setItem(key, print(next))
          for (const { tell } of listeners) tell()
          return next
        }),
      subscribe: (listener) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => {
            const entry = { tell: () => listener(read()) }
            const onStorage = (event: { readonly key: string | null }) => {
              // A key of null: the whole storage was cleared.
              if (event.key === key || event.key === null) entry.tell()
            }
            listeners.add(entry)
            events?.addEventListener("storage", onStorage)
            return { entry, onStorage }
          }),
          ({ entry, onStorage }) =>
            Effect.sync(() => {
              listeners.delete(entry)
              events?.removeEventListener("storage", onStorage)
            })
        ))
    }
  })

const print = ({ accessToken, refreshToken }: Tokens.Tokens): string =>
  JSON.stringify({
    refreshToken: Redacted.value(refreshToken),
    accessToken: accessToken && Redacted.value(accessToken)
  })

const parse = (text: string | null): Tokens.Tokens | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    return typeof value === "object" && value !== null ? Tokens.make(value) : undefined
  } catch {
    return undefined
  }
}
