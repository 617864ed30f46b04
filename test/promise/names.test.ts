/** The names of the client: every function of the client level has one, and no effect is among them. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as level from "latchkey"
import * as promise from "latchkey/promise"
import { type AuthClient, createAuthClient, forRequest } from "latchkey/promise"
import { names, own } from "./names.ts"
import { flush, startService } from "./support.ts"
import { unhandledRejections } from "./unhandled.ts"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

type AnyFunction = (...args: ReadonlyArray<unknown>) => unknown

/** The functions of a client at any depth, by path. */
const functionsOf = (value: object, prefix = ""): ReadonlyArray<readonly [path: string, f: AnyFunction]> =>
  Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === "function"
      // Sound: it is only called, without arguments.
      ? [[prefix + name, part as AnyFunction] as const]
      : functionsOf(part as object, `${prefix}${name}.`)
  )

const isRun = (value: unknown): boolean => (Effect.isEffect(value) || Stream.isStream(value)) && !Context.isKey(value)

/** The effects, streams, layers and services in a value, by path. */
const findEffects = (value: unknown, path = "", seen = new Set<unknown>()): ReadonlyArray<string> => {
  if (isRun(value) && !(value instanceof Error) || Context.isKey(value) || Layer.isLayer(value)) return [path]
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([name, part]) => findEffects(part, `${path}.${name}`, seen))
}

describe("the names after auth.", () => {
  it("auth has exactly 25 names", async () => {
    await using auth = createAuthClient({ projectId })
    assert.deepStrictEqual(Object.keys(auth).sort(), [
      "accounts",
      "apiKeys",
      "can",
      "deleteUser",
      "emails",
      "fetch",
      "getUser",
      "handleCallback",
      "invitations",
      "notifications",
      "onChange",
      "passkeys",
      "password",
      "permissions",
      "preload",
      "project",
      "session",
      "sessions",
      "signIn",
      "signOut",
      "signUp",
      "teams",
      "totp",
      "updateUser",
      "user"
    ])
  })

  it("a request's client has the same names and respond", async () => {
    await using auth = createAuthClient({ projectId })
    await using ofRequest = forRequest(new Request("https://app.example.com/"), { projectId })
    assert.sameMembers(Object.keys(ofRequest), [...Object.keys(auth), "respond"])
  })

  it("have no `then`: awaiting a client, or returning one from an async function, has the client", async () => {
    await using auth = createAuthClient({ projectId })
    assert.strictEqual(await auth, auth)
    assert.strictEqual(await auth.teams, auth.teams)
  })

  it("functions of auth can be called without their object", async () => {
    await using service = await startService()
    const { getUser, signOut } = service.client()
    assert.isNull((await getUser()).error)
    assert.isNull((await signOut()).error)
  })
})

describe("the table of names", () => {
  it("the table of names has exactly the client's functions", async () => {
    await using auth = createAuthClient({ projectId })
    const paths = functionsOf(auth).map(([path]) => path)
    const entries = Object.values(names).flatMap((namespace) =>
      Object.values(namespace).filter((entry): entry is string => typeof entry === "string")
    )
    // A reason for a whole namespace is a sentence.
    const mapped = new Set(entries.filter((entry) => !entry.includes(" ")))
    for (const name of ["openPage", "forRequest"]) {
      assert.isTrue(mapped.delete(name))
      assert.isFunction(Reflect.get(promise, name))
    }
    assert.sameMembers([...mapped, ...Object.keys(own)], paths)
  })

  it("the table of names has every effect of latchkey, including those hidden from types", () => {
    const table: Readonly<Record<string, object>> = names
    const missing = Object.entries(level).flatMap(([name, namespace]) =>
      Object.prototype.toString.call(namespace) !== "[object Module]" || name === "Redacted"
        ? []
        : Object.entries(namespace).flatMap(([key, value]) => {
          const entry = table[name]
          const isNamed = entry !== undefined && ("reason" in entry || key in entry)
          return isRun(value) && !isNamed ? [`${name}.${key}`] : []
        })
    )
    assert.deepStrictEqual(missing, [])
  })
})

describe("latchkey/promise", () => {
  it("exports no effect, stream, layer or service, and no namespace", () => {
    assert.deepStrictEqual(Object.keys(promise).sort(), [
      "Disposed",
      "InvalidOptions",
      "createAuthClient",
      "forRequest",
      "isAuthError",
      "openPage",
      "watchForeignUse"
    ])
    assert.deepStrictEqual(findEffects(promise), [])
  })

  it("has a client without effects, also in its results", async () => {
    await using service = await startService()
    const auth = service.client()
    assert.deepStrictEqual(findEffects(auth), [])
    const { email, password } = { email: "ada@example.com", password: "correct horse" }
    const results = [
      await auth.signUp.password({ email, password }),
      await auth.getUser(),
      await auth.totp.generate(),
      await auth.signIn.email({ email }),
      await auth.signIn.pending(),
      await auth.passkeys.startSignIn(),
      await auth.teams.create({ displayName: "Engines" }),
      await auth.session.claims()
    ]
    assert.deepStrictEqual(findEffects(results), [])
  })
})

describe("every function, called without arguments", () => {
  const check = async (auth: AuthClient) => {
    const calls = functionsOf(auth)
    const outcomes = new Map<string, unknown>()
    const { error: print } = console
    console.error = () => {}
    try {
      const reasons = await unhandledRejections(async () => {
        for (const [path, f] of calls) {
          // A synchronous question needs its argument.
          if (path === "apiKeys.isValid") continue
          const returned = f()
          assert.isFalse(isRun(returned), path)
          if (returned instanceof Promise) {
            outcomes.set(path, await returned.catch((reason: unknown) => reason))
          } else {
            outcomes.set(path, returned)
            if (typeof returned === "function") returned()
          }
        }
        await flush()
      })
      assert.deepStrictEqual(reasons, [])
    } finally {
      console.error = print
    }
    assert.deepStrictEqual(findEffects([...outcomes.values()]), [])
    return { calls, outcomes }
  }

  it("never throws synchronously, and leaves no unhandled rejection", async () => {
    await using service = await startService()
    const auth = service.client({ redirectMethod: "none" })
    const { calls, outcomes } = await check(auth)
    assert.isAbove(calls.length, 100)
    assert.strictEqual(outcomes.size, calls.length - 1)
    // It has loaded all code, which the second round uses directly.
    await check(auth)
    await auth.signUp.password({ email: "ada@example.com", password: "correct horse" }).orThrow()
    await check(auth)
  })

  it("rejects with Disposed, or does nothing, after the client was disposed", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth[Symbol.asyncDispose]()
    const { outcomes } = await check(auth)
    for (const [path, outcome] of outcomes) {
      const isLocal = ["session.get", "preload", "fetch"].includes(path) || typeof outcome === "function"
      if (!isLocal) assert.instanceOf(outcome, promise.Disposed, path)
    }
  })
})
