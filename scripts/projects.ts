/** The test suites of the repository, and the programs that they need in addition to npm. */
import { findChromium, noChromium } from "../test/browser/support/findChromium.ts"
import { hasRedis, noRedis } from "../test/support/findRedis.ts"

/** A program that tests need. */
export interface Need {
  readonly isHere: () => boolean
  /** What is missing, and how to install it. */
  readonly missing: string
}

type Suites = Readonly<Record<string, Need | undefined>>

const needsChromium: Need = { isHere: () => findChromium() !== undefined, missing: noChromium }

/** The projects of `vitest.config.ts`. */
export const projects: Suites = {
  unit: undefined,
  "react-18": undefined,
  memory: undefined,
  processes: undefined,
  docs: undefined,
  redis: { isHere: hasRedis, missing: noRedis },
  browser: needsChromium,
  next: needsChromium,
  hosts: undefined
}

/** The scripts of `package.json` with tests that Vitest does not run. */
export const scripts: Suites = {
  "test:playwright": needsChromium,
  "test:native": undefined,
  "check:install": undefined,
  "test:init": needsChromium
}
