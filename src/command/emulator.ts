import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Emulator from "../emulator/Emulator.ts"
import { serve } from "../emulator/node.ts"
import { version } from "../emulator/version.ts"
import type { Command } from "./Command.ts"
import { type Connection, type EnvKind, formatEnv, type Key } from "./emulator/Connection.ts"
import { exportOnExit } from "./emulator/exportOnExit.ts"
import { type EmulatorOptions, help, parseEmulatorOptions } from "./emulator/parseEmulatorOptions.ts"
import { makeStart, type Start } from "./emulator/Start.ts"
import { openStateFolder, readStateFolder, saveChanges } from "./emulator/StateFolder.ts"
import { findProject } from "./project/Project.ts"
import { type EmulatorAddress, isRunning, runWithEmulator, splitCommand } from "./runWithEmulator.ts"

/** Runs `latchkey emulator` until it is interrupted. Fails with a message for the terminal. */
export const emulator: Command = Effect.fnUntraced(function*(args) {
  const { command, options: own } = splitCommand(args)
  const options = yield* parseEmulatorOptions(own)
  if (options === "help") return yield* Console.log(help)
  if (options === "version") return yield* Console.log(version)
  yield* Effect.scoped(run(options, command))
})

const run = Effect.fnUntraced(function*(
  options: EmulatorOptions,
  command: ReadonlyArray<string> | undefined
): Effect.fn.Return<void, string, Scope.Scope> {
  const { host, persist, port } = options
  // A repository's packages share one emulator, which holds the folder's lock.
  if (command !== undefined && port !== 0) {
    const folder = persist === undefined ? undefined : yield* readStateFolder(persist)
    const variables = toVariables(`http://${host}:${port}`, yield* makeStart(options.start, folder))
    if (yield* isRunning(variables)) {
      yield* Console.log(`Latchkey emulator already listening on ${variables.url}`)
      return yield* runWithEmulator(command, variables)
    }
  }
  const folder = persist === undefined ? undefined : yield* openStateFolder(persist)
  const start = yield* makeStart(options.start, folder)
  const made = yield* makeEmulator(options, start)
  const service = folder === undefined ? made : yield* saveChanges(made, folder.file)
  const { allowedHosts, allowedOrigins } = options
  const { url } = yield* serve({ port, hostname: host, allowedHosts, allowedOrigins }).pipe(
    Effect.provideService(Emulator.Emulator, service),
    Effect.mapError(({ message }) => {
      const fix = message.includes("EADDRINUSE") ? "\nAnother program uses the port. --port 0 selects a free one." : ""
      return `The emulator cannot listen on ${host}:${port}: ${message}${fix}`
    })
  )
  // Not before: a run that cannot listen leaves the file unchanged.
  if (options.export !== undefined) yield* exportOnExit(made, options.export)
  const connection = { ...start.connection, apiUrl: url }
  if (command === undefined) {
    yield* Console.log(describe(options, start, connection, options.env ?? (yield* detectEnvKind)))
    return yield* Effect.never
  }
  yield* Console.log(`Latchkey emulator listening on ${url}`)
  yield* runWithEmulator(command, toVariables(url, start))
})

const toVariables = (url: string, { connection }: Start): EmulatorAddress => ({
  url,
  projectId: connection.projectId,
  publishableClientKey: connection.publishableClientKey.value,
  secretServerKey: connection.secretServerKey.value
})

/** Creates the emulator. A seed that contradicts itself is a message for the terminal. */
const makeEmulator = ({ newest, oauthPage, passkeyChallenge, start: { seed } }: EmulatorOptions, { emulator }: Start) =>
  Emulator.make({ ...emulator, newest, passkeyChallenge, oauthPage }).pipe(
    Effect.catchDefect((defect) =>
      defect instanceof Emulator.InvalidSeed
        ? Effect.fail(`${seed ?? "--user"}: ${defect.message}`)
        : Effect.die(defect)
    )
  )

/** Returns the app's kind in the current folder. The variables for Next.js also work in Node. */
const detectEnvKind: Effect.Effect<EnvKind> = Effect.suspend(() => findProject(process.cwd())).pipe(
  Effect.map(({ framework }) =>
    framework === "vite" ? "vite" as const : framework === "node" || framework === "effect-server" ? "node" : "next"
  ),
  Effect.orElseSucceed(() => "next" as const)
)

const describe = (
  { export: file, persist }: EmulatorOptions,
  { generation }: Start,
  connection: Connection,
  kind: EnvKind
): string => {
  const show = ({ source, value }: Key) => source ?? value
  const rows = [
    ["generation", generation],
    ["project id", connection.projectId],
    ["publishable client key", show(connection.publishableClientKey)],
    ["secret server key", show(connection.secretServerKey)],
    ["super secret admin key", show(connection.superSecretAdminKey)],
    ["pages", connection.apiUrl],
    ["inbox", `${connection.apiUrl}/latchkey/inbox`],
    ["faults", `${connection.apiUrl}/latchkey/faults`],
    ...persist === undefined ? [] : [["state", persist] as const],
    ...file === undefined ? [] : [["export", `${file}, on exit`] as const]
  ] as const
  return `Latchkey emulator listening on ${connection.apiUrl}

${rows.map(([name, value]) => `  ${name.padEnd(25)}${value}`).join("\n")}

${formatEnv(kind, connection)}

Press Ctrl+C to stop. ${
    persist === undefined
      ? "All data is in memory and is lost on exit."
      : `The data is kept in ${persist}.`
  }`
}
