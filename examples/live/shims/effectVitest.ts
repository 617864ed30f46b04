/** The part of `@effect/vitest` that the examples use, in a page. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TestClock, TestConsole } from "effect/testing"
import { it as run } from "./vitest.ts"

export * from "./vitest.ts"

const effect = <A, E>(name: string, test: () => Effect.Effect<A, E, Scope.Scope>): void =>
  run(name, () => Effect.runPromise(Effect.scoped(test()).pipe(Effect.provide([TestClock.layer(), TestConsole.layer]))))

const live = <A, E>(name: string, test: () => Effect.Effect<A, E, Scope.Scope>): void =>
  run(name, () => Effect.runPromise(Effect.scoped(test())))

export const it = Object.assign(run, { effect, live })
