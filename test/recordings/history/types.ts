/**
 * What a file of this folder exports, and what all of them need: each tells what lies between the recordings of a part of
 * the service.
 */
import type { World } from "../world.ts"

/**
 * Recordings that the emulator does not answer as the service did, each with its reason. The same list, for readers, is in
 * docs/emulator.md.
 */
export type Exceptions = Readonly<Record<string, string>>

/** What happened out of sight before a recording, by its name. It runs right before the recorded request is replayed. */
export type Meanwhile = Readonly<Record<string, (world: World) => void>>

/** The project of nearly all recordings. */
export const main = (world: World) => world.project(world.recorded.bodyOf("project current (client)").id)
