import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"

/** Runs an example like `npm start`, in a separate process. */
const run = (...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly output: string; readonly errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=@latchkey/source", ...args],
      (_, output, errors) => resolve({ code: child.exitCode ?? -1, output, errors })
    )
  })

describe("the tour", () => {
  it("runs every step over HTTP and exits with 0", async () => {
    const { code, errors, output } = await run("examples/tour.ts")
    assert.strictEqual(errors, "")
    assert.strictEqual(code, 0)
    assert.match(output, /http:\/\/127\.0\.0\.1:\d+/)
    assert.match(output, /All \d+ steps passed\./)
  })

  it("prints no token and no password", async () => {
    const { output } = await run("examples/tour.ts")
    assert.notMatch(output, /eyJ|correct horse|newer password|ssk_|sk_[0-9a-z]{20}/)
  })

  it("names the step with a wrong result, and exits with 1", async () => {
    const { code, errors } = await run("--import", "./test/support/refuse-patch.ts", "examples/tour.ts")
    assert.strictEqual(code, 1)
    assert.include(errors, "The step \"Read and change the current user\" failed")
  })
})
