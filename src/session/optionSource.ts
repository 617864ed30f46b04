/** The source of a level's options, for the message about a missing one. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { optionRules } from "../call/optionRules.ts"

/** The source of options: the program's arguments only, or also the environment. */
export const OptionSource = /*#__PURE__*/ Context.Reference<"arguments" | "environment">(
  "latchkey/session/OptionSource",
  { defaultValue: () => "arguments" }
)

/** Runs an effect whose options are also read from the environment. */
export const withEnvironment = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, OptionSource, "environment")

/** Layer for `OptionSource` for layers whose options are also read from the environment. */
export const layerEnvironment: Layer.Layer<never> = /*#__PURE__*/ Layer.succeed(OptionSource, "environment")

/**
 * The rules for options, for a program whose bundle contains them. By default, browsers load them for an invalid option.
 */
export const OptionRules = /*#__PURE__*/ Context.Reference<typeof optionRules | undefined>(
  "latchkey/session/OptionRules",
  { defaultValue: () => undefined }
)
