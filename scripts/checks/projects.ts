/** Checks that each test file belongs to a project of `vitest.config.ts`, and that each project is in `scripts/projects.ts`. */
import { matchesGlob } from "node:path"
import config, { isSiteTested } from "../../vitest.config.ts"
import { projects } from "../projects.ts"
import type { Problem, Repository } from "./Repository.ts"

const folders = ["test", "examples", ...isSiteTested ? ["site/test"] : []]

/** Files of other runners, and those that tests run themselves. */
const others = ["test/playwright/**", "test/mutate/fixture/**", "test/replay/fixture/**"]

/** The name of a test file, such as `cache.memory.ts`. */
const testName = /\.(?!config\.)[a-z\d-]+\.tsx?$/

interface Project {
  readonly name: string
  readonly include: ReadonlyArray<string>
  readonly typecheck?: { readonly include: ReadonlyArray<string> }
}

/** The projects of the configuration. Sound: each is an object with a name and the files that it includes. */
const configured = (config as unknown as {
  readonly test: { readonly projects: ReadonlyArray<{ readonly test: Project }> }
}).test.projects.map(({ test }) => test)

export const checkProjects = ({ filesAt }: Repository): ReadonlyArray<Problem> => {
  const names = configured.map(({ name }) => name)
  const patterns = configured.flatMap(({ include, typecheck }) => [...include, ...typecheck?.include ?? []])
  const files = folders.flatMap(filesAt).filter((path) => testName.test(path))
  if (files.length < 400) return [{ path: "test", message: `has only ${files.length} test files` }]
  return [
    ...names.filter((name) => !(name in projects)).map((name) => ({
      path: "scripts/projects.ts",
      message: `does not list the project "${name}" of vitest.config.ts`
    })),
    ...Object.keys(projects).filter((name) => !names.includes(name)).map((name) => ({
      path: "vitest.config.ts",
      message: `has no project "${name}" of scripts/projects.ts`
    })),
    ...files.filter((path) => ![...patterns, ...others].some((pattern) => matchesGlob(path, pattern))).map((path) => ({
      path,
      message: "belongs to no project of vitest.config.ts, so it never runs; rename it"
    }))
  ]
}
