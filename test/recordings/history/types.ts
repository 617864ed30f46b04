/**
 * The exports of this folder's files, and their shared types: each file contains the unrecorded steps of a part of the service.
 */
import type { World } from "../world.ts"

/** Recordings that the emulator answers differently, with the reason. docs/emulator-service.md contains the same list for readers. */
export type Exceptions = Readonly<Record<string, string>>

/** The unrecorded step before a recording, by its name. It runs right before the recorded request is replayed. */
export type Meanwhile = Readonly<Record<string, (world: World) => void>>

/** The project of nearly all recordings. */
export const main = (world: World) => world.project(world.recorded.bodyOf("project current (client)").id)
