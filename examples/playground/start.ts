/**
 * The playground: a demo app on its own emulator.
 *
 * Run it with `npm run playground`, which prints the URL, and stop it with Ctrl+C. `-- --port 3000` chooses the port.
 * `-- --check` only checks that the page builds.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { people } from "./contract.ts"
import { buildPage } from "./server/build.ts"
import { startPlayground } from "./server/serve.ts"

const check = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-playground-"))
  try {
    await buildPage(folder)
    console.log("The playground builds.")
  } finally {
    await rm(folder, { recursive: true })
  }
}

const start = async (port: number): Promise<void> => {
  const { close, url } = await startPlayground({ port }).catch((error: unknown) => {
    console.error(`The playground cannot listen on port ${port}: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  })
  console.log(`Latchkey playground running on ${url}

${people.map(({ email, password }) => `  ${email.padEnd(20)} ${password}`).join("\n")}

Press Ctrl+C to stop. All data is in memory and is lost on exit.`)
  const stop = () => {
    void close().then(() => process.exit(0))
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

const { values } = parseArgs({
  options: { check: { type: "boolean", default: false }, port: { type: "string", default: "8103" } }
})
await (values.check ? check() : start(Number(values.port)))
