import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cli, CurrentUser, Session } from "latchkey"
import { CommandLine } from "latchkey/cli"
import { isTerminal } from "../../src/terminal/Output.ts"
import { withSpinner } from "../../src/terminal/withSpinner.ts"
import { device, failure, layerTest, on, signUp } from "../emulator/support.ts"
import { Desk, layerDesk, screenOf } from "./support.ts"

const appUrl = "https://app.test"

const layer = (options?: Parameters<typeof layerDesk>[0]) => Layer.merge(layerTest(), layerDesk(options))

const screen = Effect.map(Desk, ({ written }) => screenOf(written))

/** Starts a command, and waits until it has shown its URL. */
const begun = Effect.fnUntraced(function*<A, E, R>(command: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(Effect.exit(command))
  yield* TestClock.adjust(0)
  const [address = ""] = /https:\S+/.exec(yield* screen) ?? []
  return { fiber, address, loginCode: Cli.parseLoginCode(address)! }
})

const result = <A, E>({ fiber }: { readonly fiber: Fiber.Fiber<Exit.Exit<A, E>> }) => Effect.flatten(Fiber.join(fiber))

/** The terminal's output for a login, above the spinner. */
const textOf = (address: string, loginCode: Redacted.Redacted<string>) =>
  `Open this link to sign in:\n\n  ${address}\n\nCode: ${Cli.displayCode(loginCode)}\n\n`

/** The refresh token of a session in another browser. */
const livingToken = Effect.gen(function*() {
  const { tokens } = yield* on(yield* device())(signUp())
  return tokens.refreshToken
})

describe("signing in from a terminal", () => {
  it.effect("shows the URL and a code to compare, opens the browser, and signs the client in", () =>
    Effect.gen(function*() {
      const terminal = yield* device()
      const run = yield* on(terminal)(begun(CommandLine.signIn({ appUrl })))
      const { address, loginCode } = run
      assert.match(address, /^https:\/\/app\.test\/handler\/cli-auth-confirm\?login_code=[0-9a-z]{45}$/)
      assert.deepStrictEqual((yield* Desk).opened, [address])
      assert.strictEqual(yield* screen, `${textOf(address, loginCode)}⠋ Waiting for confirmation in your browser`)
      const { userId } = yield* signUp()
      yield* Cli.confirm({ loginCode, userId })
      yield* TestClock.adjust(2000)
      yield* result(run)
      assert.strictEqual((yield* on(terminal)(CurrentUser.get({ or: "throw" }))).id, userId)
      assert.strictEqual(yield* screen, textOf(address, loginCode))
    }).pipe(Effect.provide(layer())))

  it.effect("login returns its refresh token, and leaves the client unchanged", () =>
    Effect.gen(function*() {
      const terminal = yield* device()
      const run = yield* on(terminal)(begun(CommandLine.login({ appUrl })))
      const { tokens } = yield* signUp()
      yield* Cli.confirm(run)
      yield* TestClock.adjust(2000)
      assert.strictEqual(Redacted.value(yield* result(run)), Redacted.value(tokens.refreshToken))
      assert.strictEqual((yield* on(terminal)(Session.state))._tag, "SignedOut")
    }).pipe(Effect.provide(layer())))

  it.effect("continues if no browser can be opened", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl }))
      assert.lengthOf((yield* Desk).opened, 1)
      yield* Cli.complete({ loginCode: run.loginCode, refreshToken: yield* livingToken })
      yield* TestClock.adjust(2000)
      yield* result(run)
      assert.strictEqual(yield* screen, textOf(run.address, run.loginCode))
    }).pipe(Effect.provide(layer({ hasBrowser: false }))))

  it.effect("does not wait for a browser that opens slowly", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl }))
      assert.lengthOf((yield* Desk).opened, 1)
      assert.include(yield* screen, "⠋ Waiting for confirmation in your browser")
      yield* Cli.complete({ loginCode: run.loginCode, refreshToken: yield* livingToken })
      yield* TestClock.adjust(2000)
      yield* result(run)
    }).pipe(Effect.provide(layer({ isStuck: true }))))

  it.effect("opens no browser if disabled", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl, openBrowser: false }))
      assert.include(yield* screen, "⠋ Waiting for confirmation in your browser")
      assert.lengthOf((yield* Desk).opened, 0)
      yield* Fiber.interrupt(run.fiber)
    }).pipe(Effect.provide(layer())))

  it.effect("writes only the URL without a terminal, and opens nothing", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl }))
      yield* Cli.complete({ loginCode: run.loginCode, refreshToken: yield* livingToken })
      yield* TestClock.adjust(2000)
      yield* result(run)
      const { opened, written } = yield* Desk
      assert.lengthOf(opened, 0)
      assert.strictEqual(written.join(""), textOf(run.address, run.loginCode))
    }).pipe(Effect.provide(layer({ isInteractive: false }))))

  it.effect("passes its options on, and fails with the login's error on a clean line", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl, expiresIn: "3 seconds", waitTime: "1 second" }))
      yield* TestClock.adjust(3000)
      assert.strictEqual((yield* failure(result(run)))._tag, "CliAuthExpiredError")
      assert.strictEqual(yield* screen, textOf(run.address, run.loginCode))
    }).pipe(Effect.provide(layer())))

  it.effect("writes nothing if the login does not start", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(CommandLine.signIn({ appUrl: "" })))._tag, "InvalidOptions")
      assert.deepStrictEqual((yield* Desk).written, [])
    }).pipe(Effect.provide(layer())))

  it.effect("shows no token in any output", () =>
    Effect.gen(function*() {
      const run = yield* begun(CommandLine.signIn({ appUrl }))
      const { tokens } = yield* signUp()
      yield* Cli.confirm(run)
      yield* TestClock.adjust(2000)
      yield* result(run)
      const { written } = yield* Desk
      for (const token of [tokens.refreshToken, tokens.accessToken!]) {
        assert.notInclude(written.join(""), Redacted.value(token))
      }
    }).pipe(Effect.provide(layer())))
})

describe("the spinner", () => {
  const text = "Waiting"
  const clear = "\r\u001b[2K"
  const drawn = Array.from("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", (frame) => `\r${frame} Waiting`)
  const written = Effect.map(Desk, ({ written }) => written)

  it.effect("draws a frame every 80 ms in order, and starts again after the last", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(withSpinner(Effect.never, { from: Effect.void, text }))
      yield* TestClock.adjust(79)
      assert.deepStrictEqual(yield* written, drawn.slice(0, 1))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* written, drawn.slice(0, 2))
      yield* TestClock.adjust(800)
      assert.deepStrictEqual(yield* written, [...drawn, ...drawn.slice(0, 2)])
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(layerDesk())))

  const ends = {
    success: Effect.delay(Effect.succeed(1), 100),
    failure: Effect.delay(Effect.fail("no"), 100),
    defect: Effect.delay(Effect.die("broken"), 100)
  }
  for (const [how, effect] of Object.entries(ends)) {
    it.effect(`clears its line after a ${how}, which it passes on, and draws no more`, () =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.exit(withSpinner(effect, { from: Effect.void, text })))
        yield* TestClock.adjust(1000)
        const plain = yield* Effect.forkChild(Effect.exit(effect))
        yield* TestClock.adjust(100)
        assert.deepStrictEqual(yield* Fiber.join(fiber), yield* Fiber.join(plain))
        assert.deepStrictEqual(yield* written, [...drawn.slice(0, 2), clear])
      }).pipe(Effect.provide(layerDesk())))
  }

  it.effect("clears its line when it is interrupted, and interrupts its effect", () =>
    Effect.gen(function*() {
      let interrupted = false
      const effect = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (interrupted = true)))
      const fiber = yield* Effect.forkChild(withSpinner(effect, { from: Effect.void, text }))
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust(1000)
      assert.isTrue(interrupted)
      assert.deepStrictEqual(yield* written, [drawn[0]!, clear])
    }).pipe(Effect.provide(layerDesk())))

  it.effect("spinner: prints nothing if the work ends within its delay", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(withSpinner(Effect.sleep(100), { from: Effect.never, text }))
      yield* TestClock.adjust(1000)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* written, [])
    }).pipe(Effect.provide(layerDesk())))

  it.effect("draws nothing without a terminal", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(withSpinner(Effect.sleep(100), { from: Effect.void, text }))
      yield* TestClock.adjust(1000)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* written, [])
    }).pipe(Effect.provide(layerDesk({ isInteractive: false }))))
})

describe("standard output", () => {
  it("is interactive on a capable terminal, and never in continuous integration", () => {
    assert.isTrue(isTerminal({ isTTY: true }, {}))
    assert.isTrue(isTerminal({ isTTY: true }, { CI: "false", TERM: "xterm" }))
    assert.isFalse(isTerminal({}, {}))
    assert.isFalse(isTerminal({ isTTY: true }, { TERM: "dumb" }))
    for (const CI of ["true", "1", "GitHub"]) assert.isFalse(isTerminal({ isTTY: true }, { CI }))
  })
})
