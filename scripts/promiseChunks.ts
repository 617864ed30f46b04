import { type OutputChunk, type OutputOptions, rolldown, type RolldownOptions } from "rolldown"
import { noticeBanner } from "./notices.ts"

/** The entry point for clients, among the inputs of a bundle. */
const clientEntry = "promise"

type Chunks = ReadonlyMap<string, OutputChunk>

/** Returns the chunks that load with one, without packages. */
const loadedWith = (chunks: Chunks, name: string): ReadonlySet<string> => {
  const loaded = new Set([name])
  // A set visits the names that are added during the loop.
  for (const loadedName of loaded) {
    for (const imported of chunks.get(loadedName)!.imports) if (chunks.has(imported)) loaded.add(imported)
  }
  return loaded
}

/** Returns the modules of the chunks that load with one. */
const modulesWith = (chunks: Chunks, name: string): ReadonlyArray<string> =>
  [...loadedWith(chunks, name)].flatMap((loaded) => chunks.get(loaded)!.moduleIds)

const toMap = (output: ReadonlyArray<{ readonly type: string; readonly fileName: string }>): Chunks =>
  // Sound: the type tells chunks from assets.
  new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk as OutputChunk]))

/** Finds the modules of an entry point that load immediately, and those that each of its parts loads with the first call. */
const findModules = (output: Parameters<typeof toMap>[0], extension: string, entry = clientEntry) => {
  const chunks = toMap(output)
  const file = `${entry}${extension}`
  const parts = new Set(
    [...loadedWith(chunks, file)].flatMap((name) => chunks.get(name)!.dynamicImports).filter((name) => chunks.has(name))
  )
  return { initial: new Set(modulesWith(chunks, file)), parts: [...parts].map((name) => modulesWith(chunks, name)) }
}

/** Returns the modules that each of the entry points loads immediately. */
export const findInitialModules = async (
  entries: Readonly<Record<string, string>>,
  options: RolldownOptions
): Promise<ReadonlyArray<ReadonlySet<string>>> => {
  const bundle = await rolldown({ ...options, input: entries })
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  return Object.keys(entries).map((name) => findModules(output, ".js", name).initial)
}

/**
 * Returns chunks for the Promise entry points: `core` with the modules that a client loads immediately, and `shared` with those that
 * several of its parts load. Without them, a page would load 10 files for a client, and 18 more for its first sign-in.
 */
const groupModules = async (options: RolldownOptions): Promise<OutputOptions["codeSplitting"] & object> => {
  const bundle = await rolldown(options)
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  const { initial, parts } = findModules(output, ".js")
  const countParts = (id: string) => parts.filter((modules) => modules.includes(id)).length
  return {
    groups: [
      { name: "core", test: (id) => initial.has(id), priority: 2 },
      { name: "shared", test: (id) => countParts(id) > 1, priority: 1 }
    ]
  }
}

/** Modules that a client must load with the first call that needs them. */
const onDemand = ["account", "handleCallback", "keys", "observeCached", "signIn", "teams"]

/** Throws if a client loads a part without a call that needs it. `others` are further modules, such as `call/failures`. */
const checkOnDemand = (
  output: Parameters<typeof findModules>[0],
  extension: string,
  ...others: ReadonlyArray<string>
): void => {
  const { initial, parts } = findModules(output, extension)
  for (const name of [...onDemand.map((part) => `promise/client/${part}`), ...others]) {
    const isModule = (id: string) => id.endsWith(`/dist/src/${name}.js`)
    if ([...initial].some(isModule) || !parts.flat().some(isModule)) {
      throw new Error(`the build does not load ${name} on demand`)
    }
  }
}

/**
 * Bundles the Promise entry points with Effect and all packages inside, and returns the chunks. They are minified except for names and
 * line breaks: names keep stack traces readable without source maps, and Node prints the whole line that threw an uncaught error.
 */
export const writeBundle = async (
  options: RolldownOptions,
  output: OutputOptions & { readonly dir: string; readonly extension: string },
  later: ReadonlyArray<string> = []
): Promise<ReadonlyArray<OutputChunk>> => {
  const { extension, ...target } = output
  const all: RolldownOptions = {
    ...options,
    // The same files are for browsers and for servers.
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  }
  const codeSplitting = await groupModules(all)
  const bundle = await rolldown(all)
  const written = await bundle.write({
    ...target,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    comments: false,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: `chunks/[name]${extension}`,
    codeSplitting,
    postBanner: noticeBanner
  })
  await bundle.close()
  checkOnDemand(written.output, extension, ...later)
  return written.output.filter((file) => file.type === "chunk")
}
