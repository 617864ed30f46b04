import { assert, describe, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { build } from "vite"
import { onTestFinished } from "vitest"

/** The module of an app that renders the component of an entry point. */
const appOf = (entry: string): string => `
import { AuthProvider } from "latchkey/react"
import { DevTools } from "${entry}"
import { createElement } from "react"
console.log(createElement(AuthProvider, { projectId: "id" }, createElement(DevTools)))
`

/** An app in an empty folder. Its packages are those of the repository. */
const makeApp = async (entry: string) => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-bundle-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const input = join(folder, "app.js")
  await writeFile(input, appOf(entry))
  return { folder, input }
}

const conditions = ["@latchkey/source", "module", "browser", "import", "default"]

/** Resolves packages from here. */
const fromHere = {
  name: "from-here",
  resolveId(this: { resolve: (id: string, importer: string) => Promise<unknown> }, id: string, importer?: string) {
    return importer?.endsWith("app.js") === true ? this.resolve(id, import.meta.filename) : null
  }
}

interface Chunk {
  readonly code: string
  readonly modules: ReadonlyArray<string>
}

const toChunks = (output: ReadonlyArray<{ readonly type: string }>): ReadonlyArray<Chunk> =>
  // Sound: an output of this type is a chunk.
  (output.filter(({ type }) => type === "chunk") as unknown as ReadonlyArray<
    { readonly code: string; readonly modules: object }
  >).map(({ code, modules }) => ({ code, modules: Object.keys(modules) }))

const bundlers = {
  "Vite": async (entry: string): Promise<ReadonlyArray<Chunk>> => {
    const { folder, input } = await makeApp(entry)
    const results = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      mode: "production",
      // The tests run with another value.
      define: { "process.env.NODE_ENV": `"production"` },
      plugins: [fromHere as never],
      resolve: { conditions },
      build: { write: false, minify: false, rolldownOptions: { input } }
    })
    // Sound: a build of one input without watching has one result.
    return toChunks((results as { readonly output: ReadonlyArray<{ readonly type: string }> }).output)
  },
  "rolldown with its defaults for minified code": async (entry: string): Promise<ReadonlyArray<Chunk>> => {
    const { input } = await makeApp(entry)
    const bundle = await rolldown({
      input,
      platform: "browser",
      plugins: [fromHere as never],
      resolve: { conditionNames: conditions },
      onLog: () => {}
    })
    const { output } = await bundle.generate({ format: "esm", minify: true })
    await bundle.close()
    return toChunks(output)
  }
}

describe("a bundle for production", () => {
  for (const [name, bundle] of Object.entries(bundlers)) {
    it(`a production bundle by ${name} has no trace of the panel`, async () => {
      const chunks = await bundle("latchkey/react/devtools")
      const modules = chunks.flatMap(({ modules }) => modules.filter((id) => id.includes("/react/devtools/")))
      for (const id of modules) assert.match(id, /\/react\/devtools\/(?:index|makeDevTools)\.ts$/)
      for (const { code } of chunks) {
        assert.notInclude(code, "latchkey-devtools")
        assert.notInclude(code, "latchkey-recording")
        assert.notInclude(code, "attachShadow")
      }
    })

    it(`a production bundle by ${name} loads the panel of latchkey/react/devtools/production on demand`, async () => {
      const chunks = await bundle("latchkey/react/devtools/production")
      const panel = chunks.filter(({ code }) => code.includes("latchkey-devtools"))
      assert.strictEqual(panel.length, 1)
      assert.isFalse(panel[0]!.modules.some((id) => id.endsWith("app.js")))
    })
  }
})
