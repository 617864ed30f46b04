/**
 * Checks the `exports` of the packed build with publint and Are the Types Wrong, and the links of its README: `npm run
 * lint:package`, after a build.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pageOf, rootPages } from "../site/pageOf.ts"
import { readAddress } from "./address.ts"
import { isEntryPoint, moduleFiles } from "./moduleFiles.ts"
import { pack } from "./npm.ts"
import { findReadmeProblems } from "./packedReadme.ts"
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

/** Prints the links of a packed text without a target, and returns `true` if each has one. */
const lintText = (tarball: string, name: string): boolean => {
  const readme = execFileSync("tar", ["-xOzf", tarball, `package/${name}`], { encoding: "utf8" })
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)
  const pages = new Set([...guides, ...rootPages, "README.md"].map(pageOf))
  const { homepage } = readAddress(readText("package.json"))!
  const problems = findReadmeProblems(readme, homepage, pages, (path) => existsSync(join(root, path)))
  for (const problem of problems) console.error(`${name} of the package: ${problem}`)
  if (!readme.includes(homepage)) console.error(`${name} of the package does not link to the site`)
  return problems.length === 0 && readme.includes(homepage)
}

const folder = mkdtempSync(join(tmpdir(), "latchkey-package-"))
try {
  // Both tools would pack the package themselves, which builds it again while others use the build.
  const tarball = pack(folder)
  const isValid = await lintExports(tarball) &&
    ["README.md", "AGENTS.md", "llms.txt"].every((name) => lintText(tarball, name))
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
