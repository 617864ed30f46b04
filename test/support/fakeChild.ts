/** Child processes that a test controls, in place of those that `node:child_process` would start. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import childProcess, { type SpawnOptions } from "node:child_process"
import { EventEmitter } from "node:events"
import { syncBuiltinESMExports } from "node:module"

/** A child process that runs until the test emits `exit` or `error`. */
export class FakeChild extends EventEmitter {
  /** The signals that it received. */
  readonly signals: Array<NodeJS.Signals | number | undefined> = []
  readonly command: ReadonlyArray<string>
  readonly options: SpawnOptions

  /** `true` if the parent process does not wait for it. */
  isUnreferenced = false

  constructor(command: ReadonlyArray<string>, options: SpawnOptions) {
    super()
    this.command = command
    this.options = options
  }

  unref(): void {
    this.isUnreferenced = true
  }

  kill(signal?: NodeJS.Signals | number): boolean {
    this.signals.push(signal)
    return true
  }
}

/** Replaces `spawn` until the scope closes, and returns the children that were started since. */
export const fakeChildren: Effect.Effect<ReadonlyArray<FakeChild>, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const children: Array<FakeChild> = []
      const { spawn } = childProcess
      const fake = (program: string, args: ReadonlyArray<string>, options: SpawnOptions) => {
        const child = new FakeChild([program, ...args], options)
        children.push(child)
        return child
      }
      Object.assign(childProcess, { spawn: fake })
      syncBuiltinESMExports()
      return { children, spawn }
    }),
    ({ spawn }) =>
      Effect.sync(() => {
        Object.assign(childProcess, { spawn })
        syncBuiltinESMExports()
      })
  ),
  ({ children }) => children
)
