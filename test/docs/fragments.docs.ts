/** The code blocks of README, docs and doc comments, as users run them: with the declarations and the code of the build. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { examplesIn, moduleOf } from "../../examples/live/examples.ts"
import { makeRepository, pagesOf } from "../../scripts/checks/Repository.ts"
import { root } from "../../scripts/repository.ts"
import { findFragments, type Fragment, fragmentsOf } from "../support/fragments.ts"
import { errorTables } from "./errorTables.ts"

const repository = makeRepository(root)
const { filesAt, read } = repository

const pages = pagesOf(repository).filter((path) => path === "README.md" || /^(?:docs|site\/components)\//.test(path))

/** A code block as a module. */
interface Module {
  readonly name: string
  readonly code: string
  readonly path: string
  readonly line: number
}

/** Returns the code of a block, and the lines that run it in the page. */
const withRun = (path: string, { code, line }: Fragment): string => {
  const example = examplesIn(path, read(path)).find((example) => example.line === line)
  return example?.run === undefined ? code : moduleOf(example, join(root, "examples/live/Run.ts"))
}

const modules: ReadonlyArray<Module> = [...pages, ...["src", "react"].flatMap(filesAt)].flatMap((path) =>
  (["ts", "tsx"] as const).flatMap((language) =>
    findFragments(read(path), language)
      // A class of the library, whose example shows its fields.
      .filter(({ code }) => code.includes("import "))
      .map((fragment, index) => ({
        ...fragment,
        code: withRun(path, fragment),
        path,
        name: `${path.replaceAll("/", "_")}_${index}.${language}`
      }))
  )
)

const folder = join(root, "node_modules/.cache/latchkey-docs")

/** The module with the client, which other blocks import as `./auth.ts`. */
const client = fragmentsOf(read("docs/promise.md")).find((code) => code.startsWith("// auth.ts\n"))!

/** Compiles modules as one program. Returns the errors of the compiler, with the places of the code blocks. */
const compile = (program: string, names: ReadonlyArray<string>): Promise<string> => {
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      // "latchkey" means the build.
      customConditions: [],
      // Declarations in examples are illustrative and stay unused.
      noUnusedLocals: false,
      rootDir: root
    },
    // Listed: of `a.ts` and `a.tsx` in one folder, an include pattern takes only the first.
    files: [...names, join(root, "test/support/nextModules.d.ts"), join(root, "src/native/modules.d.ts")],
    include: []
  }
  writeFileSync(join(folder, `${program}.json`), JSON.stringify(config))
  return new Promise((resolve, reject) => {
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const child = spawn(process.execPath, [compiler, "-p", `${program}.json`, "--pretty", "false"], { cwd: folder })
    const output: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => {
      const text = Buffer.concat(output).toString().replace(/^(\S+)\((\d+),(\d+)\)/gm, (place, name, line, column) => {
        const module = modules.find((module) => module.name === name)
        return module === undefined ? place : `${module.path}:${module.line + Number(line) - 1}:${column}`
      })
      resolve(text === "" && code !== 0 ? `The compiler ended with ${code}` : text)
    })
  })
}

describe("the code blocks of README, docs and doc comments", () => {
  it("code blocks compile with the build's declarations, and flow pages list their functions' errors", async () => {
    assert.isAtLeast(modules.length, 25)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { code, name } of modules) writeFileSync(join(folder, name), `${code}\nexport {}\n`)
    writeFileSync(join(folder, "auth.ts"), client)
    writeFileSync(join(folder, "tables-of-errors.ts"), errorTables(read))
    // A declared service is part of the whole program, so every provider in it must have the service.
    const declaresServices = ({ code }: Module) => code.includes("interface Services")
    const namesOf = (modules: ReadonlyArray<Module>) => modules.map(({ name }) => name)
    const errors = await Promise.all([
      compile("blocks", [...namesOf(modules.filter((module) => !declaresServices(module))), "tables-of-errors.ts"]),
      compile("services", namesOf(modules.filter(declaresServices)))
    ])
    assert.strictEqual(errors.join(""), "")
  })
})

for (const path of pages) {
  const tests = fragmentsOf(read(path)).flatMap((code, index) => /^it(\.effect)?\(/m.test(code) ? [index] : [])
  if (tests.length === 0) continue
  describe(`the tests in ${path}`, async () => {
    for (const index of tests) await import(`docs:${path}/${index}.ts`)
  })
}
