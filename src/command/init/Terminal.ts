import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { createInterface } from "node:readline/promises"
import { messageOf } from "../../terminal/attempt.ts"
import { spawnCommand } from "../spawnCommand.ts"

/** The terminal and the file system. Tests replace them. */
export const Terminal: Context.Reference<{
  readonly isInteractive: boolean
  /** Prompts for yes or no. Returns `true` for yes, the default. */
  readonly confirm: (question: string) => Effect.Effect<boolean>
  /** Writes a file and its folders. A new file never replaces one. Fails with the system's message. */
  readonly write: (path: string, content: string, options: { readonly isNew: boolean }) => Effect.Effect<void, string>
  readonly run: (command: ReadonlyArray<string>, folder: string) => Effect.Effect<number>
}> = Context.Reference("latchkey/command/init/Terminal", {
  defaultValue: () => ({
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    confirm: (question: string) =>
      Effect.promise(async (signal) => {
        const lines = createInterface({ input: process.stdin, output: process.stdout })
        try {
          return /^(?:y|yes|)$/i.test((await lines.question(`${question} [Y/n] `, { signal })).trim())
        } catch {
          return false
        } finally {
          lines.close()
        }
      }),
    write: (path: string, content: string, { isNew }: { readonly isNew: boolean }) =>
      Effect.try({
        try: () => {
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, content, { flag: isNew ? "wx" : "w" })
        },
        catch: messageOf
      }),
    run: (command: ReadonlyArray<string>, folder: string) =>
      Effect.callback<number>((resume) => {
        const [program = "", ...args] = command
        const child = spawnCommand([program, ...args], { cwd: folder })
        child.once("error", () => resume(Effect.succeed(127)))
        child.once("exit", (code) => resume(Effect.succeed(code ?? 1)))
        return Effect.sync(() => child.kill())
      })
  })
})
