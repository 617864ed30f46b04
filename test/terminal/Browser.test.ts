import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { Browser } from "latchkey/cli"
import { inspect } from "node:util"
import { fakeChildren } from "../support/fakeChild.ts"
import { waitUntil } from "../support/turns.ts"

const address = "https://app.test/handler/cli-auth-confirm?login_code=abc&x='$(id)'"

/** Opens the URL, and returns the child process and the fiber. */
const opening = Effect.gen(function*() {
  const children = yield* fakeChildren
  const { open } = yield* Browser
  const fiber = yield* Effect.forkChild(Effect.result(open(Redacted.make(address))))
  yield* waitUntil(() => children.length === 1)
  return { child: children[0]!, fiber }
})

// Each operating system has its own command; this one is for Linux.
describe.runIf(process.platform === "linux")("the default browser", () => {
  it.effect("receives the unchanged URL, and is not awaited", () =>
    Effect.gen(function*() {
      const { child, fiber } = yield* opening
      assert.deepStrictEqual(child.command.slice(1), [address])
      assert.deepInclude(child.options, { detached: true, stdio: "ignore" })
      assert.isNotTrue(child.options.shell)
      child.emit("spawn")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "Success")
      assert.isTrue(child.isUnreferenced)
    }))

  it.effect("a browser that cannot be opened causes an error without the URL", () =>
    Effect.gen(function*() {
      const { child, fiber } = yield* opening
      child.emit("error", new Error(`spawn xdg-open ${address} ENOENT`))
      const result = yield* Fiber.join(fiber)
      assert(result._tag === "Failure")
      assert.deepStrictEqual([result.failure._tag, result.failure.message], [
        "BrowserNotOpened",
        "Couldn't open a browser"
      ])
      assert.notInclude(inspect(result.failure, { depth: null }) + JSON.stringify(result.failure), "login_code")
    }))
})
