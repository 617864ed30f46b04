/** Keeps the words of modules in a file, so that a run parses only the modules that have changed. */
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { type ModuleTexts, readModule } from "./readModule.ts"

interface Entry {
  /** The hash of the parser and the module. */
  readonly hash: string
  readonly texts: ModuleTexts
}

const parser = readFileSync(new URL("readModule.ts", import.meta.url), "utf8")

const hashOf = (source: string): string =>
  createHash("sha256").update(parser).update("\0").update(source).digest("base64url")

const load = (file: string): Readonly<Record<string, Entry>> => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return {}
  }
}

/** Returns `readModule` with the results of earlier runs, and a function that writes those of this run to the file. */
export const cachedModules = (file: string) => {
  const known = load(file)
  const added: Record<string, Entry> = {}
  return {
    parse: (source: string, path: string): ModuleTexts => {
      const hash = hashOf(source)
      const entry = known[path]
      if (entry?.hash === hash) return entry.texts
      const texts = readModule(source, path)
      added[path] = { hash, texts }
      return texts
    },
    save: (): void => {
      if (Object.keys(added).length === 0) return
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify({ ...known, ...added }))
      renameSync(draft, file)
    }
  }
}
