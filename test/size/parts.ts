/** Measures how much smaller a bundle is without each of its parts. */
import { type OutputChunk, rolldown } from "rolldown"
import { minifySync } from "rolldown/utils"
import { root } from "../../scripts/repository.ts"
import { bundleOptions, fixture, gzippedKB } from "./measure.ts"

export interface Part {
  readonly name: string
  /** kB of minified code after gzip that the bundle loses without the part. Shared text makes the sum smaller than the bundle. */
  readonly kB: number
}

/** Returns the parts of each chunk in a fixture's bundle without peers, by the chunk's name. The first chunk is the initial code. */
export const measureParts = async (name: string): Promise<ReadonlyMap<string, ReadonlyArray<Part>>> => {
  const bundle = await rolldown(bundleOptions(fixture(name), { withPeers: false }))
  const { output } = await bundle.generate({ format: "esm", minify: false })
  await bundle.close()
  return new Map(output.filter((file) => file.type === "chunk").map((chunk) => [chunk.name, partsOf(chunk)]))
}

/** Returns the parts of a chunk, largest first: modules of the project, and other packages. */
const partsOf = ({ code: all, modules }: OutputChunk): ReadonlyArray<Part> => {
  const codes = new Map<string, Array<string>>()
  for (const [id, { code }] of Object.entries(modules)) {
    if (code === null || code === "") continue
    const part = partOf(id.replace(`${root}/`, ""))
    codes.set(part, [...(codes.get(part) ?? []), code])
  }
  const whole = minifiedKB(all)
  return Array.from(codes, ([name, parts]) => ({
    name,
    kB: whole - minifiedKB(parts.reduce((code, part) => code.replace(part, () => ""), all))
  })).toSorted((a, b) => b.kB - a.kB)
}

/** Returns the module for a module of the project, and the package for all others. */
export const partOf = (path: string): string => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path

/** Keeps unused code, since the code that only a removed part uses remains. */
const minifiedKB = (code: string): number =>
  gzippedKB(minifySync("bundle.js", code, { module: true, compress: { unused: false } }).code)
