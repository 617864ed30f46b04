/** Environment variables in a program without a `ConfigProvider`. */
import * as Effect from "effect/Effect"
import { readProcessVariable } from "../platform/readProcessVariable.ts"
import { InvalidOptions } from "../session/options.ts"
import { type CheckDefaultHost, checkDefaultHostOf, type Variables } from "../session/readVariables.ts"

const makeVariables = (read: (name: string) => string | undefined): Variables<never> => ({
  find: (names) =>
    Effect.sync(() => {
      for (const name of names) {
        const value = read(name)
        if (value) return { name, value }
      }
      return undefined
    }),
  findEmpty: (names) => Effect.sync(() => names.find((name) => read(name) === ""))
})

/** The variables. If the host denies access to a variable, it is missing. @internal */
export const processVariables = /*#__PURE__*/ makeVariables((name) => {
  try {
    return readProcessVariable(name)
  } catch {
    return undefined
  }
})

/** The variables. If the host denies access to a variable, it may have an address. */
const addressVariables = /*#__PURE__*/ makeVariables((name) => {
  try {
    return readProcessVariable(name)
  } catch {
    throw new InvalidOptions({
      option: "apiUrl",
      message: `The option apiUrl is undefined, and this host denies access to ${name}. Pass the option`
    })
  }
})

/**
 * Fails if the options omit the address, and a variable has one or may have one: the hosted service must not get the key of another
 * one.
 *
 * @internal
 */
export const checkProcessHost: CheckDefaultHost = (options) => checkDefaultHostOf(addressVariables, options)
