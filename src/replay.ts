/** Client recordings, run again: as a timeline, as a check, and in tests. */
export type { Recording } from "./recorder/Recording.ts"
export * as Replay from "./replay/Replay.ts"
