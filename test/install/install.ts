/**
 * Installs the packed tarball in an empty folder, as a user does: `npm run check:install`, after `npm run build`.
 *
 * Fails if npm installs more than the budget, if `npx latchkey emulator` cannot sign users in, passkeys included, if the entry
 * points do not share their classes under Node, or if an editor does not find the sources. Needs the registry of npm. `--write` writes the sizes into
 * `docs/figures/install.json`.
 */
import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeFigures } from "../../scripts/figures.ts"
import { npm, pack } from "../../scripts/npm.ts"
import { root } from "../../scripts/repository.ts"
import { checkDefinitions } from "./definitions.ts"
import { checkEmulator } from "./emulator.ts"

/**
 * The limits of `npm install latchkey effect`, in addition to `npm install effect`. The files for `require` are 0.8 MB of it. On
 * disk, the two files of each namespace in `dist/src/modules` take 0.6 MB, because a file takes a whole block, and so do the ten
 * translations. The entry points `rpc`, `atom`, `metrics` and `mcp` and the clients for `http-api` take 0.2 MB, and another
 * sign-in before sensitive actions 0.2 MB. The sources and declaration maps, for "go to definition" in editors, take 3.5 MB, and
 * 7 MB on disk: they are 1,500 files. Programs load none of them, and the tarball with them must stay below 2.9 MB. Consent for
 * agents, foreign uses and device-bound sessions take 0.5 MB, and 1 MB on disk.
 */
const budget = { packages: 8, tarball: 2_900_000, bytes: 12_000_000, bytesOnDisk: 22_900_000 }

interface Installed {
  readonly packages: ReadonlyArray<string>
  readonly bytes: number
  /** The size on a disk with blocks of 4 KiB, as `du` reports it. */
  readonly bytesOnDisk: number
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

if (!existsSync(join(root, "dist/src/index.js"))) {
  console.error("dist does not exist: run `npm run build` first.")
  process.exit(1)
}

const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest
const effect = `effect@${devDependencies["effect"]}`
const temporary = mkdtempSync(join(tmpdir(), "latchkey-install-"))
try {
  const tarball = pack(temporary)
  const alone = install(join(temporary, "effect"), effect)
  const folder = join(temporary, "latchkey")
  const both = install(folder, effect, tarball)
  compare(alone, both)
  checkTarball(statSync(tarball).size)
  await checkEmulator(folder)
  install(folder, `react@${devDependencies["react"]}`, `react-dom@${devDependencies["react-dom"]}`)
  copyFileSync(join(import.meta.dirname, "program.ts"), join(folder, "program.ts"))
  console.log(execFileSync(process.execPath, ["program.ts"], { cwd: folder, encoding: "utf8" }).trim())
  await checkDefinitions(folder)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

/** Installs packages in a folder. */
function install(folder: string, ...specifiers: ReadonlyArray<string>): Installed {
  if (!existsSync(folder)) {
    mkdirSync(folder)
    writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "module" }`)
  }
  npm(folder, "install", "--no-audit", "--no-fund", ...specifiers)
  const modules = join(folder, "node_modules")
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  const sizes = readdirSync(modules, { recursive: true, encoding: "utf8" }).map((path) =>
    lstatSync(join(modules, path))
  )
  return {
    packages: Object.keys(packages).map((path) => path.replace(/^node_modules\//, "")),
    bytes: sum(sizes.map((entry) => entry.isFile() ? entry.size : 0)),
    bytesOnDisk: sum(sizes.map(({ size }) => Math.ceil(size / 4096) * 4096))
  }
}

/** Prints the packages and bytes that Latchkey adds. Throws if they exceed the budget. */
function compare(alone: Installed, both: Installed): void {
  const added = both.packages.filter((name) => !alone.packages.includes(name))
  const bytes = both.bytes - alone.bytes
  const bytesOnDisk = both.bytesOnDisk - alone.bytesOnDisk
  console.log(`npm install effect adds ${alone.packages.length} package, ${megabytes(alone.bytes)}`)
  console.log(
    `npm install latchkey effect adds ${added.length} more (${added.join(", ")}), ${megabytes(bytes)}, ` +
      `${megabytes(bytesOnDisk)} on disk; at most ${budget.packages} packages, ${megabytes(budget.bytes)}, ` +
      `${megabytes(budget.bytesOnDisk)} on disk`
  )
  if (process.argv.includes("--write")) {
    const inMegabytes = (value: number) => Number((value / 1_000_000).toFixed(1))
    writeFigures("install", "npm run check:install -- --write", {
      effect: {
        packages: alone.packages.length,
        files: inMegabytes(alone.bytes),
        disk: inMegabytes(alone.bytesOnDisk)
      },
      latchkey: { packages: added.length, files: inMegabytes(bytes), disk: inMegabytes(bytesOnDisk) }
    })
  }
  if (added.length > budget.packages) throw new Error(`${added.length - budget.packages} packages over budget`)
  const over = Math.max(bytes - budget.bytes, bytesOnDisk - budget.bytesOnDisk)
  if (over > 0) throw new Error(`${megabytes(over)} over budget`)
}

/** Prints the size of the download. Throws if it exceeds the budget. */
function checkTarball(bytes: number): void {
  console.log(`the tarball has ${megabytes(bytes)}; at most ${megabytes(budget.tarball)}`)
  if (bytes > budget.tarball) throw new Error(`the tarball is ${megabytes(bytes - budget.tarball)} over budget`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0)
}
