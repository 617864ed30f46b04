/**
 * The client whose code for failures loads on demand, as in browsers. The other tests include that code, as Node does.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, vi } from "vitest"

/** An import of the code for failures that has started. */
export interface Import {
  /** Completes the import, and runs everything that waits for it. */
  readonly succeed: Effect.Effect<void>
  /** Fails the import, as a browser does for a file that no longer exists. */
  readonly fail: Effect.Effect<void>
}

/** Runs all promises. */
export const flush: Effect.Effect<void> = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const loadModules = async () => ({
  latchkey: await import("latchkey"),
  server: await import("latchkey/server"),
  support: await import("../session/support.ts")
})

/** New instances of the library's modules and of the test service. */
export type Modules = Awaited<ReturnType<typeof loadModules>>

const mocked = "../../src/call/failuresIncluded.ts"

/** Returns new modules that include the code for failures. */
export const loadIncluded: Effect.Effect<Modules> = Effect.promise(() => {
  vi.doUnmock(mocked)
  vi.resetModules()
  return loadModules()
})

/** Returns new modules that import the code for failures on demand. `imports` are the imports that have started. */
export const loadOnDemand: Effect.Effect<Modules & { readonly imports: ReadonlyArray<Import> }> = Effect.promise(
  async () => {
    const imports: Array<Import> = []
    vi.resetModules()
    vi.doMock(mocked, () => ({
      initialFailures: undefined,
      importFailures: () =>
        new Promise((resolve, reject) => {
          imports.push({
            succeed: Effect.andThen(
              Effect.promise(async () => resolve(await import("../../src/call/failures.ts"))),
              flush
            ),
            fail: Effect.andThen(
              Effect.sync(() => reject(new TypeError("Failed to fetch dynamically imported module"))),
              flush
            )
          })
        })
    }))
    return { ...await loadModules(), imports }
  }
)

/** Restores the modules for the other files, which share them. */
export const restoreAfterAll = (): void =>
  afterAll(() => {
    vi.doUnmock(mocked)
    vi.resetModules()
  })

/** Starts an effect, and runs it until it waits. */
export const start = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.forkChild(Effect.exit(effect), { startImmediately: true })

/** Returns the exit of a fiber, or `undefined` if it waits. */
export const poll = <A, E>(fiber: Fiber.Fiber<Exit.Exit<A, E>>): Exit.Exit<A, E> | undefined => {
  const exit = fiber.pollUnsafe()
  return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
}

/** Converts an error to plain data, since the classes of two module instances differ. */
export const toPlain = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? "<redacted>"
    : Array.isArray(value)
    ? value.map(toPlain)
    : typeof value === "object" && value !== null
    ? {
      ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(each)])),
      ...value instanceof Error && { name: value.name, message: value.message }
    }
    : value

/** Returns the error of a call that has failed. */
export const errorOf = (exit: Exit.Exit<unknown, unknown> | undefined) => {
  assert(exit !== undefined, "the call waits")
  const found = Exit.findErrorOption(exit)
  assert(found._tag === "Some", "the call did not fail")
  // Sound: every failure of a call has a tag, and an ApiError has a reason.
  return found.value as {
    readonly _tag: string
    readonly message: string
    readonly isTransient: boolean
    readonly reason: { readonly _tag: string; readonly message: string; readonly outcomeUnknown: boolean }
  }
}
