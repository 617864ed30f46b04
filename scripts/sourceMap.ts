/**
 * Checks that the source map of a built module leads back to the source.
 *
 * Every exported declaration is looked up by the position of its name in the built file; the map must lead to the same
 * name in a file that exists. A map that is shifted by the annotations, or not combined with the compiler's, fails.
 */
import { readFile } from "node:fs/promises"
import { SourceMap } from "node:module"
import { dirname, relative, resolve } from "node:path"
import { root } from "./repository.ts"

const exported = /^export (?:const|class|function\*?|async function) (\w+)/gm

/** Answers how many names were found; throws at the first that is not where the map says. */
export const checkSourceMap = async (file: string): Promise<number> => {
  const code = await readFile(file, "utf8")
  const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, "utf8")))
  const sources = new Map<string, Array<string>>()
  let found = 0
  for (const match of code.matchAll(exported)) {
    const name = match[1]!
    const before = code.slice(0, match.index + match[0].length - name.length).split("\n")
    const entry = map.findEntry(before.length - 1, before.at(-1)!.length)
    const where = `${relative(root, file)}:${before.length} ${name}`
    if (!("originalSource" in entry)) throw new Error(`${where}: the source map has no entry`)

    const source = resolve(dirname(file), entry.originalSource)
    if (!sources.has(source)) sources.set(source, (await readFile(source, "utf8")).split("\n"))
    const line = sources.get(source)![entry.originalLine] ?? ""
    if (!line.startsWith(name, entry.originalColumn)) {
      const target = `${relative(root, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      throw new Error(`${where}: the source map leads to ${target}, which is not ${name}`)
    }
    found += 1
  }
  return found
}
