/** npm as users run it, and the tarball of this package. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readPackedTexts } from "./packedReadme.ts"
import { readText, root } from "./repository.ts"

/** The environment without the settings that `npm run`, Vitest and CI add for this repository. */
export const userEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }).filter(([name]) =>
      !/^(?:npm_(?:config_local_prefix|package|lifecycle)|NODE_ENV$|VITEST|CI$)/.test(name)
    )
    // Sound: the types of Next.js are not installed, which require NODE_ENV.
  ) as NodeJS.ProcessEnv

const run = (folder: string, program: string, args: ReadonlyArray<string>): string =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: userEnvironment(),
    stdio: ["ignore", "pipe", "inherit"]
  })

/** Runs npm in a folder, and returns its output. */
export const npm = (folder: string, ...args: ReadonlyArray<string>): string => run(folder, "npm", args)

/** Runs a command of a package in a folder, and returns its output. */
export const npx = (folder: string, ...args: ReadonlyArray<string>): string => run(folder, "npx", ["--yes", ...args])

/** Packs the current build into a folder, with the texts for npm, and returns the path of the tarball. */
export const pack = (folder: string): string => {
  // A copy: other programs read README.md and the build at the same time.
  const copy = mkdtempSync(join(tmpdir(), "latchkey-pack-"))
  try {
    const { files } = JSON.parse(readText("package.json")) as { readonly files: ReadonlyArray<string> }
    const texts = readPackedTexts()
    // npm applies the exclusions.
    for (const name of ["package.json", "LICENSE", ...files.filter((name) => !name.startsWith("!"))]) {
      if (!texts.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    for (const [name, text] of texts) writeFileSync(join(copy, name), text)
    const output = npm(copy, "pack", "--json", "--ignore-scripts", "--pack-destination", folder)
    const name = /"filename": "([^"]+)"/.exec(output)?.[1]
    if (name === undefined) throw new Error(`npm pack printed no file name:\n${output}`)
    return join(folder, name)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
