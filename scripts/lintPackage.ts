/** Checks the `exports` of the packed build with publint and Are the Types Wrong: `npm run lint:package`, after a build. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { isEntryPoint, moduleFiles } from "./moduleFiles.ts"
import { pack } from "./npm.ts"
import { readPackage, readText, root } from "./repository.ts"

const run = (script: string, ...args: ReadonlyArray<string>): boolean => {
  const path = join(root, "node_modules", script)
  return spawnSync(process.execPath, [path, ...args], { cwd: root, stdio: "inherit" }).status === 0
}

/** Prints what publint finds, and returns `true` if it finds nothing. */
const lintExports = async (tarball: string): Promise<boolean> => {
  const { buffer } = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  // The sources are not packed. publint knows that for files, but not for a pattern such as `./src/modules/*.ts`.
  const problems = messages.filter(({ code, path }) =>
    !(code === "EXPORTS_GLOB_NO_MATCHED_FILES" && path.includes("@latchkey/source"))
  )
  for (const problem of problems) console.error(`publint: ${formatMessage(problem, pkg)}`)
  return problems.length === 0
}

const folder = mkdtempSync(join(tmpdir(), "latchkey-package-"))
try {
  // Both tools would pack the package themselves, which builds it again while others use the build.
  const tarball = pack(folder)
  const isValid = await lintExports(tarball)
  const lintTypes = (...options: ReadonlyArray<string>) =>
    run("@arethetypeswrong/cli/dist/index.js", tarball, "--format", "table-flipped", ...options)
  const { exports } = await readPackage()
  // Are the Types Wrong skips patterns.
  const behindPatterns = moduleFiles(readText).filter(isEntryPoint).map(({ subpath }) => subpath)
  const hasTypes = lintTypes("--profile", "esm-only", "--include-entrypoints", ...behindPatterns)
  const required = Object.keys(exports).filter((path) => {
    const target = exports[path]!
    return typeof target !== "string" && target.require !== undefined
  })
  // Only these can be loaded with `require` by every tool.
  const hasRequiredTypes = lintTypes("--profile", "node16", "--entrypoints", ...required)
  process.exitCode = isValid && hasTypes && hasRequiredTypes ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
