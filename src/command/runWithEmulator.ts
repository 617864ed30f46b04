import * as Effect from "effect/Effect"
import { makeEnvironment } from "../call/environment.ts"
import { Transport } from "../call/Transport.ts"
import { spawnCommand } from "./spawnCommand.ts"

export interface EmulatorAddress {
  readonly url: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

/** Splits arguments at the first `--`, which a command follows, as in `latchkey emulator -- vite`. */
export const splitCommand = (
  args: ReadonlyArray<string>
): { readonly options: ReadonlyArray<string>; readonly command: ReadonlyArray<string> | undefined } => {
  const index = args.indexOf("--")
  return index < 0
    ? { options: args, command: undefined }
    : { options: args.slice(0, index), command: args.slice(index + 1) }
}

/**
 * Returns all variables that a client reads, for every framework, so that no other one connects the program to another service.
 * They take precedence over `.env` files in Vite, Next.js and `node --env-file`.
 */
export const getEmulatorVariables = ({ url, ...values }: EmulatorAddress): Readonly<Record<string, string>> =>
  makeEnvironment({ ...values, apiUrl: url })

/** Returns `true` if an emulator with the same project and keys runs at an address. Never fails. */
export const isRunning = (address: EmulatorAddress): Effect.Effect<boolean> =>
  Effect.gen(function*() {
    const send = yield* Transport
    const response = yield* send({
      method: "GET",
      url: `${address.url}/api/v1/projects/current`,
      headers: {
        "x-stack-access-type": "server",
        "x-stack-project-id": address.projectId,
        "x-stack-publishable-client-key": address.publishableClientKey,
        "x-stack-secret-server-key": address.secretServerKey
      },
      body: undefined
    })
    return response.status === 200
  }).pipe(Effect.timeout("2 seconds"), Effect.orElseSucceed(() => false))

/** Runs a command with an emulator's variables, and takes over its exit code. An interruption ends the command. */
export const runWithEmulator = (
  command: ReadonlyArray<string>,
  address: EmulatorAddress
): Effect.Effect<void, string> => {
  const [program, ...args] = command
  if (program === undefined) {
    return Effect.fail("The command after -- is missing. Example: latchkey emulator -- vite")
  }
  return Effect.callback<void, string>((resume) => {
    const child = spawnCommand([program, ...args], { env: { ...process.env, ...getEmulatorVariables(address) } })
    let isRunning = true
    child.once("error", (error: NodeJS.ErrnoException) => {
      isRunning = false
      resume(Effect.fail(
        error.code === "ENOENT"
          ? `The command ${program} does not exist. If a package provides it, install the packages of the project.`
          : `The command ${program} cannot be started: ${error.message}`
      ))
    })
    child.once("exit", (code, signal) => {
      isRunning = false
      // As shells report a signal.
      process.exitCode = code ?? 128 + (signals[signal ?? ""] ?? 0)
      resume(Effect.void)
    })
    return Effect.callback<void>((resume) => {
      if (!isRunning) return resume(Effect.void)
      child.once("exit", () => resume(Effect.void))
      // After Ctrl+C, the terminal has sent SIGINT to the command as well.
      child.kill("SIGTERM")
    })
  })
}

const signals: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
