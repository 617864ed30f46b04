/** Runs an example that is a test, with Vitest. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startVitest } from "vitest/node"
import { root } from "../../../scripts/repository.ts"
import type { Code } from "./readme.ts"

/** A test that has passed. */
export interface PassedTest {
  readonly name: string
  readonly millis: number
}

/** Runs the tests of an example. Fails if one of them fails. */
export const runExample = async ({ language, text }: Code): Promise<ReadonlyArray<PassedTest>> => {
  // Within the repository, where "latchkey" is this package.
  const cache = join(root, "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "landing-"))
  const file = join(folder, `example.test.${language}`)
  writeFileSync(file, text)
  const sources = { conditions: ["@latchkey/source", "module", "node", "development|production"] }
  try {
    const vitest = await startVitest("test", [file], {
      config: false,
      watch: false,
      root,
      include: [file],
      exclude: [],
      reporters: [{}],
      maxWorkers: 1
    }, {
      resolve: {
        ...sources,
        alias: [{ find: /^latchkey$/, replacement: join(root, "src/index.ts") }, {
          find: /^latchkey\/emulator$/,
          replacement: join(root, "src/emulator.ts")
        }]
      },
      ssr: { resolve: sources }
    })
    const modules = vitest.state.getTestModules()
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = [
      ...modules.flatMap((module) => module.errors()),
      ...tests.flatMap((test) => test.result().errors ?? [])
    ]
    await vitest.close()
    if (tests.length === 0 || failed.length > 0) {
      throw new Error(`The example of the README fails: ${failed[0]?.message ?? "it has no test"}`)
    }
    return tests.map((test) => ({ name: test.name, millis: test.diagnostic()?.duration ?? 0 }))
  } finally {
    process.exitCode = undefined
    rmSync(folder, { recursive: true, force: true })
  }
}
