/**
 * Client recordings, run again: as a timeline, as a check, and in tests.
 *
 * **Example** (Checking a recording)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Replay } from "latchkey/replay"
 *
 * const check = (json: unknown) => Effect.flatMap(Replay.parse(json), Replay.check)
 * ```
 */
export type { Recording } from "./recorder/Recording.ts"
export * as Replay from "./replay/Replay.ts"
