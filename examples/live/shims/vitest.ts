/** The part of `vitest` that the examples use, in a page. Declaring a test runs it. */
import { assert, expect } from "chai"

export { assert, expect }

type Hook = () => unknown

const before: Array<Hook> = []
const after: Array<Hook> = []

export const beforeEach = (hook: Hook): void => void before.push(hook)
export const afterEach = (hook: Hook): void => void after.push(hook)
export const beforeAll = beforeEach
export const afterAll = afterEach
export const describe = (_: string, define: () => void): void => define()

/** The tests of the example, one after the other. */
let running: Promise<void> = Promise.resolve()

/** Waits for the tests that the example has declared. */
export const finishTests = (): Promise<void> => running

/** Runs a test, and prints its result and time. */
export const it = (name: string, test: () => unknown): void => {
  running = running.then(async () => {
    const start = performance.now()
    try {
      for (const hook of before) await hook()
      await test()
      console.log(`✓ ${name} (${Math.round(performance.now() - start)} ms)`)
    } catch (error) {
      console.error(`✗ ${name}`, error)
    } finally {
      for (const hook of after) await hook()
    }
  })
}

export const test = it
