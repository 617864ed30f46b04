/** Programs that tests start. */
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"

/** Starts a program. It ends with the tests. */
export const start = (
  path: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  stdio: StdioOptions = "ignore"
): ChildProcess => {
  const child = spawn(path, args, { stdio, env: { ...process.env, ...env } })
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
  return child
}

/** Ends a program, and waits until it has ended. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await ended
}
