import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { fragmentsOf } from "./test/support/fragments.ts"

// The first condition makes "latchkey", "latchkey/server", … mean src/*.ts, so that tests need no build; the others are
// what Vite uses on servers anyway.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

const react18 = resolve(import.meta.dirname, "test/react18/node_modules")

/** Makes modules of the tests that stand in the docs: `docs:<page>/<index>.ts` is the fragment of that index. */
const docs = {
  name: "docs",
  resolveId: (id: string) => id.startsWith("docs:") ? id : null,
  load: (id: string) => {
    const [, page, index] = /^docs:(.+)\/(\d+)\.ts$/.exec(id) ?? []
    if (page === undefined) return null
    return fragmentsOf(readFileSync(resolve(import.meta.dirname, page), "utf8"))[Number(index)]!
  }
}

export default defineConfig({
  plugins: [docs],
  resolve: {
    conditions,
    // As in the build for Node: the outcome of a failure is synchronous, which tests with TestClock expect.
    alias: [
      { find: /^(.*)\/failuresOnDemand\.ts$/, replacement: "$1/failuresIncluded.ts" },
      // Next.js is not installed here. `npm run test:next` tests the real one.
      {
        find: /^next\/(cache|headers|navigation|server)(?:\.js)?$/,
        replacement: resolve(import.meta.dirname, "test/next/fakes/$1.ts")
      },
      // Expo's packages need a device. `npm run test:native` compiles with the real ones.
      {
        find: /^(expo-(?:crypto|linking|secure-store|web-browser))$/,
        replacement: resolve(import.meta.dirname, "test/native/fakes/$1.ts")
      }
    ]
  },
  ssr: { resolve: { conditions } },
  test: {
    // Nothing waits for real time; a busy machine may take long over a property of a thousand runs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No module of the library or of a test holds what another file could change, so that files may share what they load.
    isolate: false,
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "latchkey",
          include: ["{test,examples}/**/*.test.{ts,tsx}"],
          typecheck: {
            enabled: true,
            include: ["test/types/**/*.test-d.{ts,tsx}"],
            tsconfig: "./tsconfig.json",
            // Errors outside the type tests are reported by `npm run check`.
            ignoreSourceErrors: true
          }
        }
      },
      {
        // The oldest React that the adapter is for.
        extends: true,
        resolve: {
          alias: [{ find: /^(react|react-dom)(?=\/|$)/, replacement: `${react18}/$1` }]
        },
        test: {
          name: "react 18",
          include: ["test/react/**/*.test.tsx"],
          env: { REACT_OF_TESTS: "18." },
          server: { deps: { inline: [/@testing-library\/react/] } }
        }
      }
    ]
  }
})
