import { assert, describe, it } from "@effect/vitest"
import { ApiError, ApiErrors, KnownErrors } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { InvalidOptions, isAuthError } from "latchkey/promise"
import { inspect } from "node:util"
import { ada, email, rejection, startService } from "./support.ts"

const wrong = { email, password: "wrong horse" }

describe.each(Emulator.generations)("a call to a service of %s", (generation) => {
  it("resolves to the data, or to the error of the service", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    const signedUp = await auth.signUp.password(ada)
    assert.deepStrictEqual(Object.keys(signedUp), ["data", "error"])
    assert.isNull(signedUp.error)
    assert.isString(signedUp.data!.userId)

    const refused = await auth.signIn.password(wrong)
    assert.deepStrictEqual(Object.keys(refused), ["data", "error"])
    assert.isNull(refused.data)
    assert.strictEqual(refused.error!.code, "EMAIL_PASSWORD_MISMATCH")
  })

  it("narrows after destructuring", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada)
    const { data, error } = await auth.signIn.password(ada)
    if (error) return assert.fail(error.message)
    if (data.status === "second-factor") return assert.fail("there is none")
    assert.strictEqual(data.userId, (await auth.getUser({ or: "throw" }).orThrow()).id)
  })
})

describe("an error of a result", () => {
  it("has the code, the name, the message and the details, and they are in JSON", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada)
    const { error } = await auth.signUp.password(ada)
    assert.isTrue(error instanceof Error)
    assert.deepStrictEqual([error!.code, error!.name, error!._tag], [
      "USER_EMAIL_ALREADY_EXISTS",
      "UserWithEmailAlreadyExists",
      "UserWithEmailAlreadyExists"
    ])
    assert.isTrue(Object.keys(error!).includes("code"))
    assert.deepInclude(JSON.parse(JSON.stringify(error)), {
      code: "USER_EMAIL_ALREADY_EXISTS",
      _tag: "UserWithEmailAlreadyExists",
      message: error!.message,
      details: { email, wouldWorkIfEmailWasVerified: false }
    })
  })

  it("a result's error is the effect's instance, with the class from `latchkey`", async () => {
    await using service = await startService()
    const auth = service.client()
    const { error } = await auth.signIn.password(wrong)
    assert.instanceOf(error, KnownErrors.EmailPasswordMismatch)
    const refused = await auth.updateUser({ profileImageUrl: "https://example.com/image.png" })
    assert.instanceOf(refused.error, KnownErrors.CannotGetOwnUserWithoutUser)
  })

  it("is the reason of an ApiError, which is the cause, with the status", async () => {
    await using service = await startService({ project: { config: { clientUserDeletionEnabled: false } } })
    const auth = service.client()
    await auth.signUp.password(ada)
    const { error } = await auth.deleteUser()
    assert.instanceOf(error, ApiErrors.RequestRefused)
    if (error?.code !== "REQUEST_REFUSED") return assert.fail(String(error))
    assert.strictEqual(error.status, 400)
    const { cause } = error
    assert.instanceOf(cause, ApiError)
    assert.strictEqual(cause.reason, error)
    assert.strictEqual(cause.endpoint, "users.me.remove")
    assert.deepInclude(JSON.parse(JSON.stringify(error)), { code: "REQUEST_REFUSED", status: 400 })
    assert.notInclude(JSON.stringify(error), "cause")
  })

  it("can be copied with its causes by toJSON, as Vitest does", async () => {
    await using service = await startService({ project: { config: { clientUserDeletionEnabled: false } } })
    const auth = service.client()
    await auth.signUp.password(ada)
    const { error } = await auth.deleteUser()
    const causes = (value: unknown, depth = 0): ReadonlyArray<string> => {
      assert.isBelow(depth, 10)
      if (typeof value !== "object" || value === null) return []
      const json: object = "toJSON" in value && typeof value.toJSON === "function" ? value.toJSON() : value
      const parts = [...Object.values(json), ...value instanceof Error ? [value.cause] : []]
      return [...value instanceof Error ? [value.name] : [], ...parts.flatMap((part) => causes(part, depth + 1))]
    }
    assert.deepStrictEqual(causes(error), ["RequestRefused", "ApiError"])
    assert.deepInclude(JSON.parse(JSON.stringify((error as Error).cause)), {
      code: "API_ERROR",
      endpoint: "users.me.remove"
    })
  })

  it("has the pause of a rate limit in seconds", async () => {
    await using service = await startService()
    const auth = service.client({ retryAfterLimit: 0 })
    for (const [retryAfter, expected] of [["90 seconds", 90], ["1500 millis", 2]] as const) {
      await service.emulator.setFault(Faults.rateLimited({ retryAfter }))
      const { error } = await auth.project.get()
      if (error?.code !== "RATE_LIMITED") return assert.fail(String(error))
      assert.strictEqual(error.retryAfter, expected)
      assert.isTrue(error instanceof ApiErrors.RateLimited)
      assert.deepInclude(JSON.parse(JSON.stringify(error)), {
        _tag: "RateLimited",
        code: "RATE_LIMITED",
        retryAfter: expected,
        message: error.message
      })
      assert.instanceOf(error.cause, ApiError)
      assert.isTrue(isAuthError(error))
      assert.match(inspect(error), /^RateLimited: [^]*RATE_LIMITED/)
      assert.include(String(error), error.message)
    }
  })

  it("a defect rejects the call instead of being a result", async () => {
    await using service = await startService()
    const auth = service.client()
    // Sound: untyped code omits arguments.
    assert.instanceOf(await rejection(auth.signUp.password(undefined as never)), InvalidOptions)
    assert.instanceOf(await rejection(auth.signUp.password(undefined as never).orThrow()), InvalidOptions)
    const tooLong = auth.session.token({ maxAge: "1 second" })
    assert.match(String(await rejection(tooLong)), /maxAge/)
  })

  it("is never an ApiError: a lost connection is a NETWORK_FAILURE", async () => {
    await using service = await startService()
    const auth = service.client()
    await service.emulator.setFault(Faults.offline)
    const { error } = await auth.signIn.password(ada)
    assert.strictEqual(error?.code, "NETWORK_FAILURE")
    assert.instanceOf(error, ApiErrors.NetworkFailure)
    const thrown = await rejection(auth.signIn.password(ada).orThrow())
    assert.instanceOf(thrown, ApiErrors.NetworkFailure)
    assert.isTrue(isAuthError(thrown))
  })
})

describe("orThrow", () => {
  it("resolves to the data, and rejects with the error of the result", async () => {
    await using service = await startService()
    const auth = service.client()
    const { userId } = await auth.signUp.password(ada).orThrow()
    assert.strictEqual((await auth.getUser({ or: "throw" }).orThrow()).id, userId)
    const call = auth.signIn.password(wrong)
    const { error } = await call
    assert.isNotNull(error)
    assert.strictEqual(await rejection(call.orThrow()), error)
    assert.instanceOf(error, KnownErrors.EmailPasswordMismatch)
  })

  it("orThrow: can be called repeatedly, before or after the call has completed", async () => {
    await using service = await startService()
    const auth = service.client()
    const call = auth.getUser()
    assert.deepStrictEqual(await Promise.all([call.orThrow(), call.orThrow()]), [null, null])
    assert.strictEqual(await call.orThrow(), null)
    assert.deepStrictEqual(await call, { data: null, error: null })
  })
})

describe("isAuthError", () => {
  it("isAuthError: is true for errors of calls only", async () => {
    await using service = await startService()
    assert.isTrue(isAuthError(await rejection(service.client().getUser({ or: "throw" }).orThrow())))
    for (const other of [new Error("other"), Object.assign(new Error("other"), { code: "ENOENT" }), null, {}, "text"]) {
      assert.isFalse(isAuthError(other))
    }
  })
})

/** The frames of this file in a stack, without positions. */
const framesOf = (error: unknown): ReadonlyArray<string> =>
  (error as Error).stack!.split("\n").filter((line) => line.includes("results.test")).map((line) =>
    /at (?:async )?(\S+)/.exec(line)![1]!
  )

describe("the stack of an error", () => {
  it("starts with the name and the message, and leads to the caller's line", async () => {
    await using service = await startService()
    const auth = service.client()
    const signInFromForm = () => auth.signIn.password(wrong)
    const deleteFromForm = () => auth.deleteUser().orThrow()
    const { error } = await signInFromForm()
    const [first, second] = error!.stack!.split("\n")
    assert.strictEqual(first, `EmailPasswordMismatch: ${error!.message}`)
    assert.include(second, "signInFromForm")
    assert.strictEqual(framesOf(error)[0], "signInFromForm")
    assert.strictEqual(framesOf(await rejection(deleteFromForm()))[0], "deleteFromForm")
  })

  it("leads to the caller's line for every kind of function", async () => {
    await using service = await startService()
    const auth = service.client()
    const callFromHere = {
      passkey: () => auth.signIn.passkey().orThrow(),
      can: () => auth.can(undefined as never, { team: undefined as never })
    }
    for (const [name, call] of Object.entries(callFromHere)) {
      assert.strictEqual(framesOf(await rejection(call()))[0], name)
    }
    const sent = await auth.signIn.email({ email }).orThrow()
    const enterCode = () => sent.verify("000000").orThrow()
    assert.strictEqual(framesOf(await rejection(enterCode()))[0], "enterCode")
  })

  it("is printed with the code and the status", async () => {
    await using service = await startService({ project: { config: { clientUserDeletionEnabled: false } } })
    const auth = service.client()
    const known = await auth.signIn.password(wrong)
    assert.match(inspect(known.error), /^EmailPasswordMismatch: .*\n {4}at [^]*code: 'EMAIL_PASSWORD_MISMATCH'/)
    await auth.signUp.password(ada)
    const refused = await auth.deleteUser()
    const shown = inspect(refused.error)
    assert.match(shown, /RequestRefused: .*\n {4}at [^]*status: 400/)
    assert.include(shown, "code: 'REQUEST_REFUSED'")
    const printed: Array<string> = []
    const { error: print } = console
    console.error = (...args) => void printed.push(args.map((arg) => inspect(arg)).join(" "))
    try {
      console.error("Not deleted:", refused.error)
    } finally {
      console.error = print
    }
    assert.include(printed[0], "REQUEST_REFUSED")
  })
})
