/**
 * The client whose code for failures loads on demand, as in browsers. The other tests include that code, as Node does.
 */
import * as Effect from "effect/Effect"
import { afterAll, vi } from "vitest"

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

/** New instances of the library's modules and of those that a test needs with them. */
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
