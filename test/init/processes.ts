/** The development server of a user's project. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"
import { userEnvironment } from "../../scripts/npm.ts"

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
