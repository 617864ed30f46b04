import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { fragmentModules } from "./test/docs/fragmentModules.ts"
import { EnvironmentSequencer } from "./test/support/EnvironmentSequencer.ts"
import { hasSite } from "./test/support/findSite.ts"

const root = import.meta.dirname

/** The conditions of Vite on servers. */
const conditions = ["module", "node", "development|production"]

/** As in the build for Node: failures and their texts are there synchronously, which tests with `TestClock` expect. */
const included = { find: /^(.*)\/(failures|errorTexts)OnDemand\.ts$/, replacement: "$1/$2Included.ts" }

/** Packages that need a host. The project `next` and `npm run test:native` use the real ones. */
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
/** How tests that import the library themselves resolve it. `npm run mutate` does the same. */
export const inProcess = { ...fromSources, resolve: { ...sources, alias: [included, ...fakes] } }

/** The setup of tests that import the library themselves. */
export const setupFiles = [
  "test/support/refuseProcesses.ts",
  "test/support/forgetSignOuts.ts",
  "test/react/configureTestingLibrary.ts"
].map((path) => resolve(root, path))

const react18 = resolve(root, "test/react18/node_modules")

/** The tests of the site need its packages. In CI they fail without them. */
export const isSiteTested = hasSite() || process.env["CI"] !== undefined

/** Tests with more runs or operations than by default take longer. */
const isScaledUp = ["FILE_STORE_OPERATIONS", "PROPERTY_RUNS"].some((name) => process.env[name] !== undefined)

/** The timeout of a test that hangs, in milliseconds. No test comes close to it, even on a busy machine. */
const hangLimit = isScaledUp ? 3_600_000 : 600_000

/**
 * A test that drives a browser runs once more in CI if it fails: on a busy machine, a window loses keys or a request its
 * connection. The report names such a test with "retry x1".
 */
const retry = process.env["CI"] === undefined ? 0 : 1

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
          setupFiles,
          // The setup files reset the only state of the process that another file could change.
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
          setupFiles,
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
          retry,
          include: ["test/docs/*.docs.ts", ...isSiteTested ? ["site/test/**/*.test.ts"] : []],
          globalSetup: ["test/support/buildOnce.ts", "test/docs/warnWithoutSite.ts"]
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
          retry,
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
          retry,
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
