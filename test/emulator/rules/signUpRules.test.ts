import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { MagicLink, OAuth } from "latchkey"
import type { ProjectConfig } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { layerHost } from "../../support/pageHost.ts"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  configure,
  failure,
  layerTest,
  send,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const rule = (
  condition: string,
  type: ProjectConfig.SignUpRule["action"]["type"],
  priority = 0,
  message?: string
): ProjectConfig.SignUpRule => ({
  enabled: true,
  displayName: condition,
  priority,
  condition,
  action: { type, ...(message !== undefined && { message }) }
})

const rejectBad = rule("emailDomain == \"bad.example.com\"", "reject", 1, "Use another address")

const outcome = (address: string) =>
  signUp(address).pipe(Effect.as("allowed"), Effect.catch((error) => Effect.succeed(error._tag)))

const restrictionOf = (address: string) =>
  Effect.map(
    Users.list({ query: address, includeRestricted: true }),
    (
      { items: [user] }
    ) => [user!.restrictedByAdmin, user!.restrictedByAdminReason, user!.restrictedByAdminPrivateDetails]
  )

describe("a sign-up rule", () => {
  it.effect("rejects a sign-up with a password, with a fixed text instead of its message", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { bad: rejectBad } })
      const error = yield* failure(signUp("ada@BAD.example.com"))
      assert(error._tag === "SignUpRejected")
      assert.notInclude(JSON.stringify([error.details, error.message]), "Use another address")
      yield* configure({ signUpRules: { bad: rule("emailDomain == \"bad.example.com\"", "reject", 1) } })
      const other = yield* failure(signUp("ada@bad.example.com"))
      assert(other._tag === "SignUpRejected")
      assert.deepStrictEqual([other.details, other.message], [error.details, error.message])
      assert.strictEqual(error.status, 403)
      assert.deepStrictEqual((yield* Users.list({ includeRestricted: true })).items, [])
      yield* signUp("ada@example.com")
    }).pipe(Effect.provide(layerTest())))

  it.effect("rejects a sign-up by email when the code is used", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { bad: rejectBad } })
      yield* MagicLink.send({ email: "ada@bad.example.com", callbackUrl })
      const code = yield* codeTo("ada@bad.example.com")
      assert.strictEqual((yield* failure(MagicLink.signIn({ code })))._tag, "SignUpRejected")
    }).pipe(Effect.provide(layerTest())))

  it.effect("rejects a sign-up with a provider", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* configure({
        signUpRules: { oauth: rule("authMethod == \"oauth\" && oauthProvider == \"github\"", "reject") }
      })
      const url = yield* OAuth.start({ provider: "github" })
      const page = yield* emulator.signInWithProvider(url, { accountId: "1", email: "ada@example.com" })
      assert.strictEqual(page.searchParams.get("errorCode"), "SIGN_UP_REJECTED")
    }).pipe(Effect.provide(layerHost("http://localhost:3000/")), Effect.provide(layerTest())))

  it.effect("a sign-up rule does not apply to users created by a server, or to existing users", () =>
    Effect.gen(function*() {
      yield* signUp("grace@bad.example.com")
      yield* configure({ signUpRules: { bad: rejectBad } })
      yield* Users.create({ primaryEmail: "ada@bad.example.com" })
      yield* signIn("grace@bad.example.com")
    }).pipe(Effect.provide(layerTest())))

  it.effect("restricts a user; later rules and the default action can still reject the sign-up", () =>
    Effect.gen(function*() {
      const signUpRules = {
        maybe: rule("email.startsWith(\"maybe\")", "restrict", 2),
        bad: rejectBad
      }
      yield* configure({ signUpRules })
      assert.strictEqual(yield* outcome("maybe@example.com"), "allowed")
      const [isRestricted, reason, details] = yield* restrictionOf("maybe@example.com")
      assert.deepStrictEqual([isRestricted, reason], [true, null])
      assert.include(String(details), "maybe")
      assert.strictEqual(yield* outcome("maybe@bad.example.com"), "SignUpRejected")
      assert.strictEqual(yield* outcome("ada@example.com"), "allowed")
      assert.deepStrictEqual(yield* restrictionOf("ada@example.com"), [false, null, null])
      yield* configure({ signUpRulesDefaultAction: "reject" })
      assert.strictEqual(yield* outcome("maybe2@example.com"), "SignUpRejected")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is named in the private details of a restricted user if it is the first to restrict", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { second: rule("true", "restrict", 5), first: rule("true", "restrict", 10) } })
      yield* signUp("ada@example.com")
      const [, , details] = yield* restrictionOf("ada@example.com")
      assert.include(String(details), "first")
      assert.notInclude(String(details), "second")
    }).pipe(Effect.provide(layerTest())))

  it.effect("sees the country of the request in the header of an edge proxy", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { canada: rule("countryCode == \"CA\"", "reject") } })
      const from = (address: string, headers: Readonly<Record<string, string>>) =>
        Effect.map(
          send("POST", "/auth/password/sign-up", { ...clientHeaders, ...headers }, {
            email: address,
            password: "correct horse"
          }),
          codeOf
        )
      assert.strictEqual(yield* from("a@example.com", { "x-vercel-ip-country": "CA" }), "SIGN_UP_REJECTED")
      assert.isUndefined(yield* from("b@example.com", { "x-vercel-ip-country": "DE" }))
      assert.isUndefined(yield* from("c@example.com", {}))
      yield* MagicLink.send({ email: "d@example.com", callbackUrl })
      const code = Redacted.value(yield* codeTo("d@example.com"))
      const signIn = yield* send("POST", "/auth/otp/sign-in", { ...clientHeaders, "x-vercel-ip-country": "CA" }, {
        code
      })
      assert.strictEqual(codeOf(signIn), "SIGN_UP_REJECTED")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is evaluated by priority, and the first one that allows or rejects decides", () =>
    Effect.gen(function*() {
      yield* configure({
        signUpRules: {
          a: rule("true", "reject", 1),
          b: rule("email.contains(\"friend\")", "allow", 2),
          c: rule("true", "log", 3)
        }
      })
      assert.strictEqual(yield* outcome("friend@example.com"), "allowed")
      assert.strictEqual(yield* outcome("ada@example.com"), "SignUpRejected")
    }).pipe(Effect.provide(layerTest())))

  it.effect("rules of equal priority are evaluated by id, not by position", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { b: rule("true", "reject", 1), a: rule("true", "allow", 1) } })
      assert.strictEqual(yield* outcome("ada@example.com"), "allowed")
      yield* configure({ signUpRules: { a: rule("true", "reject", 1), b: rule("true", "allow", 1) } })
      assert.strictEqual(yield* outcome("bob@example.com"), "SignUpRejected")
    }).pipe(Effect.provide(layerTest())))

  it.effect("has no effect if it is disabled, invalid or without a condition", () =>
    Effect.gen(function*() {
      const { condition: _, ...unconditional } = rule("true", "reject")
      yield* configure({
        signUpRules: {
          disabled: { ...rule("true", "reject"), enabled: false },
          invalid: rule("email ==", "reject"),
          unconditional
        }
      })
      assert.strictEqual(yield* outcome("ada@example.com"), "allowed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("leaves undecided sign-ups to the default action", () =>
    Effect.gen(function*() {
      yield* configure({
        signUpRulesDefaultAction: "reject",
        signUpRules: { friends: rule("emailDomain == \"example.com\"", "allow") }
      })
      assert.strictEqual(yield* outcome("ada@example.com"), "allowed")
      const error = yield* failure(signUp("ada@example.org"))
      assert.strictEqual(tagsOf(error), "SignUpRejected")
      assert.isNotEmpty(error.message)
    }).pipe(Effect.provide(layerTest())))

  it.effect("services before 2026 have no sign-up rules", () =>
    Effect.gen(function*() {
      yield* configure({ signUpRules: { bad: rejectBad }, signUpRulesDefaultAction: "reject" })
      assert.strictEqual(yield* outcome("ada@bad.example.com"), "allowed")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
