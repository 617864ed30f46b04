/**
 * The environment variables of a program without a `ConfigProvider`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { readProcessVariable } from "../platform/readProcessVariable.ts"
import { type CheckDefaultHost, checkDefaultHostOf, type Variables } from "../session/readVariables.ts"

/** @internal */
export const processVariables: Variables<never> = {
  find: (names) =>
    Effect.sync(() => {
      for (const name of names) {
        const value = readProcessVariable(name)
        if (value) return { name, value }
      }
      return undefined
    }),
  findEmpty: (names) => Effect.sync(() => names.find((name) => readProcessVariable(name) === ""))
}

/**
 * Fails if the options omit the address, and a variable has one.
 *
 * @internal
 */
export const checkProcessHost: CheckDefaultHost = (options) => checkDefaultHostOf(processVariables, options)
