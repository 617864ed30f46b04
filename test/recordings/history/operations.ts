/**
 * What lies between the recordings about mails, metrics and the command line.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
