/** The Promise client in every runtime, as installed from npm: `npm test -- --project processes runtimes`. */
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { type Service, startService } from "../browser/support/service.ts"
import { expected, origin, type Project } from "./program.ts"
import { type App, findOther, findProgram, makeApp, runProgram } from "./support.ts"

let app: App
let service: Service
let project: Project

beforeAll(async () => {
  app = await makeApp()
  app.write("program.ts", readFileSync(join(import.meta.dirname, "program.ts"), "utf8"))
  const main = (folder: string) =>
    `import * as promised from "latchkey/promise${folder}"
import * as server from "latchkey/promise/server${folder}"
import { run } from "./program.ts"
console.log(JSON.stringify(await run(promised, server, JSON.parse(process.env.PROJECT))))
`
  app.write("main.js", main(""))
  app.write("standalone.js", main("/standalone"))
  app.write(
    "require.cjs",
    `const promised = require("latchkey/promise")
const server = require("latchkey/promise/server")
import("./program.ts").then(async ({ run }) => {
  console.log(JSON.stringify(await run(promised, server, JSON.parse(process.env.PROJECT))))
})
`
  )
})

afterAll(() => app?.remove())

beforeEach(async () => {
  service = await startService({ project: { config: { domains: [origin] } } })
  project = {
    ...Emulator.clientOptions,
    apiUrl: service.url,
    secretServerKey: Redacted.value(Emulator.serverOptions.secretServerKey)
  }
  return () => service.close()
})

const node = process.execPath

/** Runs a program with the project, and returns the lines of its steps. */
const linesOf = async (...command: readonly [string, ...ReadonlyArray<string>]): Promise<ReadonlyArray<string>> =>
  JSON.parse(await runProgram(app, command, { PROJECT: JSON.stringify(project) }))

describe("the Promise client", () => {
  it("runs in Node as ES modules", async () => {
    assert.deepStrictEqual(await linesOf(node, "main.js"), expected)
  })

  it("runs in Node from the standalone files", async () => {
    assert.deepStrictEqual(await linesOf(node, "standalone.js"), expected)
  })

  it("runs in Node with require", async () => {
    assert.deepStrictEqual(await linesOf(node, "require.cjs"), expected)
  })

  it("runs with require where import() does not exist, such as in Jest", async () => {
    assert.deepStrictEqual(await linesOf(node, join(import.meta.dirname, "commonJs.ts"), app.folder), expected)
  })

  it("the Promise client has the same functions with require and import, at every level", async () => {
    const code = `for (const path of ["", "/server", "/admin"]) {
  const required = Object.keys(require("latchkey/promise" + path)).sort()
  import("latchkey/promise" + path).then((imported) => {
    console.log(JSON.stringify(Object.keys(imported).sort()) === JSON.stringify(required))
  })
}`
    assert.strictEqual(await runProgram(app, [node, "--input-type=commonjs", "--eval", code]), "true\ntrue\ntrue\n")
  })

  it("shares its errors with latchkey, which require loads too", async () => {
    const code = `const { InvalidOptions } = require("latchkey")
import("latchkey/promise").then((promised) => console.log(promised.InvalidOptions === InvalidOptions))`
    assert.strictEqual(await runProgram(app, [node, "--input-type=commonjs", "--eval", code]), "true\n")
  })

  const bun = findProgram("bun")
  for (const file of ["main.js", "require.cjs"]) {
    it.skipIf(bun === undefined)(`runs in Bun: ${file}`, async () => {
      assert.deepStrictEqual(await linesOf(bun!, file), expected)
    })
  }

  const deno = findProgram("deno")
  const denoOptions = ["--quiet", "--no-check", "--allow-net", "--allow-env", "--allow-read"]
  for (const file of ["main.js", "standalone.js"]) {
    it.skipIf(deno === undefined)(`runs in Deno: ${file}`, async () => {
      assert.deepStrictEqual(await linesOf(deno!, "run", ...denoOptions, file), expected)
    })
  }

  const miniflare = findOther("miniflare")
  it.skipIf(miniflare === undefined)("runs in a Worker of Cloudflare", async () => {
    app.write(
      "worker.js",
      `import * as promised from "latchkey/promise"
import * as server from "latchkey/promise/server"
import { run } from "./program.ts"
export default { fetch: async (request) => Response.json(await run(promised, server, await request.json())) }
`
    )
    const bundle = await rolldown({
      input: join(app.folder, "worker.js"),
      platform: "neutral",
      // As Wrangler does.
      resolve: { conditionNames: ["workerd", "worker", "browser", "import"], mainFields: ["module", "main"] }
    })
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
    await bundle.close()
    const { Miniflare } = await import(miniflare!)
    const worker = new Miniflare({ modules: true, script: output[0].code, compatibilityDate: "2026-01-01" })
    try {
      const response = await worker.dispatchFetch("http://localhost/", {
        method: "POST",
        body: JSON.stringify(project)
      })
      assert.deepStrictEqual(await response.json(), expected)
    } finally {
      await worker.dispose()
    }
  })
})
