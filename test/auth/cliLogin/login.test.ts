import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cli, CurrentUser, Session, TokenStore } from "latchkey"
import { device, failure, layerTest, on, signUp, tagsOf } from "../../emulator/support.ts"
import { type Answer, connectionReset, knownError, layerClient, layerWire, response, Wire } from "../../support/Wire.ts"
import { isStart, layerPolls, login, polls, started, succeeded, textOf, timed, waiting } from "./support.ts"

describe("the URL that the user opens", () => {
  const addressFor = (options: Partial<Cli.LoginOptions>, loginCode = "l") =>
    Effect.gen(function*() {
      let address: Redacted.Redacted<string> | undefined
      const open = (url: Redacted.Redacted<string>) => Effect.sync(() => void (address = url))
      yield* login({ ...options, open })
      assert.notInclude(JSON.stringify(address), loginCode)
      return Redacted.value(address!)
    }).pipe(Effect.provide(layerPolls([succeeded], response(200, { ...started, login_code: loginCode }))))

  it.effect("the URL is the app's confirmation page with the login code", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* addressFor({}), "https://app.test/handler/cli-auth-confirm?login_code=l")
      const cases = [
        [{ appUrl: "https://app.test/" }, "https://app.test/handler/cli-auth-confirm?login_code=l"],
        [{ appUrl: "http://localhost:3000" }, "http://localhost:3000/handler/cli-auth-confirm?login_code=l"],
        [{ appUrl: "https://app.test/below//" }, "https://app.test/below/handler/cli-auth-confirm?login_code=l"],
        [{ appUrl: "https://app.test/?a=1#b" }, "https://app.test/handler/cli-auth-confirm?login_code=l"],
        [{ urls: { handler: "/auth/" } }, "https://app.test/auth/cli-auth-confirm?login_code=l"],
        [{ urls: { cliAuthConfirm: "device/code" } }, "https://app.test/device/code?login_code=l"],
        [{ urls: { cliAuthConfirm: "/device?lang=en" } }, "https://app.test/device?lang=en&login_code=l"],
        [{ urls: { cliAuthConfirm: "https://id.test/device" } }, "https://id.test/device?login_code=l"]
      ] as const
      for (const [options, address] of cases) assert.strictEqual(yield* addressFor(options), address)
    }))

  it.effect("login: fails without `appUrl`, even if the confirmation page is on another site", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(login({ appUrl: "", urls: { cliAuthConfirm: "https://id.test/device" } }))
      assert.deepInclude(error, { _tag: "InvalidOptions", option: "appUrl" })
    }).pipe(Effect.provide(layerPolls([succeeded]))))

  it.effect("the URL contains the encoded login code", () =>
    Effect.gen(function*() {
      const code = "a b&c=d#e/f?g%h+\u001b[2Jü"
      const address = yield* addressFor({}, code)
      assert.match(address, /^https:\/\/app\.test\/handler\/cli-auth-confirm\?login_code=[\w%+.-]+$/)
      assert.strictEqual(Redacted.value(Cli.parseLoginCode(address)!), code)
    }))

  it.effect("the URL is passed to its handler before the first poll, and the handler's error fails the login", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(
        Cli.login({ appUrl: "https://app.test", open: () => Effect.fail("no terminal" as const) })
      )
      assert.strictEqual(error, "no terminal")
      assert.deepStrictEqual(yield* polls, [])
    }).pipe(Effect.provide(layerPolls([succeeded]))))
})

describe("options", () => {
  const wrong: ReadonlyArray<Partial<Cli.LoginOptions>> = [
    ...[-1, -0.001, NaN, Infinity, 2_147_483_648, "Infinity" as const].map((waitTime) => ({ waitTime })),
    ...[-1, NaN].map((maxAttempts) => ({ maxAttempts })),
    { expiresIn: "Infinity" },
    { expiresIn: NaN },
    ...["", "/", "app.test", "ftp://app.test", "xhttps://app.test", "javascript:alert(1)", "https://"].map((
      appUrl
    ) => ({ appUrl })),
    { urls: { cliAuthConfirm: "javascript:alert(1)" } }
  ]

  for (const options of wrong) {
    it.effect(`invalid options are refused before a request is sent: ${Object.entries(options).flat(2).map(inspect)}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(login(options))
        assert(error._tag === "InvalidOptions")
        assert.strictEqual(error.option, "urls" in options ? "appUrl" : Object.keys(options)[0])
        assert.include(error.message, error.option)
        assert.lengthOf((yield* Wire).requests, 0)
      }).pipe(Effect.provide(layerPolls([succeeded]))))
  }

  it.effect("login: an option out of its range fails with the bounds", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(login({ waitTime: -1 }))
      assert.strictEqual(error.message, "The option waitTime must be a non-negative number of at most 2147483647 ms")
    }).pipe(Effect.provide(layerPolls([succeeded]))))

  it.effect("login: accepts options at either bound", () =>
    Effect.gen(function*() {
      for (const waitTime of [0, 2_147_483_647]) {
        assert.strictEqual(Redacted.value(yield* timed(login({ waitTime, expiresIn: "25 days" }), 2_147_483_647)), "r")
      }
    }).pipe(Effect.provide(layerClient(layerWire((request, index) =>
      isStart(request) ? response(200, started) : index % 3 === 1 ? waiting : succeeded
    )))))

  it.effect("login: sends the attempt's lifetime to the service", () =>
    Effect.gen(function*() {
      yield* login({ expiresIn: "10 minutes" })
      yield* login()
      const { calls } = yield* Wire
      assert.deepStrictEqual(
        calls.filter(isStart).map(({ body }) => JSON.parse(body!)),
        [{ expires_in_millis: 600_000 }, {}]
      )
    }).pipe(Effect.provide(layerPolls([succeeded]))))
})

function inspect(value: unknown): string {
  return typeof value === "string" ? value : String(typeof value === "object" ? JSON.stringify(value) : value)
}

describe("polling", () => {
  it.effect("starts immediately, and waits two seconds after each poll, to the millisecond", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(login())
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* polls, [0])
      yield* TestClock.adjust(1999)
      assert.deepStrictEqual(yield* polls, [0])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* polls, [0, 2000])
      yield* TestClock.adjust(2000)
      assert.strictEqual(Redacted.value(yield* Fiber.join(fiber)), "r")
      assert.deepStrictEqual(yield* polls, [0, 2000, 4000])
    }).pipe(Effect.provide(layerPolls([waiting, waiting, succeeded]))))

  it.effect("login: waits after the last poll, and then fails", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(login({ maxAttempts: 3, waitTime: 700 })))
      yield* TestClock.adjust(2099)
      assert.isUndefined(fiber.pollUnsafe())
      assert.deepStrictEqual(yield* polls, [0, 700, 1400])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(textOf(yield* Fiber.join(fiber)), [
        "CliAuthError",
        "Sign-in wasn't confirmed in time. Try again."
      ])
      assert.lengthOf(yield* polls, 3)
    }).pipe(Effect.provide(layerPolls([waiting]))))

  it.effect("sends 10,000 polls if permitted, and no more", () =>
    Effect.gen(function*() {
      const error = yield* timed(Effect.flip(login({ maxAttempts: 10_000, waitTime: 1 })), 10_000)
      assert.strictEqual(error._tag, "CliAuthError")
      assert.lengthOf(yield* polls, 10_000)
    }).pipe(Effect.provide(layerPolls([waiting]))))

  it.effect("login: sends no poll with `maxAttempts: 0`", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        (yield* Effect.flip(login({ maxAttempts: 0 }))).message,
        "Sign-in wasn't confirmed in time. Try again."
      )
      assert.deepStrictEqual(yield* polls, [])
    }).pipe(Effect.provide(layerPolls([succeeded]))))

  it.effect("polling ends when the login is interrupted, even during a request", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(login())
      yield* TestClock.adjust(5000)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust(60_000)
      assert.lengthOf(yield* polls, 2)
      assert.strictEqual((yield* Wire).aborted, 1)
    }).pipe(Effect.provide(layerPolls([waiting, Effect.never]))))
})

describe("case 29: the outcomes of a login", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Answer>, string, string]> = [
    [
      "an attempt that expired",
      [waiting, response(200, { status: "expired" })],
      "CliAuthExpiredError",
      "This sign-in has expired. Try again."
    ],
    [
      "a token that was handed out before",
      [response(200, { status: "used" })],
      "CliAuthUsedError",
      "This sign-in has already been completed. Start again."
    ],
    [
      "a denial, which a newer service might know",
      [response(200, { status: "denied" })],
      "CliAuthError",
      "The service returned an unknown sign-in status"
    ],
    ["no status at all", [response(200, {})], "CliAuthError", "The service returned an unknown sign-in status"],
    [
      "a status that is no text",
      [response(200, { status: 7 })],
      "CliAuthError",
      "The service returned an unknown sign-in status"
    ],
    [
      "a success with the status of the others",
      [response(200, { status: "success", refresh_token: "r" })],
      "CliAuthError",
      "The service returned an unknown sign-in status"
    ]
  ]

  for (const [what, answers, tag, text] of cases) {
    it.effect(`the outcome of ${what} is ${tag}`, () =>
      Effect.gen(function*() {
        const error = yield* timed(Effect.flip(login()))
        assert.deepStrictEqual(textOf(error), [tag, text])
        assert.deepInclude(error, { details: {} })
        assert.lengthOf(yield* polls, answers.length)
      }).pipe(Effect.provide(layerPolls(answers))))
  }

  it.effect("a waiting response is accepted with any success status", () =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* timed(login())), "r")
    }).pipe(Effect.provide(layerPolls([response(201, { status: "waiting" }), succeeded]))))

  it.effect("a success without a token is an invalid response", () =>
    Effect.gen(function*() {
      assert.strictEqual(tagsOf(yield* failure(login())), "ApiError/InvalidResponse")
    }).pipe(Effect.provide(layerPolls([response(201, { status: "success" })]))))

  it.effect("a polling code unknown to the service keeps its error", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(login()))._tag, "InvalidPollingCodeError")
    }).pipe(Effect.provide(layerPolls([knownError("INVALID_POLLING_CODE", 400)]))))

  it.effect("a refused start has its status and text", () =>
    Effect.gen(function*() {
      for (const [status, text] of [[400, "No such thing"], [403, "Not here"], [503, "Down for today"]] as const) {
        const error = yield* failure(login()).pipe(Effect.provide(layerPolls([], response(status, text))))
        assert.deepStrictEqual(textOf(error), ["CliAuthError", `Couldn't start the sign-in: ${status} ${text}`])
      }
    }))

  it.effect("a start refused by a known error, by the project's keys or for lack of a user keeps its error", () =>
    Effect.gen(function*() {
      const cases = [
        [knownError("SCHEMA_ERROR", 400, { message: "too long" }), "RequestSchemaError"],
        [
          knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, { project_id: "p" }),
          "ApiError/ProjectRefused/InvalidPublishableClientKey"
        ],
        [connectionReset, "ApiError/NetworkFailure"]
      ] as const
      for (const [answer, tags] of cases) {
        assert.strictEqual(tagsOf(yield* failure(login()).pipe(Effect.provide(layerPolls([], answer)))), tags)
      }
    }))
})

describe("a poll that does not reach the service", () => {
  it.effect("a poll without a response counts as an attempt, and the next poll is sent", () =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* timed(login())), "r")
      assert.deepStrictEqual(yield* polls, [0, 2000, 4000, 6000])
    }).pipe(Effect.provide(layerPolls([waiting, connectionReset, response(502, "Bad gateway"), succeeded]))))

  it.effect("a poll without a response is retried within `maxAttempts`", () =>
    Effect.gen(function*() {
      const error = yield* timed(Effect.flip(login({ maxAttempts: 5 })))
      assert.strictEqual(error.message, "Sign-in wasn't confirmed in time. Try again.")
      assert.lengthOf(yield* polls, 5)
    }).pipe(Effect.provide(layerPolls([connectionReset]))))

  it.effect("a poll to a busy service is sent once, and again after the next wait", () =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* timed(login())), "r")
      assert.deepStrictEqual(yield* polls, [0, 2000, 5000])
    }).pipe(Effect.provide(layerPolls([response(429, ""), response(429, "", { "retry-after": "1" }), succeeded]))))

  it.effect("polling waits as long as the service requests", () =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* timed(login())), "r")
      assert.deepStrictEqual(yield* polls, [0, 302_000])
    }).pipe(Effect.provide(layerPolls([response(429, "", { "retry-after": "300" }), succeeded]))))

  it.effect("ends the login if the service requests a wait beyond the attempt's expiry", () =>
    Effect.gen(function*() {
      assert.strictEqual(tagsOf(yield* failure(login())), "ApiError/RateLimited")
    }).pipe(Effect.provide(layerPolls([response(429, "", { "retry-after": "999999" })]))))

  it.effect("a lost poll response with the token ends the login with CliAuthUsedError", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* timed(Effect.flip(login())))._tag, "CliAuthUsedError")
    }).pipe(Effect.provide(layerPolls([connectionReset, response(200, { status: "used" })]))))
})

/** The code in a login's URL, and the login, which continues. */
const begun = Effect.fnUntraced(function*<A, E, R>(
  run: (options: Cli.LoginOptions) => Effect.Effect<A, E, R>,
  options: Partial<Cli.LoginOptions> = {}
) {
  let address = ""
  const open = (url: Redacted.Redacted<string>) => Effect.sync(() => void (address = Redacted.value(url)))
  const fiber = yield* Effect.forkChild(Effect.exit(run({ appUrl: "https://app.test", ...options, open })))
  yield* TestClock.adjust(0)
  return { fiber: Effect.flatten(Fiber.join(fiber)), loginCode: Cli.parseLoginCode(address)! }
})

describe("a whole login", () => {
  it.effect("returns the session of the user who confirmed, and stores nothing", () =>
    Effect.gen(function*() {
      const terminal = yield* device()
      const { fiber, loginCode } = yield* on(terminal)(begun(Cli.login))
      const { tokens, userId } = yield* signUp()
      yield* Cli.confirm({ loginCode, userId })
      yield* TestClock.adjust(2000)
      const refreshToken = yield* fiber
      assert.strictEqual(Redacted.value(refreshToken), Redacted.value(tokens.refreshToken))
      assert.strictEqual((yield* on(terminal)(Session.state))._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn: signs in the command line's client", () =>
    Effect.gen(function*() {
      const terminal = yield* device()
      const { fiber, loginCode } = yield* on(terminal)(begun(Cli.signIn))
      const { userId } = yield* signUp()
      yield* Cli.confirm({ loginCode })
      yield* TestClock.adjust(2000)
      const tokens = yield* fiber
      yield* on(terminal)(Effect.gen(function*() {
        const stored = yield* (yield* TokenStore.TokenStore).get
        assert.strictEqual(Redacted.value(stored!.refreshToken!), Redacted.value(tokens.refreshToken!))
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn: keeps the current session until the login has a new one", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { fiber } = yield* begun(Cli.signIn, { maxAttempts: 1 })
      yield* TestClock.adjust(2000)
      assert.strictEqual((yield* failure(fiber))._tag, "CliAuthError")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a login that is not confirmed expires", () =>
    Effect.gen(function*() {
      const { fiber } = yield* begun(Cli.login, { expiresIn: "1 minute" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* failure(fiber))._tag, "CliAuthExpiredError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn: a login confirmed with an invalid token ends signed out", () =>
    Effect.gen(function*() {
      const { fiber, loginCode } = yield* begun(Cli.signIn)
      yield* Cli.complete({ loginCode, refreshToken: Redacted.make("worth nothing") })
      yield* TestClock.adjust(2000)
      yield* fiber
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
