import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Cli, CurrentUser, Session, Sessions } from "latchkey"
import { device, email, failure, layerTest, on, refusalOf, signUp, tagsOf } from "../../emulator/support.ts"
import { codePoint } from "../../support/codePoint.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { layerClient, layerWire, Wire } from "../../support/Wire.ts"

describe("the code in a URL", () => {
  const codeOf = (address: string) => {
    const code = Cli.parseLoginCode(address)
    return code && Redacted.value(code)
  }

  it("is the decoded parameter", () => {
    assert.strictEqual(codeOf("https://app.test/handler/cli-auth-confirm?login_code=a%20b%26c"), "a b&c")
    assert.strictEqual(codeOf("/handler/cli-auth-confirm?x=1&login_code=abc#login_code=d"), "abc")
    assert.strictEqual(codeOf("?login_code=abc&login_code=def"), "abc")
  })

  it("is undefined without the parameter", () => {
    for (
      const address of [
        "",
        "/",
        "?",
        "?login_code",
        "?login_code=",
        "?Login_Code=a",
        "#login_code=a",
        "https://",
        "http://[",
        "\0"
      ]
    ) {
      assert.isUndefined(codeOf(address), address)
    }
  })

  it("is redacted", () => {
    assert.notInclude(JSON.stringify(Cli.parseLoginCode("?login_code=abc")), "abc")
  })

  it("is a string or undefined for any URL", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.webUrl(),
          fc.string({ unit: codePoint }).map((s) => `/?login_code=${s}`)
        ),
        (address) => codeOf(address) !== ""
      ),
      { numRuns: runsOf(100) }
    )
    // Untyped code can do this.
    for (const value of [undefined, null, 7, {}] as ReadonlyArray<unknown> as ReadonlyArray<string>) {
      assert.isUndefined(codeOf(value))
    }
  })
})

describe("the code shown for comparison", () => {
  it("is the start of the login code, limited to letters and digits", () => {
    const cases = [
      ["0a1b2c3d4e", "0A1-B2C"],
      ["abc", "ABC"],
      ["abcd", "ABC-D"],
      ["", ""],
      ["\u001b[2Ja<b>c", "2JA-BC"]
    ] as const
    for (const [code, shown] of cases) assert.strictEqual(Cli.displayCode(Redacted.make(code)), shown)
  })
})

/** An attempt started by another device, and the result of its next poll. */
const attempted = Effect.gen(function*() {
  const terminal = yield* device()
  const attempt = yield* on(terminal)(Cli.start())
  return { ...attempt, status: Effect.map(on(terminal)(Cli.poll(attempt)), ({ status }) => status), terminal }
})

describe("confirming an attempt", () => {
  it.effect("gives the signed-in user's session to the polling device", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode, terminal } = yield* attempted
      const { tokens } = yield* signUp()
      yield* Cli.confirm({ loginCode })
      const answer = yield* on(terminal)(Cli.poll({ pollingCode }))
      assert(answer.status === "success")
      assert.strictEqual(Redacted.value(answer.refreshToken), Redacted.value(tokens.refreshToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("shares one session: the list of sessions has no other, and a sign-out ends it for both", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* attempted
      yield* signUp()
      yield* Cli.confirm({ loginCode })
      const answer = yield* Cli.poll({ pollingCode })
      assert(answer.status === "success")
      assert.lengthOf(yield* Sessions.list, 1)
      const terminal = yield* device({ refreshToken: answer.refreshToken })
      yield* Session.signOut
      assert.isNull(yield* on(terminal)(CurrentUser.get()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user, and otherwise sends no request", () =>
    Effect.gen(function*() {
      const error = yield* failure(Cli.confirm({ loginCode: Redacted.make("l") }))
      assert.strictEqual(error._tag, "UserAuthenticationRequired")
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => assert.fail("nothing is sent"))))))

  it.effect("confirming requires the user that the page showed", () =>
    Effect.gen(function*() {
      const { loginCode, status } = yield* attempted
      const { userId } = yield* signUp()
      yield* signUp("eve@example.com")
      const error = yield* failure(Cli.confirm({ loginCode, userId }))
      assert.strictEqual(error._tag, "UserAuthenticationRequired")
      assert.strictEqual(yield* status, "waiting")
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not share a session that has ended", () =>
    Effect.gen(function*() {
      const { loginCode, status } = yield* attempted
      const { tokens, userId } = yield* signUp()
      const elsewhere = yield* device(tokens)
      yield* on(elsewhere)(Session.signOut)
      yield* TestClock.adjust("10 minutes")
      const error = yield* failure(Cli.confirm({ loginCode, userId }))
      assert.strictEqual(error._tag, "UserAuthenticationRequired")
      assert.strictEqual(yield* status, "waiting")
    }).pipe(Effect.provide(layerTest())))

  it.effect("confirming refreshes an expired access token first", () =>
    Effect.gen(function*() {
      const { loginCode, status } = yield* attempted
      const { userId } = yield* signUp()
      yield* TestClock.adjust("30 minutes")
      yield* Cli.confirm({ loginCode, userId })
      assert.strictEqual(yield* status, "success")
    }).pipe(Effect.provide(layerTest())))

  it.effect("case 29: a login code used by one account is refused to another account, without details", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode, terminal } = yield* attempted
      const first = yield* signUp(email)
      yield* Cli.confirm({ loginCode })
      yield* signUp("eve@example.com")
      const error = yield* failure(Cli.confirm({ loginCode }))
      assert.strictEqual(tagsOf(error), "ApiError/RequestRefused")
      assert.strictEqual(refusalOf(error).status, 400)
      const answer = yield* on(terminal)(Cli.poll({ pollingCode }))
      assert(answer.status === "success")
      assert.strictEqual(Redacted.value(answer.refreshToken), Redacted.value(first.tokens.refreshToken))
    }).pipe(Effect.provide(layerTest())))
})
