/**
 * The environment variables of a program without a `ConfigProvider`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { readEnvironment } from "../platform/readEnvironment.ts"
import type { Variables } from "../session/readVariables.ts"

/** @internal */
export const processVariables: Variables<never> = {
  find: (names) =>
    Effect.sync(() => {
      const all = readEnvironment()
      const name = names.find((name) => all[name])
      return name === undefined ? undefined : { name, value: all[name]! }
    }),
  findEmpty: (names) =>
    Effect.sync(() => {
      const all = readEnvironment()
      return names.find((name) => all[name] === "")
    })
}
