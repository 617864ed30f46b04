/** Layers for several parts that have options for their own. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OptionNames } from "./optionNames.ts"
import { checkNames, type InvalidOptions } from "./options.ts"

/** Returns a layer that fails with `InvalidOptions` for an option whose name is not in the list. */
export const checkedLayer = <O extends object, A, E, R>(
  options: O,
  names: OptionNames<O>,
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, E | InvalidOptions, R> => Layer.unwrap(Effect.as(checkNames(options, names), layer))
