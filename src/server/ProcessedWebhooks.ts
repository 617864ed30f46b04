/** Processed webhook ids. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OptionNames } from "../session/optionNames.ts"
import { checkServerNames } from "./verificationOptions.ts"

/**
 * A claim's result: `claimed` if the message is new, `processing` if another request has claimed it, and `processed`
 * if its handler has succeeded.
 */
export type Claim = "claimed" | "processing" | "processed"

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
export type MemoryOptions = {
  /** The maximum number of ids; 10,000 by default. A full store forgets the oldest id. */
  readonly capacity?: number | undefined
}

interface Entry {
  readonly isProcessed: boolean
  readonly expiresAtMillis: number
}

const names: OptionNames<MemoryOptions> = { capacity: true }

/** Creates a store in memory. Each process has its own. Throws `InvalidOptions` for an unknown option. */
export const makeMemory = (options: MemoryOptions = {}): ProcessedWebhooks => {
  Effect.runSync(checkServerNames(options, names))
  const { capacity = 10_000 } = options
  const entries = new Map<string, Entry>()
  const set = (id: string, isProcessed: boolean, expiresAtMillis: number) => {
    // The map's order is the order of the last changes.
    entries.delete(id)
    entries.set(id, { isProcessed, expiresAtMillis })
  }
  const removeExpired = (now: number) => {
    for (const [id, { expiresAtMillis }] of entries) {
      if (expiresAtMillis > now && entries.size < capacity) return
      entries.delete(id)
    }
  }
  return {
    claim: (id, timeToLive) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const entry = entries.get(id)
        if (entry !== undefined && entry.expiresAtMillis > now) return entry.isProcessed ? "processed" : "processing"
        removeExpired(now)
        set(id, false, now + Duration.toMillis(timeToLive))
        return "claimed"
      }),
    complete: (id, timeToLive) =>
      Effect.map(Clock.currentTimeMillis, (now) => set(id, true, now + Duration.toMillis(timeToLive))),
    release: (id) =>
      Effect.sync(() => {
        entries.delete(id)
      })
  }
}

/** Layer for a store in memory. */
export const layerMemory = (options?: MemoryOptions): Layer.Layer<never> =>
  Layer.sync(ProcessedWebhooks, () => makeMemory(options))
