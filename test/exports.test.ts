/** Every namespace of an entry point can be imported by a path of its own, and no path leads to anything else. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))

const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, Target>>>>
}

type Target = string | Readonly<Record<string, string>>

/** The entry points with namespaces, by the prefix of their subpaths. */
const entries: Readonly<Record<string, string>> = {
  "": "src/index.ts",
  "server/": "src/server.ts",
  "admin/": "src/admin.ts"
}

const subpaths = Object.entries(entries).flatMap(([prefix, entry]) =>
  Array.from(
    readFileSync(root + entry, "utf8").matchAll(/^export \* as (\w+) from "\.\/(.+)\.ts"/gm),
    ([, name, path]) => ({ entry, name: name!, path: path!, subpath: `./${prefix}${name}` })
  )
)

const filesOf = (target: Target | undefined): ReadonlyArray<string> =>
  typeof target === "object" ? Object.values(target) : target === undefined ? [] : [target]

describe("the subpath exports", () => {
  it("are one for each namespace of latchkey, latchkey/server and latchkey/admin, and no others", () => {
    assert.isAbove(subpaths.length, 60)
    const named = Object.keys(exports).filter((path) => /\/[A-Z]\w*$/.test(path))
    assert.sameMembers(named, subpaths.map(({ subpath }) => subpath))
  })

  for (const { entry, name, path, subpath } of subpaths) {
    it(`${subpath} is the namespace of ${entry}`, async () => {
      assert.deepStrictEqual(exports[subpath], {
        "@latchkey/source": `./src/${path}.ts`,
        types: `./dist/src/${path}.d.ts`,
        node: `./dist/node/${path}.js`,
        default: `./dist/src/${path}.js`
      })
      assert.isTrue(existsSync(`${root}src/${path}.ts`))
      const index: Readonly<Record<string, unknown>> = await import(root + entry)
      const module: object = await import(/* @vite-ignore */ `latchkey/${subpath.slice(2)}`)
      // Only types are missing from both at run time: a namespace of types alone is not there at all.
      assert.deepStrictEqual(Object.keys(index[name] ?? {}), Object.keys(module))
      assert.strictEqual(index[name] ?? module, module)
    })
  }

  it("lead to files that exist", () => {
    const sources = Object.values(exports).flatMap((target) =>
      typeof target === "string" ? [] : filesOf(target["@latchkey/source"])
    )
    assert.isAbove(sources.length, 70)
    for (const source of sources) assert.isTrue(existsSync(root + source), source)
  })
})
