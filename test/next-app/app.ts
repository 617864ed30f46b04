/** Installs the packed build in a copy of `examples/next`, builds the app, and starts it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { npm, pack, userEnvironment } from "../../scripts/npm.ts"
import { root } from "../../scripts/repository.ts"

export interface App {
  /** The origin of the app. */
  readonly url: string
  /** The output of the server. */
  readonly output: () => string
  /** The scripts of the app for browsers. */
  readonly readScripts: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/**
 * Starts the app with environment variables, which the build also reads. `NEXT_APP_FOLDER` names a folder to keep, which saves
 * the installation of the packages the next time.
 */
export const startApp = async (variables: Readonly<Record<string, string>>): Promise<App> => {
  const kept = process.env["NEXT_APP_FOLDER"]
  const folder = kept ?? mkdtempSync(join(tmpdir(), "latchkey-next-"))
  const env = { ...userEnvironment(), ...variables, NODE_ENV: "production" }
  const next = (...args: ReadonlyArray<string>) => [join(folder, "node_modules/next/dist/bin/next"), ...args]
  const remove = () => kept === undefined && rmSync(folder, { recursive: true, force: true })
  try {
    install(folder)
    execFileSync(process.execPath, next("build"), { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] })
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    const child = spawn(process.execPath, next("start", "--port", String(port)), {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"]
    })
    const output = await readUntil(child, "Ready in")
    return {
      url,
      output,
      readScripts: () => readScripts(join(folder, ".next/static")),
      close: () => stop(child).finally(remove)
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Copies the example with the pages of the tests, and installs the locked packages and the packed build. */
const install = (folder: string): void => {
  const example = join(root, "examples/next")
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.next|\.env)$/.test(path.slice(example.length))
  })
  cpSync(join(import.meta.dirname, "overlay"), folder, { recursive: true })
  const proxy = join(folder, "proxy.ts")
  const code = readFileSync(proxy, "utf8")
  const changed = code.replace("(?!_next/|", "(?!_next/|unproxied|")
  if (changed === code) throw new Error("The matcher of examples/next/proxy.ts has changed: update install in app.ts.")
  writeFileSync(proxy, changed)
  npm(folder, "install", "--include=dev", "--no-audit", "--no-fund", "--prefer-offline", pack(folder))
}

const readScripts = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(folder, path), "utf8"))

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

/** Resolves as soon as the output contains a text, to a function that returns all output so far. */
const readUntil = (child: ChildProcess, text: string): Promise<() => string> =>
  new Promise((resolve, reject) => {
    let output = ""
    const read = (chunk: string) => {
      output += chunk
      if (output.includes(text)) resolve(() => output)
    }
    child.stdout!.setEncoding("utf8").on("data", read)
    child.stderr!.setEncoding("utf8").on("data", read)
    child.once("exit", (code) => reject(new Error(`next start ended with ${code}:\n${output}`)))
    child.once("error", reject)
  })

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill("SIGTERM")
  await exited
}
