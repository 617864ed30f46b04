/** Every error class of the catalogue, `UnsupportedError` included. */
import { KnownErrors } from "latchkey"
import type { KnownErrorClass } from "../../src/wire/KnownError.ts"

const isClass = (value: unknown): value is KnownErrorClass => typeof value === "function"

export const classes: ReadonlyArray<KnownErrorClass> = Object.values(KnownErrors).filter((value) => isClass(value))

/** The tags of every family by name. */
export const families: Readonly<Record<string, ReadonlyArray<string>>> = Object.fromEntries(
  Object.entries(KnownErrors).flatMap(([name, value]) => Array.isArray(value) ? [[name, value]] : [])
)
