import { join } from "node:path"
import { listFolder, readText } from "../../project/files.ts"
import { type Check, type Finding, makeFindings } from "../Check.ts"
import { findDependents, type InstalledPackage, readInstalled } from "../installedPackages.ts"
import { isInRange } from "../isInRange.ts"

const nodeRange = ">=22.19"

/** Checks Node's version. */
export const checkNode = (version: string): Check => () => {
  const { pass, warn } = makeFindings("node")
  return [
    isInRange(version, nodeRange)
      ? pass(`Node.js is ${version}.`)
      : warn(`Node.js is ${version}. Latchkey supports ${nodeRange} on servers.`, "Update Node.js.")
  ]
}

/** Checks Latchkey's peer dependencies, and that Effect is installed once. */
export const checkPackages: Check = ({ project: { folder, manifest } }) => {
  const { fail, pass } = makeFindings("latchkey")
  const latchkey = readInstalled(folder, "latchkey")
  if (latchkey === undefined) {
    return [
      manifest.dependencies["latchkey"] === undefined
        ? fail("The project does not depend on latchkey.", "Install it.", "npm install latchkey effect")
        : fail("The package latchkey is not installed.", "Install the packages of the project: npm install")
    ]
  }
  return [
    pass(`latchkey is ${latchkey.version}.`),
    ...checkPeers(folder, latchkey),
    ...checkEffectCopies(folder, latchkey)
  ]
}

const checkPeers = (folder: string, latchkey: InstalledPackage): ReadonlyArray<Finding> =>
  Object.entries(latchkey.peerDependencies).flatMap(([name, range]) => {
    const { fail, pass } = makeFindings(name)
    // Latchkey resolves its peers from its own folder.
    const installed = readInstalled(latchkey.folder, name) ?? readInstalled(folder, name)
    if (installed === undefined) {
      const text = "The package effect is not installed. It is a peer dependency of latchkey."
      return name === "effect" ? [fail(text, "Install it: npm install effect")] : []
    }
    return [
      isInRange(installed.version, range)
        ? pass(`${name} is ${installed.version}.`)
        : fail(
          `${name} is ${installed.version}, but latchkey ${latchkey.version} requires ${range}.`,
          "Install a version in that range.",
          `npm install "${name}@${range}"`
        )
    ]
  })

const checkEffectCopies = (folder: string, latchkey: InstalledPackage): ReadonlyArray<Finding> => {
  const { fail, pass, skip } = makeFindings("effect-copies")
  const own = readInstalled(folder, "effect")
  if (own === undefined) return [skip("The package effect is not installed.")]
  const dependents = findDependents([folder, latchkey.folder], "effect")
  // A tool may have a private copy. A package with a peer dependency must share the app's.
  const others = dependents.filter(({ copy, isPeer }) => isPeer && copy.folder !== own.folder)
  if (others.length > 0) {
    return [fail(
      `The app loads effect ${own.version}, but other copies are loaded by ${
        others.map(({ copy, name }) => `${name} (${copy.version})`).join(", ")
      }. Services of one copy are missing in the other.`,
      "Let all packages use one version, and install again.",
      "npm ls effect\nnpm dedupe effect"
    )]
  }
  const bundled = countEffectsInBundle(folder)
  if (bundled !== undefined && bundled > 1) {
    return [fail(
      `The bundle in dist contains ${bundled} copies of Effect.`,
      "Let the bundler resolve one copy, and build again.",
      "// vite.config.ts\nexport default { resolve: { dedupe: [\"effect\"] } }"
    )]
  }
  const separate = dependents.filter(({ copy }) => copy.folder !== own.folder)
  return [pass(
    `The app and latchkey share one copy of effect${bundled === 1 ? ", also in the bundle" : ""}.` +
      (separate.length === 0
        ? ""
        : ` Private copies: ${separate.map(({ copy, name }) => `${name} (${copy.version})`).join(", ")}.`)
  )]
}

/** A text that each copy of Effect contains once, also after minification: the type id in `Cause.Done`. */
const marker = /["'`]~effect\/Cause\/Done["'`]/g

/** Counts the copies of Effect in `dist/assets`, the bundle of Vite. Turbopack repeats modules, so it is not counted. */
const countEffectsInBundle = (folder: string): number | undefined => {
  const assets = join(folder, "dist/assets")
  const files = listFolder(assets).filter(({ name }) => name.endsWith(".js"))
  if (files.length === 0) return undefined
  const count = files.reduce(
    (sum, { name }) => sum + Array.from((readText(join(assets, name)) ?? "").matchAll(marker)).length,
    0
  )
  return count === 0 ? undefined : count
}
