/** Bugs planted between a client and its store. The laws must find each of them, over every kind of store. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Client, Tokens, TokenStore } from "latchkey"
import { CallOf } from "./records.ts"

type Store = TokenStore.TokenStore["Service"]

/** A tab's replacement for its store and client. */
export interface Plant {
  readonly store?: (store: Store) => Store
  readonly client?: (client: Client.Client["Service"]) => Client.Client["Service"]
}

/**
 * Creates a store that applies a change for a session that is no longer stored, if this tab has read that session before.
 * `isPlanted` selects the results that are stored.
 */
const withoutGuard = (
  store: Store,
  isPlanted: (result: Tokens.Tokens | undefined) => boolean
): Store => {
  const known = new Map<string, Tokens.Tokens>()
  const know = (tokens: Tokens.Tokens | undefined) => {
    if (tokens !== undefined) known.set(Redacted.value(tokens.refreshToken!), tokens)
  }
  return {
    get: Effect.tap(store.get, (tokens) => Effect.sync(() => know(tokens))),
    modify: (f) =>
      Effect.withFiber((fiber) =>
        store.modify((stored) => {
          know(stored)
          const next = f(stored)
          // A sign-out ends any stored session: it has no guard.
          if (next !== stored || Context.get(fiber.context, CallOf)?.what === "signOut") return next
          for (const tokens of known.values()) {
            const result = f(tokens)
            if (result !== tokens && isPlanted(result)) return result
          }
          return next
        })
      ),
    subscribe: store.subscribe
  }
}

/** A session that equals every session it is compared with. */
const anySession = (latest: () => Tokens.Tokens | undefined): Tokens.Tokens => ({
  get refreshToken() {
    return latest()?.refreshToken ?? Redacted.make("none")
  },
  accessToken: undefined
})

export const plants = {
  "a write is sent as another user": {
    client: (client) => {
      const { caller } = client
      let latest: Tokens.Tokens | undefined
      const credentials = {
        ...caller.credentials,
        tokens: Effect.tap(caller.credentials.tokens, (tokens) => Effect.sync(() => latest = tokens)),
        currentTokens: Effect.as(caller.credentials.currentTokens, anySession(() => latest))
      }
      return { ...client, caller: { ...caller, credentials } }
    }
  },
  "a refresh undoes a sign-out": {
    store: (store) => withoutGuard(store, (result) => result !== undefined)
  },
  "an ended session ends another": {
    store: (store) => withoutGuard(store, (result) => result === undefined)
  }
} as const satisfies Readonly<Record<string, Plant>>
