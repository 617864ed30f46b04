/**
 * Checks that every namespace of an entry point can be imported by a subpath, that no other file has such a subpath,
 * and that a page lists every entry point.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { isEntryPoint, moduleFiles } from "../moduleFiles.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const manifest = "package.json"
const page = "docs/entry-points.md"

type Target = string | Readonly<Record<string, string>>

/** The patterns of package.json, by subpath. A pattern exposes every file in its folder. */
const patterns = {
  "./*": {
    "@latchkey/source": "./src/modules/*.ts",
    types: "./dist/src/modules/*.d.ts",
    node: "./dist/node/modules/*.js",
    default: "./dist/src/modules/*.js"
  },
  "./react/*": {
    "@latchkey/source": "./react/entries/*.ts",
    types: "./dist/react/entries/*.d.ts",
    default: "./dist/react/entries/*.js"
  }
}

/** Returns the file that Node loads for an import of the sources. */
const resolveImport = (specifier: string): string | undefined => {
  try {
    return import.meta.resolve(specifier)
  } catch {
    return undefined
  }
}

const filesOf = (target: Target | undefined): ReadonlyArray<string> =>
  typeof target === "object" ? Object.values(target) : target === undefined ? [] : [target]

export const checkExports = ({ exists, filesAt, read, root }: Repository): ReadonlyArray<Problem> => {
  const text = read(manifest)
  // Sound: the manifest of this package.
  const { exports } = JSON.parse(text) as {
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, Target>>>>
  }
  const at = (subpath: string, message: string): Problem => ({
    path: manifest,
    line: lineOf(text, `"${subpath}":`),
    message
  })
  const documented = new Set(Array.from(read(page).matchAll(/`latchkey(\/[^`]*)?`/g), ([, path = ""]) => `.${path}`))
  const modules = moduleFiles(read)
  const expected = new Set(modules.map(({ path }) => path))
  const languages = filesAt("react/entries/texts")
  const subpaths = [
    ...Object.keys(exports).filter((subpath) => subpath !== "./react/*"),
    ...modules.filter(isEntryPoint).map(({ subpath }) => `./${subpath}`),
    ...filesAt("react/entries").map((path) =>
      languages.includes(path) ? "./react/texts/*" : `./${path.replace("entries/", "").replace(/\.ts$/, "")}`
    )
  ]
  const sources = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" || subpath.includes("*")
      ? []
      : filesOf(target["@latchkey/source"]).map((source) => ({ source, subpath }))
  )
  return [
    ...modules.length > 60 && sources.length > 20 && languages.length > 5
      ? []
      : [{
        path: manifest,
        message: `found only ${modules.length} modules, ${sources.length} exports, ${languages.length} languages`
      }],
    ...Object.entries(patterns).filter(([subpath, target]) =>
      JSON.stringify(exports[subpath]) !== JSON.stringify(target)
    ).map(([subpath, target]) => at(subpath, `the export ${subpath} must be ${JSON.stringify(target)}`)),
    ...filesAt("src/modules").filter((path) => !expected.has(path))
      .map((path) => ({ path, line: 1, message: "is not generated; run npm run generate" })),
    ...modules.flatMap(({ path, subpath, text }) => {
      if (!exists(path) || read(path) !== text) {
        return [{ path, line: 1, message: "is not current; run npm run generate" }]
      }
      return resolveImport(`latchkey/${subpath}`) === pathToFileURL(join(root, path)).href
        ? []
        : [at(
          "./*",
          `latchkey/${subpath} does not lead to ${path}; run npm run check, which sets the condition`
        )]
    }),
    ...[...new Set(subpaths)].filter((subpath) => !documented.has(subpath))
      .map((subpath) => at(subpath, `${page} does not say who needs latchkey${subpath.slice(1)}`)),
    ...sources.filter(({ source }) => !exists(source))
      .map(({ source, subpath }) => at(subpath, `the file ${source} does not exist`)),
    // A server component passes the table to `AuthProvider` as a reference: it contains functions.
    ...languages.filter((path) => !read(path).startsWith(`"use client"\n`))
      .map((path) => ({ path, line: 1, message: `must start with "use client"` }))
  ]
}
