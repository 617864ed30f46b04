// Effect's part of the other two files.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const layer = Layer.empty.pipe(Layer.provide(Layer.empty))
export const password = Redacted.make("password-1")
export const call: Effect.Effect<string> = Effect.succeed("a")
