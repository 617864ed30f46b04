/** Checks of the installed versions: Node, Effect and the other peer dependencies. */
import * as Effect from "effect/Effect"
import { countEffectsInBundle } from "../bundle.ts"
import { type Check, fail, type Finding, pass, skip, warn } from "../Check.ts"
import { findDependents, type InstalledPackage, readInstalled } from "../installedPackages.ts"
import { isInRange } from "../isInRange.ts"

/** The versions of Node that Latchkey supports. */
const nodeRange = ">=22.19"

/** Checks the version of Node. */
export const checkNode = (version: string): Check => () =>
  Effect.sync(() => [
    isInRange(version, nodeRange)
      ? pass("node", `Node.js is ${version}.`)
      : warn("node", `Node.js is ${version}. Latchkey supports ${nodeRange} on servers.`, "Update Node.js.")
  ])

/** Checks Latchkey's peer dependencies, and that there is one copy of Effect. */
export const checkPackages: Check = ({ project: { folder, manifest } }) =>
  Effect.sync(() => {
    const latchkey = readInstalled(folder, "latchkey")
    if (latchkey === undefined) {
      return [
        manifest.dependencies["latchkey"] === undefined
          ? fail(
            "latchkey",
            "The project does not depend on latchkey.",
            "Install it.",
            "npm install latchkey effect"
          )
          : fail(
            "latchkey",
            "The package latchkey is not installed.",
            "Install the packages of the project: npm install"
          )
      ]
    }
    return [
      pass("latchkey", `latchkey is ${latchkey.version}.`),
      ...checkPeers(folder, latchkey),
      ...checkEffectCopies(folder, latchkey)
    ]
  })

const checkPeers = (folder: string, latchkey: InstalledPackage): ReadonlyArray<Finding> =>
  Object.entries(latchkey.peerDependencies).flatMap(([name, range]) => {
    // Latchkey resolves its peers from its own folder.
    const installed = readInstalled(latchkey.folder, name) ?? readInstalled(folder, name)
    if (installed === undefined) {
      return name === "effect"
        ? [
          fail(
            name,
            "The package effect is not installed. It is a peer dependency of latchkey.",
            "Install it: npm install effect"
          )
        ]
        : []
    }
    return [
      isInRange(installed.version, range)
        ? pass(name, `${name} is ${installed.version}.`)
        : fail(
          name,
          `${name} is ${installed.version}, but latchkey ${latchkey.version} requires ${range}.`,
          "Install a version in that range.",
          `npm install "${name}@${range}"`
        )
    ]
  })

const checkEffectCopies = (folder: string, latchkey: InstalledPackage): ReadonlyArray<Finding> => {
  const check = "effect-copies"
  const own = readInstalled(folder, "effect")
  if (own === undefined) return [skip(check, "The package effect is not installed.")]
  const dependents = findDependents([folder, latchkey.folder], "effect")
  // A tool may have a private copy. A package with a peer dependency must share the app's.
  const others = dependents.filter(({ copy, isPeer }) => isPeer && copy.folder !== own.folder)
  if (others.length > 0) {
    return [fail(
      check,
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
      check,
      `The bundle in dist contains ${bundled} copies of Effect.`,
      "Let the bundler resolve one copy, and build again.",
      "// vite.config.ts\nexport default { resolve: { dedupe: [\"effect\"] } }"
    )]
  }
  const separate = dependents.filter(({ copy }) => copy.folder !== own.folder)
  return [pass(
    check,
    `The app and latchkey share one copy of effect${bundled === 1 ? ", also in the bundle" : ""}.` +
      (separate.length === 0
        ? ""
        : ` Private copies: ${separate.map(({ copy, name }) => `${name} (${copy.version})`).join(", ")}.`)
  )]
}
