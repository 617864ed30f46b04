/** Checks for the API keys that requests carry. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Sha256 } from "../platform/Sha256.ts"
import * as SingleFlight from "../session/SingleFlight.ts"
import type { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { ApiKeyInvalid } from "./authenticationErrors.ts"
import * as ExpiringMap from "./ExpiringMap.ts"
import { Server } from "./ServerService.ts"

/** A key to check. */
export interface ApiKeyCredential {
  readonly type: "user" | "team"
  readonly value: Redacted.Redacted<string>
}

/** Creates a process's checks. `timeToLive` is in milliseconds; 0 disables the cache. A check with `isFresh` bypasses it. */
export const make = Effect.fnUntraced(function*(
  { capacity, timeToLive }: { readonly capacity: number; readonly timeToLive: number }
) {
  const server = yield* Server
  const sha256 = yield* Sha256
  const singleFlight = yield* SingleFlight.make
  const known = ExpiringMap.make<UserApiKey | TeamApiKey>(capacity)

  const request = (hash: string, { type, value }: ApiKeyCredential) =>
    Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
      ApiKeys.check(type, value).pipe(
        Effect.provideService(Server, server),
        Effect.tap((key) => Effect.sync(() => known.set(hash, key, startedAt + timeToLive))),
        Effect.tapError(() => Effect.sync(() => known.delete(hash))),
        Effect.catchTag(
          ["ApiKeyNotFound", "WrongApiKeyType", "RequestSchemaError"],
          () => makeInvalid("unknown", "The API key does not exist in the project")
        ),
        Effect.catchTag("ApiKeyRevoked", () => makeInvalid("revoked", "The API key has been revoked")),
        Effect.catchTag("ApiKeyExpired", () => expired)
      ))

  return (key: ApiKeyCredential, { isFresh }: { readonly isFresh: boolean }) =>
    Effect.flatMap(Effect.zip(sha256(Redacted.value(key.value)), Clock.currentTimeMillis), ([hash, now]) => {
      const found = isFresh ? undefined : known.get(hash, now)
      if (found === undefined) return isFresh ? request(hash, key) : singleFlight(hash, request(hash, key))
      return found.expiresAt !== undefined && found.expiresAt.getTime() <= now ? expired : Effect.succeed(found)
    })
})

const makeInvalid = (reason: ApiKeyInvalid["reason"], message: string): Effect.Effect<never, ApiKeyInvalid> =>
  Effect.fail(new ApiKeyInvalid({ reason, message }))

const expired = /*#__PURE__*/ Effect.suspend(() => makeInvalid("expired", "The API key has expired"))
