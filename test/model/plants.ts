/** Bugs planted between a client and its store. The laws must find each of them, over every kind of store. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Claims, type Client, type Tokens, type TokenStore } from "latchkey"
import { AccessToken } from "latchkey/server"
import type { EndedSessions } from "../../src/session/EndedSessions.ts"
import type { Place } from "./places.ts"
import { CallOf } from "./records.ts"

type Store = TokenStore.TokenStore["Service"]

/** Replacements of parts of the program. */
export interface Plant {
  readonly store?: (store: Store) => Store
  readonly client?: (client: Client.Client["Service"]) => Client.Client["Service"]
  /** The replacement for the sign-outs that each process of the app's server knows. */
  readonly ended?: (ended: EndedSessions) => EndedSessions
  /** The replacement for the verification of access tokens in a process, which uses the service at a URL. */
  readonly verifier?: (verifier: Verifier, apiUrl: string) => Verifier
  /** The places in which the bug has an effect; all by default. */
  readonly places?: ReadonlyArray<Place>
}

type Verifier = AccessToken.AccessTokenVerifier["Service"]

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
    subscribe: store.subscribe,
    markEnded: store.markEnded
  }
}

/** A session that equals every session it is compared with. */
const anySession = (latest: () => Tokens.Tokens | undefined): Tokens.Tokens => ({
  get refreshToken() {
    return latest()?.refreshToken ?? Redacted.make("none")
  },
  accessToken: undefined
})

/** Returns the issuer of an access token. */
const issuerOf = (token: string | Redacted.Redacted<string>): string =>
  Claims.parse(Redacted.isRedacted(token) ? token : Redacted.make(token))!.issuer!

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

/** Bugs in the parts of a program that tokens are handed to, or come from. */
export const serverPlants = {
  "tokens of any age are handed out": {
    client: (client) => ({
      ...client,
      session: {
        ...client.session,
        getTokens: (validity, validityAlone) => client.session.getTokens(validity, validityAlone)
      }
    })
  },
  "a token handed out after a change does not show it": {
    client: (client) => {
      const { caller } = client
      return { ...client, caller: { ...caller, credentials: { ...caller.credentials, settle: undefined } } }
    }
  },
  "the latest refresh is an earlier one": {
    client: (client) => ({
      ...client,
      session: { ...client.session, refresh: client.session.getTokens(Duration.zero) }
    })
  },
  "a late response undoes a sign-out": {
    store: ({ get, modify, subscribe }) => ({ get, modify, subscribe }),
    places: ["cookies"]
  },
  "a process forgets a sign-out": {
    ended: () => ({
      end: () => Effect.void,
      isEnded: () => Effect.succeed(false),
      isEmpty: () => true,
      isKnown: () => false
    }),
    places: ["cookies"]
  },
  "a process knows only its own sign-outs": {
    ended: (ended) => ({ ...ended, isEnded: (keys) => Effect.sync(() => ended.isKnown(keys)) }),
    places: ["cookies"]
  },
  "a response sets the cookies of a session that was signed out before it was sent": {
    ended: (ended) => {
      // The first question comes from a request, and the second one from its response.
      const asked = new Set<string>()
      return {
        ...ended,
        isKnown: () => false,
        isEnded: (keys) =>
          Effect.suspend(() =>
            asked.has(keys.join()) ? Effect.succeed(false) : Effect.andThen(
              Effect.sync(() => asked.add(keys.join())),
              ended.isEnded(keys)
            )
          )
      }
    },
    places: ["cookies"]
  },
  "the two hosts are two services": {
    verifier: (verifier, apiUrl) => ({
      verify: (token, options) =>
        Effect.flatMap(verifier.verify(token, options), (claims) =>
          issuerOf(token).startsWith(apiUrl)
            ? Effect.succeed(claims)
            : Effect.fail(new AccessToken.AccessTokenInvalid({ reason: "issuer", message: "On purpose" })))
    })
  },
  "tokens of another service are accepted": {
    verifier: (verifier) => ({
      verify: (token, options) =>
        Effect.catchIf(
          verifier.verify(token, options),
          (error) => error._tag === "AccessTokenInvalid" && error.reason === "issuer",
          // Sound: the model does not read the claims.
          () => Effect.succeed({} as Effect.Success<ReturnType<typeof verifier.verify>>)
        )
    })
  }
} as const satisfies Readonly<Record<string, Plant>>
