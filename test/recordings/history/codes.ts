/**
 * What lies between the recordings about ways in that need a code.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
