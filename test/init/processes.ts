/** Commands of npm in a project of a user. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"

/** The environment without the settings that `npm run` adds for this repository. */
const userEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }).filter(([name]) =>
      !/^(?:npm_(?:config_local_prefix|package|lifecycle)|NODE_ENV$|VITEST|CI$)/.test(name)
    )
    // Sound: the types of Next.js are not installed, which require NODE_ENV.
  ) as NodeJS.ProcessEnv

const run = (folder: string, program: string, args: ReadonlyArray<string>): string =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: userEnvironment(),
    stdio: ["ignore", "pipe", "inherit"]
  })

/** Runs npm in a folder, and returns its output. */
export const npm = (folder: string, ...args: ReadonlyArray<string>): string => run(folder, "npm", args)

/** Runs a command of a package in a folder, and returns its output. */
export const npx = (folder: string, ...args: ReadonlyArray<string>): string => run(folder, "npx", ["--yes", ...args])

/** Runs a script of a package until `close`. Resolves as soon as it prints the address of the app. */
export const startScript = async (
  folder: string,
  script: string
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  // Starts a process group, so that one signal reaches npm, the emulator and the app, as Ctrl+C in a terminal does.
  const child = spawn("npm", ["run", script], {
    cwd: folder,
    detached: true,
    env: userEnvironment(),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, "exit")
    process.kill(-child.pid!, "SIGINT")
    await exited
  }
  try {
    return { url: await readUrl(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Resolves to the address that a development server prints. Rejects if it exits before that. */
const readUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    const read = (chunk: string) => {
      output += stripVTControlCharacters(chunk)
      const url = /Local: +(http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout!.setEncoding("utf8").on("data", read)
    child.stderr!.setEncoding("utf8").on("data", read)
    child.once("exit", (code) => reject(new Error(`npm run dev ended with ${code}:\n${output}`)))
    child.once("error", reject)
  })
