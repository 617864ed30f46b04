/**
 * Checks that every namespace of an entry point can be imported by a subpath, and that each subpath with a
 * capital letter is a namespace. Both resolve to the same file.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const manifest = "package.json"

type Target = string | Readonly<Record<string, string>>

/** The entry points with namespaces, by the prefix of their subpaths. */
const entries: Readonly<Record<string, string>> = {
  "": "src/index.ts",
  "server/": "src/server.ts",
  "admin/": "src/admin.ts"
}

const targetOf = (path: string) => ({
  "@latchkey/source": `./src/${path}.ts`,
  types: `./dist/src/${path}.d.ts`,
  node: `./dist/node/${path}.js`,
  default: `./dist/src/${path}.js`
})

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
  const expect = (subpath: string, target: object): ReadonlyArray<Problem> =>
    JSON.stringify(exports[subpath]) === JSON.stringify(target)
      ? []
      : [at(subpath, `the export ${subpath} must be ${JSON.stringify(target)}`)]

  const namespaces = Object.entries(entries).flatMap(([prefix, entry]) =>
    Array.from(
      read(entry).matchAll(/^export \* as (\w+) from "\.\/(.+)\.ts"/gm),
      ([, name, path]) => ({ path: path!, subpath: `./${prefix}${name}` })
    )
  )
  const subpaths = new Set(namespaces.map(({ subpath }) => subpath))
  const languages = [
    ...new Set(filesAt("react/texts").flatMap((path) => /^react\/texts\/(\w+)\//.exec(path)?.[1] ?? []))
  ]
    .filter((language) => language !== "en")
  const sources = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : filesOf(target["@latchkey/source"]).map((source) => ({ source, subpath }))
  )
  return [
    ...namespaces.length > 60 && sources.length > 70 && languages.length > 5
      ? []
      : [{
        path: manifest,
        message: `found only ${namespaces.length} namespaces, ${sources.length} exports, ${languages}`
      }],
    ...Object.keys(exports).filter((subpath) => /\/[A-Z]\w*$/.test(subpath) && !subpaths.has(subpath))
      .map((subpath) => at(subpath, `no entry point has the namespace of ${subpath}; remove the export`)),
    ...namespaces.flatMap(({ path, subpath }) => {
      const problems = expect(subpath, targetOf(path))
      const file = pathToFileURL(join(root, `src/${path}.ts`)).href
      return problems.length > 0 || resolveImport(`latchkey/${subpath.slice(2)}`) === file
        ? problems
        : [
          at(
            subpath,
            `latchkey/${subpath.slice(2)} does not lead to src/${path}.ts; run npm run check, which sets the condition`
          )
        ]
    }),
    ...sources.filter(({ source }) => !exists(source))
      .map(({ source, subpath }) => at(subpath, `the file ${source} does not exist`)),
    ...languages.flatMap((language) => {
      const path = `react/texts/${language}`
      const target = { "@latchkey/source": `./${path}.ts`, types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }
      // A server component passes the table to `AuthProvider` as a reference: it contains functions.
      return exists(`${path}.ts`) && read(`${path}.ts`).startsWith(`"use client"\n`)
        ? expect(`./${path}`, target)
        : [...expect(`./${path}`, target), { path: `${path}.ts`, line: 1, message: `must start with "use client"` }]
    })
  ]
}
