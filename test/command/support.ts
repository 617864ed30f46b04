/** Shared by the tests of commands: temporary projects, and the output of commands. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Terminal } from "../../src/command/init/Terminal.ts"

export type Files = Readonly<Record<string, string>>

/** Writes files to a new folder, which is removed when the scope closes. */
export const makeFolder = (files: Files) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "latchkey-command-"))
      writeFiles(folder, files)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

export const writeFiles = (folder: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Reads all files of a folder. */
export const readFiles = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")] as const)
      .sort()
  )

export interface Run {
  /** The printed lines. */
  readonly output: string
  /** The message for the terminal, or `undefined` if the command succeeded. */
  readonly failure: string | undefined
}

/** Runs a command, and returns its output. */
export const run = (command: Effect.Effect<void, string>): Effect.Effect<Run> =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => {
      lines.push(values.join(" "))
    }
    const console = { ...globalThis.console, log: print, error: print }
    const failure = yield* command.pipe(
      Effect.provideService(Console.Console, console),
      Effect.match({ onSuccess: () => undefined, onFailure: (message) => message })
    )
    return { output: lines.join("\n"), failure }
  })

type TerminalService = (typeof Terminal)["Service"]

/** A terminal that writes files and records commands without running them. */
export const makeTerminal = (changes: Partial<TerminalService> = {}) => {
  const commands: Array<string> = []
  const terminal: TerminalService = {
    isInteractive: false,
    confirm: () => Effect.die("no question is expected"),
    write: Effect.runSync(Terminal).write,
    run: (command) =>
      Effect.sync(() => {
        commands.push(command.join(" "))
        return 0
      }),
    ...changes
  }
  return { commands, provide: Effect.provideService(Terminal, terminal) }
}
