/**
 * What lies between the recordings about OAuth.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
