import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"

/** Starts a command with this process's terminal. On Windows it uses a shell, because the commands of packages are scripts. */
export const spawnCommand = (
  command: readonly [program: string, ...args: ReadonlyArray<string>],
  options: Pick<SpawnOptions, "cwd" | "env"> = {}
): ChildProcess => {
  const [program, ...args] = command
  return process.platform === "win32"
    ? spawn(command.map(quote).join(" "), { ...options, stdio: "inherit", shell: true })
    : spawn(program, args, { ...options, stdio: "inherit" })
}

/** Quotes a word for the Windows shell, where `^` without quotes is an escape character. */
const quote = (word: string): string => /^[\w./:=@-]+$/.test(word) ? word : `"${word.replaceAll("\"", "\"\"")}"`
