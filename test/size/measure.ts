/** Bundles one fixture like a browser application, and returns the result. */
import { resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { type InputOptions, rolldown } from "rolldown"
import { root } from "../../scripts/repository.ts"

export interface Measured {
  /** kB (1024 bytes) of minified code after gzip -9, without code loaded on demand. */
  readonly kB: number
  /** The code loaded initially. */
  readonly code: string
  /** The same two for code loaded by `import()`. */
  readonly laterKB: number
  readonly laterCode: string
  /** Returns the size of the code that the imports of some modules load, without what was loaded initially, in kB. */
  readonly sizeOf: (modules: ReadonlyArray<string>) => number
  /** The modules in the bundle, largest first, in bytes before minification. */
  readonly modules: ReadonlyArray<{ readonly id: string; readonly bytes: number }>
}

/** Peers: the application provides them. */
const peers = /^(effect|react|react-dom)(\/|$)/

/** Packages with native code: they are part of the app, not of its JavaScript bundle. */
const native = /^expo-/

/** Returns the options of the bundler, without those of the output. */
export const bundleOptions = (input: string, options: { readonly withPeers: boolean }): InputOptions => ({
  input,
  platform: "browser",
  external: options.withPeers ? [native] : [peers, native],
  transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
  onLog: (level, log) => {
    // It marks client code, which a browser bundle always is.
    if (log.code === "MODULE_LEVEL_DIRECTIVE") return
    if (level !== "info" && level !== "debug") console.warn(`${input}: ${log.message}`)
  }
})

export const measure = async (input: string, options: { readonly withPeers: boolean }): Promise<Measured> => {
  const bundle = await rolldown(bundleOptions(input, options))
  // Vite, esbuild and Terser remove the annotations too.
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: { annotation: false } })
  await bundle.close()
  const chunks = output.filter((file) => file.type === "chunk")
  /** Adds the chunks that some chunks import statically. */
  const withImports = (names: ReadonlySet<string>): ReadonlySet<string> => {
    const all = new Set(names)
    for (const name of all) chunks.find((chunk) => chunk.fileName === name)?.imports.forEach((name) => all.add(name))
    return all
  }
  const names = withImports(new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)))
  const codeOf = (isAtOnce: boolean) =>
    chunks.filter((chunk) => names.has(chunk.fileName) === isAtOnce).map((chunk) => chunk.code).join("\n")
  const code = codeOf(true)
  const later = codeOf(false)
  return {
    kB: gzippedKB(code),
    code,
    laterKB: later === "" ? 0 : gzippedKB(later),
    laterCode: later,
    sizeOf: (modules) => {
      const loaded = withImports(
        new Set(modules.map((path) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${path}`))
          if (chunk === undefined) throw new Error(`${input} does not load ${path} on demand`)
          return chunk.fileName
        }))
      )
      return gzippedKB(
        chunks.filter(({ fileName }) => loaded.has(fileName) && !names.has(fileName)).map(({ code }) => code).join("\n")
      )
    },
    modules: chunks
      .flatMap((chunk) => Object.entries(chunk.modules))
      .map(([id, module]) => ({ id: id.replace(`${root}/`, ""), bytes: module.renderedLength }))
      .filter((module) => module.bytes > 0)
      .toSorted((a, b) => b.bytes - a.bytes)
  }
}

/** Returns the size of code after gzip -9, in kB of 1024 bytes. */
export const gzippedKB = (code: string): number => gzipSync(code, { level: 9 }).length / 1024

export const fixture = (name: string): string => resolve(root, "test/size/fixtures", `${name}.ts`)
