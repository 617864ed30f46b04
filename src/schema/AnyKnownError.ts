/** The codec for all known errors. */
import type * as Schema from "effect/Schema"
import type { Json } from "../wire/Json.ts"
import type { KnownErrorClass } from "../wire/KnownError.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import { knownErrors } from "./KnownError.ts"

type Classes = typeof KnownErrors

type AnyError = {
  [K in keyof Classes]: Classes[K] extends KnownErrorClass ? InstanceType<Classes[K]> : never
}[keyof Classes]

const isErrorClass = (value: unknown): value is KnownErrorClass => typeof value === "function"

/**
 * Codec for any known error. It refuses errors with secret details; see `knownError`. It adds all error classes to a bundle, so
 * prefer `knownErrors` with a call's errors.
 */
export const KnownError: Schema.Codec<AnyError, Json> = knownErrors(
  // Sound: the type has the same classes.
  Object.values(KnownErrors).filter(isErrorClass) as ReadonlyArray<KnownErrorClass & (new(...args: never) => AnyError)>
)
