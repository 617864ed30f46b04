/**
 * Checks that a package which exports values derived from the library gets declarations: `npm run types:cost`, after `npm run
 * build`. A compiler that writes declarations must name every inferred type by a path that the package exports. Inside this
 * repository it could use a relative path, so the program is compiled in another folder, over a copy of the published package.
 */
import { spawnSync } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { readPackage } from "../../scripts/repository.ts"

const program = `
import * as Redacted from "effect/Redacted"
import { CurrentUser, OAuth, Password, Resources, Session, Teams } from "latchkey"
import { createAuthClient } from "latchkey/promise"
import { useAction, useTeams, useUserState } from "latchkey/react"
import { Users } from "latchkey/server"

export const signIn = (email: string) => Password.signIn({ email, password: Redacted.make("") })
export const me = CurrentUser.get({ or: "throw" })
export const provider = OAuth.signIn({ provider: "github" })
export const states = Session.changes
export const teams = Resources.teams
export const users = Users.stream()
export const auth = createAuthClient()
export const promised = () => auth.signIn.password({ email: "", password: "" })
export const useMine = () => ({ teams: useTeams(), user: useUserState() })
export const useCreate = () => useAction((displayName: string) => Teams.create({ displayName }))
`

const resolved = (name: string) => fileURLToPath(import.meta.resolve(name))
const root = resolve(import.meta.dirname, "../..")
const tsc = resolve(dirname(resolved("typescript/package.json")), "bin/tsc")
const folder = await mkdtemp(resolve(tmpdir(), "latchkey-declarations-"))
try {
  const packages = resolve(folder, "node_modules")
  await mkdir(resolve(packages, "@types"), { recursive: true })
  await mkdir(resolve(packages, "latchkey"))
  await cp(resolve(root, "dist"), resolve(packages, "latchkey/dist"), { recursive: true })
  await cp(resolve(root, "package.json"), resolve(packages, "latchkey/package.json"))
  for (const name of ["effect", "@types/react"]) {
    await symlink(dirname(resolved(`${name}/package.json`)), resolve(packages, name))
  }
  await writeFile(resolve(folder, "package.json"), `{ "type": "module" }`)
  await writeFile(resolve(folder, "program.ts"), program)
  for (const modules of [["nodenext"], ["esnext", "--moduleResolution", "bundler"]]) {
    const options = ["--ignoreConfig", "--strict", "--skipLibCheck", "--declaration", "--emitDeclarationOnly"]
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options, "--target", "es2022", "--module", ...modules, "program.ts"],
      { cwd: folder, encoding: "utf8" }
    )
    const written = status === 0 ? await readFile(resolve(folder, "program.d.ts"), "utf8") : ""
    if (status !== 0 || /\bany\b/.test(written) || written.includes("node_modules")) {
      throw new Error(`declarations with --module ${modules[0]}:\n${stdout}${written}`)
    }
  }
  console.log("declarations of what a package exports name all of its types")

  // Without `skipLibCheck`: a declaration must not use a type that is internal, and so is not in the package.
  const { exports } = await readPackage()
  const paths = Object.keys(exports).filter((path) => !/\*|\.css$|package\.json$/.test(path))
  await writeFile(
    resolve(folder, "all.ts"),
    paths.map((path, index) => `export type * as e${index} from "latchkey${path.slice(1)}"\n`).join("")
  )
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, "--ignoreConfig", "--noEmit", "--strict", "--target", "esnext", "--module", "nodenext", "all.ts"],
    { cwd: folder, encoding: "utf8" }
  )
  // TS2307: an optional package that is not installed here.
  const problems = stdout.split("\n").filter((line) => /latchkey\/dist\/.*error TS(?!2307)/.test(line))
  if (problems.length > 0) throw new Error(`declarations without skipLibCheck:\n${problems.join("\n")}`)
  console.log(`declarations of ${paths.length} entry points use no internal type`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
