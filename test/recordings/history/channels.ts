/**
 * What lies between the recordings about contact channels and team invitations.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
