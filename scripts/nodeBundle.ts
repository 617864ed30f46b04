import { rm } from "node:fs/promises"
import { relative, resolve } from "node:path"
import { rolldown, type RolldownOptions } from "rolldown"
import { packageOf } from "./packages.ts"
import { findInitialModules } from "./promiseChunks.ts"
import { replaceModule } from "./replaceModule.ts"
import { readPackage, root } from "./repository.ts"

const modules = resolve(root, "dist/src")
const folder = resolve(root, "dist/node")

/** The chunks that several entry points share, most general first: a chunk also takes what its modules import. */
const chunks = [
  {
    name: "client",
    test: /\/dist\/src\/(?:index\.js|(?:platform|wire|call|session|cache|navigation|hosts|auth|account|pages)\/)/
  },
  { name: "server", test: /\/dist\/src\/server(?:\.js$|\/)/ },
  { name: "admin", test: /\/dist\/src\/admin(?:\.js$|\/)/ },
  // Only one entry point may load Playwright.
  { name: "emulator", test: /\/dist\/src\/emulator\/(?!playwright\/)/ }
]

/** The Promise entry points, most general first, and the chunk with what each loads immediately. */
const promiseEntries = [
  { name: "promise", file: "promise.js", chunk: "core" },
  { name: "promise-server", file: "promise/server.js", chunk: "server-core" },
  { name: "promise-admin", file: "promise/admin.js", chunk: "admin-core" }
]

/** Modules that a Promise entry point must not load immediately: they take longer than all others together. */
const slowModules = new Set(["effect/Config", "effect/ConfigProvider", "effect/Schema", "effect/Stream"])

const isSharedChunk = (path: string): boolean => chunks.some(({ name }) => path === `chunks/${name}.js`)

const onDemand = "failuresOnDemand.js"

/** Includes the code for failures, so that their outcome is synchronous. A Node program gains nothing from loading it later. */
export const includeFailures = replaceModule(onDemand, "failuresIncluded.js")

/**
 * Bundles the entry points for the `node` condition into `dist/node`, and returns the number of files. Effect and the
 * dependencies stay imports.
 *
 * Node needs 100 ms to load Latchkey's 250 modules one by one. All entry points share their chunks, so a program that imports
 * `latchkey` and `latchkey/promise` has one copy of each class. For the same reason, the bin is an entry point, as are the modules in
 * `internal`, which the React adapter imports.
 *
 * Only Node, Deno and Bun use this condition, and bundlers that build for them. Bundlers for browsers get one file per module.
 */
export const writeNodeBundle = async (internal: ReadonlyArray<string>): Promise<number> => {
  const { bin, exports } = await readPackage()
  const targets = [
    ...Object.values(bin),
    ...Object.entries(exports).flatMap(([path, target]) => {
      if (typeof target === "string" || !target.default?.startsWith("./dist/src/")) return []
      const expected = target.default.replace("./dist/src/", "./dist/node/")
      if (target.node !== expected) throw new Error(`package.json: ${path} needs the condition "node": "${expected}"`)
      return path.includes("*") ? [] : [expected]
    })
  ]
  const entries = [...new Set([...targets.map((path) => relative(folder, resolve(root, path))), ...internal])]
  const options: RolldownOptions = {
    platform: "neutral",
    external: (id) => !/^[./]/.test(id) || /(?:\.\.|\/dist)\/vendor\/[\w-]+\.js$/.test(id),
    makeAbsoluteExternalsRelative: true,
    plugins: [includeFailures],
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  }
  // A program that imports a Promise entry point loads neither the flows nor the modules of Effect that only these use.
  const initial = await findInitialModules(
    Object.fromEntries(promiseEntries.map(({ file, name }) => [name, resolve(modules, file)])),
    options
  )
  const groups = [
    ...promiseEntries.map(({ chunk }, index) => ({ name: chunk, test: (id: string) => initial[index]!.has(id) })),
    ...chunks
  ]
  const bundle = await rolldown({
    ...options,
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ""), resolve(modules, path)]))
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    minify: false,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) }
  })
  await bundle.close()
  const lazy = output.find((file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(onDemand)))
  if (lazy !== undefined) throw new Error(`${lazy.fileName} loads the code for failures on demand`)
  const { dependencies, peerDependencies } = await readPackage()
  for (const file of output) {
    if (file.type !== "chunk") continue
    const isCore = promiseEntries.some(({ chunk }) => file.fileName === `chunks/${chunk}.js`)
    const slow = isCore && file.imports.find((id) => slowModules.has(id) || isSharedChunk(id))
    if (slow) throw new Error(`${file.fileName} imports ${slow}, so a Promise entry point loads slowly`)
    const unknown = [...file.imports, ...file.dynamicImports].find((id) =>
      !/^[./]|^node:|^(?:chunks|vendor)\/|\.js$/.test(id) &&
      !(packageOf(id) in { ...dependencies, ...peerDependencies })
    )
    if (unknown !== undefined) throw new Error(`${file.fileName} imports ${unknown}, which npm does not install`)
  }
  // Only the bin loads these modules, and the bin is in `dist/node`.
  for (const path of Object.values(bin)) await rm(resolve(modules, relative(folder, resolve(root, path))))
  await rm(resolve(modules, "command"), { recursive: true })
  return output.length
}
