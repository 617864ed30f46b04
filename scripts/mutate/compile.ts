/** Compiles the mutants that no test has found. A type error also finds a mutant. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { root as repository } from "../repository.ts"
import type { Fault } from "./operators.ts"
import { nodesAt, parse } from "./syntax.ts"

/** Returns the faults that do not compile. Unused names are ignored. */
export const findUncompilable = (
  root: string,
  faults: ReadonlyArray<Fault>,
  codeOf: (file: string) => string,
  folder: string
): ReadonlySet<Fault> => {
  const copy = join(folder, "types")
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true })
  writeFileSync(
    join(copy, "tsconfig.json"),
    JSON.stringify({
      extends: resolve(repository, "tsconfig.json"),
      compilerOptions: {
        noUnusedLocals: false,
        incremental: false,
        typeRoots: [resolve(repository, "node_modules/@types")]
      },
      include: ["src"]
    })
  )
  writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }))
  const own = faults.length > 0 ? errors(copy)[0] : undefined
  if (own !== undefined) throw new Error(`${own.file}:${own.line} does not compile without a mutant`)
  const refused = new Set<Fault>()
  // Compiles one mutant per module at a time, so that each error can be attributed.
  let rest = faults
  while (rest.length > 0) {
    const batch = new Map<string, Fault>()
    for (const fault of rest) if (!batch.has(fault.file)) batch.set(fault.file, fault)
    rest = rest.filter((fault) => batch.get(fault.file) !== fault)
    for (const [file, fault] of batch) writeFileSync(join(copy, file), apply(codeOf(file), fault))
    for (const { file, line } of errors(copy)) {
      const fault = batch.get(file)
      if (fault !== undefined && isNear(codeOf(file), fault, line)) refused.add(fault)
    }
    for (const file of batch.keys()) writeFileSync(join(copy, file), codeOf(file))
  }
  rmSync(copy, { recursive: true, force: true })
  return refused
}

const apply = (code: string, { mutant: { end, replacement, start } }: Fault): string =>
  code.slice(0, start) + (replacement === undefined ? "{}" : `(${replacement})`) + code.slice(end)

const errors = (folder: string): ReadonlyArray<{ readonly file: string; readonly line: number }> => {
  const tsc = resolve(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8"
  })
  return Array.from(
    stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm),
    ([, file, line]) => ({ file: file!, line: Number(line) })
  )
}

/** Returns `true` if a line of the changed code is in the same declaration as the mutant. */
const isNear = (code: string, { mutant }: Fault, line: number): boolean => {
  const changed = apply(code, { mutant } as Fault)
  const offset = changed.split("\n").slice(0, line - 1).join("\n").length + 1
  const own = nodesAt(parse(changed), "body").find(({ end, start }) => start <= mutant.start && mutant.start <= end)
  return own !== undefined && own.start - 1 <= offset && offset <= own.end
}
