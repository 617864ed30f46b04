/** The default browser as a process. `Browser.test.ts` tests the command that opens it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { waitUntil } from "../support/turns.ts"

const address = "https://app.test/handler/cli-auth-confirm?login_code=abc&x='$(id)'"

/** Opens the URL in a separate process, and returns its output. */
const opened = (env: Readonly<Record<string, string>>) =>
  Effect.promise(() =>
    new Promise<{ readonly output: string; readonly errors: string }>((resolve) => {
      const code = `
        import * as Effect from "effect/Effect"
        import * as Redacted from "effect/Redacted"
        import { Browser } from "latchkey/cli"
        const open = Effect.flatMap(Browser, ({ open }) => open(Redacted.make(${JSON.stringify(address)})))
        console.log(await Effect.runPromise(Effect.match(open, {
          onSuccess: () => "opened",
          onFailure: (error) => [error._tag, error.message, JSON.stringify(error)].join()
        })))`
      const args = ["--input-type=module-typescript", "--eval", code]
      execFile(process.execPath, args, { env }, (_, output, errors) => resolve({ output, errors }))
    })
  )

// Each operating system has its own command; this one is for Linux.
describe.runIf(process.platform === "linux")("the process of the default browser", () => {
  it.live("the default browser's process receives the unchanged URL, and is not awaited", () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "latchkey-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const browser = join(folder, "browser")
      const seen = join(folder, "seen")
      writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${seen}.part && mv ${seen}.part ${seen}\nsleep 1\n`)
      chmodSync(browser, 0o755)
      const { errors, output } = yield* opened({ PATH: process.env["PATH"]!, BROWSER: browser })
      assert.strictEqual(errors, "")
      assert.strictEqual(output, "opened\n")
      yield* waitUntil(() => existsSync(seen))
      assert.strictEqual(readFileSync(seen, "utf8"), address)
    }).pipe(Effect.scoped))
})
