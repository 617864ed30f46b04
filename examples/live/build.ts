/** Builds the pages of the site that run code: each example of the guides is a separate module. */
import react from "@vitejs/plugin-react"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build, type Plugin } from "vite"
import { root } from "../../scripts/repository.ts"
import { allExamples } from "./allExamples.ts"
import { type Example, moduleOf } from "./examples.ts"
import { libraryChunks } from "./libraryChunks.ts"

const here = import.meta.dirname

/** The folder of the examples' modules. They are files, so that their imports resolve as those of a program here. */
const folder = join(here, ".modules")

const fileOf = ({ id, language }: Example): string => join(folder, `${id}.${language}`)

const writeModules = (examples: ReadonlyArray<Example>, client: Example): void => {
  rmSync(folder, { recursive: true, force: true })
  for (const example of examples) {
    mkdirSync(dirname(fileOf(example)), { recursive: true })
    writeFileSync(fileOf(example), moduleOf(example, join(here, "Run.ts")))
    writeFileSync(join(dirname(fileOf(example)), "auth.ts"), client.code)
  }
}

/** Resolves the list of examples to their modules, each of which is loaded when it runs. */
const examplesPlugin = (examples: ReadonlyArray<Example>): Plugin => ({
  name: "latchkey-examples",
  resolveId: (id) => id === "virtual:examples" ? `\0${id}` : null,
  load: (id) =>
    id !== "\0virtual:examples" ?
      null :
      `export const examples = {\n${
        examples.map((example) =>
          `${JSON.stringify(example.id)}: { isSignedIn: ${example.run!.isSignedIn}, load: () => import(${
            JSON.stringify(fileOf(example))
          }) }`
        ).join(",\n")
      }\n}\n`
})

/** Builds the pages into a folder. `base` is the path of the site on its host. */
export const buildLive = async (outDir: string, base: string): Promise<void> => {
  const all = allExamples()
  const examples = all.filter(({ run }) => run !== undefined)
  writeModules(examples, all.find(({ code }) => code.startsWith("// auth.ts\n"))!)
  await build({
    root: here,
    base: `${base}live/`,
    configFile: false,
    logLevel: "warn",
    plugins: [examplesPlugin(examples), react()],
    resolve: {
      conditions: ["@latchkey/source", "module", "browser", "production"],
      alias: [
        { find: /^vitest$/, replacement: join(here, "shims/vitest.ts") },
        { find: /^@effect\/vitest$/, replacement: join(here, "shims/effectVitest.ts") }
      ]
    },
    // Vite would replace the variables with an empty object.
    define: { "process.env": "exampleEnvironment", "globalThis.process.env": "exampleEnvironment" },
    build: {
      target: "es2023",
      outDir: join(outDir, "live"),
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        input: join(here, "run.html"),
        output: {
          codeSplitting: {
            groups: [
              ...libraryChunks,
              { name: "latchkey", test: /\/(?:src|react)\/(?!texts)/ }
            ]
          }
        }
      }
    }
  })
}

if (import.meta.main) {
  const [outDir = join(root, "site/dist"), base = "/"] = process.argv.slice(2)
  await buildLive(outDir, base)
}
