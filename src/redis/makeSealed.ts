/** Values in Redis that programs without the secret can neither read nor forge. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { open, seal } from "../platform/seal.ts"

/** Creates the functions for one kind of values. A value is bound to its key, so that it cannot replace another one. */
export const makeSealed = (
  prefix: string,
  kind: "cache" | "consent" | "issues",
  secret: Redacted.Redacted<string>
) => {
  const contextOf = (key: string) => `latchkey/redis ${kind} ${key}`
  return {
    /** Returns the key in Redis. */
    keyOf: (key: string): string => `${prefix}${kind}:${key}`,
    seal: (key: string, text: string): Effect.Effect<string> => seal(secret, contextOf(key), text),
    /** Opens a reply. Never fails; returns `undefined` for a forged value, and for one of another key. */
    open: (key: string, reply: unknown): Effect.Effect<string | undefined> =>
      typeof reply === "string" ? open(secret, contextOf(key), reply) : Effect.undefined
  }
}
