/**
 * What lies between the recordings of 2026, where it differs from the recordings of 2025.
 */
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {}
