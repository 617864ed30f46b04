/**
 * What lies between the recordings about passkeys.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
