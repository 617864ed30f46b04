/** Builds `dist` for the projects that test it, unless it is newer than everything that it is built from. */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** The last file that a build writes. */
const last = join(root, "dist/THIRD-PARTY-NOTICES.txt")

const newest = (path: string): number => {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

export default function buildOnce(): void {
  // Folders of `scripts` are not about the build.
  const scripts = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts")).map((name) =>
    `scripts/${name}`
  )
  const sources = [
    "src",
    "react",
    ...scripts,
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.build.json"
  ]
  if (existsSync(last) && sources.every((name) => newest(join(root, name)) < statSync(last).mtimeMs)) return
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/build.ts")], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
}
