/** The ids of processed webhooks. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OptionNames } from "../session/optionNames.ts"
import * as ExpiringMap from "./ExpiringMap.ts"
import { checkServerNames } from "./verificationOptions.ts"

/**
 * A claim's result: `claimed` if the message is new, `processing` if another request has claimed it, and `processed`
 * if its handler has succeeded.
 */
type Claim = "claimed" | "processing" | "processed"

/**
 * Remembers message ids, so that each is processed once. A store that several processes share must claim
 * atomically, such as with `SET … NX GET` in Redis.
 *
 * No effect fails. An unavailable store claims every message.
 */
export interface ProcessedWebhooks {
  /** Claims a message. The claim expires after `timeToLive`. */
  readonly claim: (id: string, timeToLive: Duration.Duration) => Effect.Effect<Claim>
  /** Marks a message as processed for `timeToLive`. */
  readonly complete: (id: string, timeToLive: Duration.Duration) => Effect.Effect<void>
  /** Forgets a message whose handler has failed, so that the service can deliver it again. */
  readonly release: (id: string) => Effect.Effect<void>
}

/** The store for processed webhooks; `undefined` by default. */
export const ProcessedWebhooks: Context.Reference<ProcessedWebhooks | undefined> = /*#__PURE__*/ Context.Reference<
  ProcessedWebhooks | undefined
>("latchkey/server/ProcessedWebhooks", { defaultValue: () => undefined })

/** Options for a store in memory. */
type MemoryOptions = {
  /** The maximum number of ids; 10,000 by default. A full store forgets the id that was used longest ago. */
  readonly capacity?: number | undefined
}

const names: OptionNames<MemoryOptions> = { capacity: true }

/** Creates a store in memory. Each process has its own. Throws `InvalidOptions` for an unknown option. */
export const makeMemory = (options: MemoryOptions = {}): ProcessedWebhooks => {
  Effect.runSync(checkServerNames(options, names))
  const entries = ExpiringMap.make<"processing" | "processed">(options.capacity ?? 10_000)
  return {
    claim: (id, timeToLive) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const claimed = entries.get(id, now)
        if (claimed !== undefined) return claimed
        entries.set(id, "processing", now + Duration.toMillis(timeToLive))
        return "claimed"
      }),
    complete: (id, timeToLive) =>
      Effect.map(Clock.currentTimeMillis, (now) => entries.set(id, "processed", now + Duration.toMillis(timeToLive))),
    release: (id) => Effect.sync(() => entries.delete(id))
  }
}

/** Layer for a store in memory. */
export const layerMemory = (options?: MemoryOptions): Layer.Layer<never> =>
  Layer.sync(ProcessedWebhooks, () => makeMemory(options))
