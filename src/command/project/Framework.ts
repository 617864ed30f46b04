import { join } from "node:path"
import { isFile } from "./files.ts"
import type { Manifest } from "./Manifest.ts"

export const frameworks = ["vite", "next", "node", "effect-server"] as const

/** A framework: React with Vite, Next.js, a program for Node, or a server with Effect. */
export type Framework = typeof frameworks[number]

export const frameworkNames: Readonly<Record<Framework, string>> = {
  vite: "Vite with React",
  next: "Next.js",
  node: "Node.js",
  "effect-server": "Effect server"
}

/** Detects a package's framework from its dependencies and files. Returns `undefined` without a sign. */
export const detectFramework = (folder: string, { dependencies }: Manifest): Framework | undefined => {
  const has = (name: string) => dependencies[name] !== undefined
  if (has("next")) return "next"
  if (has("vite") || hasViteConfig(folder)) return has("react") ? "vite" : undefined
  if (has("@effect/platform-node")) return "effect-server"
  if (Object.keys(dependencies).some((name) => otherFrameworks.test(name))) return undefined
  return has("effect") || has("typescript") || isFile(join(folder, "tsconfig.json")) ? "node" : undefined
}

const hasViteConfig = (folder: string) =>
  ["ts", "mts", "js", "mjs"].some((extension) => isFile(join(folder, `vite.config.${extension}`)))

/** Unsupported frameworks for browsers, which may also depend on TypeScript. */
const otherFrameworks =
  /^(?:@angular\/core|@remix-run\/react|@sveltejs\/kit|astro|expo|nuxt|react-native|react-scripts|svelte|vue)$/

/** Returns the unsupported frameworks among the dependencies. */
export const findOtherFrameworks = ({ dependencies }: Manifest): ReadonlyArray<string> =>
  Object.keys(dependencies).filter((name) => otherFrameworks.test(name))
