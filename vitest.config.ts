import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { fragmentModules } from "./test/docs/fragmentModules.ts"
import { EnvironmentSequencer } from "./test/support/EnvironmentSequencer.ts"

const root = import.meta.dirname

/** The conditions of Vite on servers. */
const conditions = ["module", "node", "development|production"]

/** As in the build for Node: failures are reported synchronously, which tests with `TestClock` expect. */
const synchronousFailures = { find: /^(.*)\/failuresOnDemand\.ts$/, replacement: "$1/failuresIncluded.ts" }

/** Packages that need a host: the projects `next` and `npm run test:native` use the real ones. */
const fakes = [
  {
    find: /^next\/(cache|headers|navigation|server)(?:\.js)?$/,
    replacement: resolve(root, "test/next/fakes/$1.ts")
  },
  {
    find: /^(expo-(?:crypto|linking|secure-store|web-browser))$/,
    replacement: resolve(root, "test/native/fakes/$1.ts")
  }
]

/** "latchkey" means the sources, so that no test needs a build. */
const sources = { conditions: ["@latchkey/source", ...conditions] }
const fromSources = { resolve: sources, ssr: { resolve: sources } }
/** How tests in this process load the library. `npm run mutate` does the same. */
export const inProcess = { ...fromSources, resolve: { ...sources, alias: [synchronousFailures, ...fakes] } }

const react18 = resolve(root, "test/react18/node_modules")

/** The tests of the site need its packages, which `npm run docs` installs. */
const hasSite = existsSync(resolve(root, "site/node_modules"))

/** Ends a test that hangs. No test comes close to it, even on a busy machine; the session file tests at full scale take longer. */
const hangLimit = process.env["FILE_STORE_OPERATIONS"] === undefined ? 600_000 : 3_600_000

/** The projects. `npm test` runs `unit`; see CONTRIBUTING.md. */
export default defineConfig({
  test: {
    testTimeout: hangLimit,
    hookTimeout: hangLimit,
    teardownTimeout: hangLimit,
    maxWorkers: "100%",
    sequence: { sequencer: EnvironmentSequencer },
    projects: [
      {
        ...inProcess,
        extends: true,
        test: {
          name: "unit",
          include: ["{test,examples}/**/*.test.{ts,tsx}"],
          setupFiles: ["test/support/refuseProcesses.ts"],
          // No module of the library or of a test holds state that another file could change.
          isolate: false,
          typecheck: {
            enabled: true,
            include: ["test/types/**/*.test-d.{ts,tsx}"],
            tsconfig: "./test/types/tsconfig.json",
            // Errors outside the type tests are reported by `npm run check`.
            ignoreSourceErrors: true
          }
        }
      },
      {
        // The oldest React that the adapter is for.
        ...inProcess,
        extends: true,
        resolve: {
          ...inProcess.resolve,
          alias: [
            ...inProcess.resolve.alias,
            { find: /^(react|react-dom)(?=\/|$)/, replacement: `${react18}/$1` }
          ]
        },
        test: {
          name: "react-18",
          include: ["test/react/**/*.test.tsx"],
          setupFiles: ["test/support/refuseProcesses.ts"],
          isolate: false,
          env: { REACT_OF_TESTS: "18." },
          server: { deps: { inline: [/@testing-library\/react/] } }
        }
      },
      {
        ...inProcess,
        extends: true,
        test: { name: "memory", include: ["test/**/*.memory.ts"], sequence: { groupOrder: 1 }, maxWorkers: 1 }
      },
      {
        ...inProcess,
        extends: true,
        test: {
          name: "processes",
          include: ["test/**/*.process.{ts,tsx}"],
          globalSetup: ["test/support/buildOnce.ts"]
        }
      },
      {
        // "latchkey" means the build.
        extends: true,
        plugins: [fragmentModules],
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: "docs",
          include: ["test/docs/*.docs.ts", ...hasSite ? ["site/test/**/*.test.ts"] : []],
          globalSetup: ["test/support/buildOnce.ts"]
        }
      },
      {
        ...fromSources,
        extends: true,
        test: { name: "redis", include: ["test/redis/*.redis.ts"] }
      },
      {
        ...fromSources,
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/*.browser.ts"],
          globalSetup: ["test/browser/support/setup.ts"],
          // A worker builds the playground once.
          isolate: false
        }
      },
      {
        ...fromSources,
        extends: true,
        test: {
          name: "next",
          include: ["test/next-app/*.next.ts"],
          globalSetup: ["test/support/buildOnce.ts"]
        }
      },
      {
        ...inProcess,
        extends: true,
        test: {
          name: "hosts",
          include: ["examples/hosts/*.spec.ts"],
          globalSetup: ["examples/hosts/setup.ts"]
        }
      }
    ]
  }
})
