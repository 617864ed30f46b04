/**
 * The page of known errors: complete, true to the types of the calls, and the one that lies in the docs.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { calls, classes, comments, elsewhere, pagePath, pageText } from "../scripts/knownErrors.ts"
import { endpoints } from "../src/wire/endpoints.ts"

/** Descriptions that a session uses by itself, and what comes of their errors. */
const internal: Readonly<Record<string, string>> = {
  "oauth.authorize": "a browser is sent there, and shows them",
  "oauth.callback": "a browser comes back there, and is sent on to the page that shows them",
  "oauth.refresh": "ends the session",
  "sessions.signOut": "the session is over already, which was asked for",
  "sessions.refreshCurrent": "ends the session"
}

/** Errors that no service sends, and a call that makes each: of an answer, or of what the browser says. */
const madeHere = {
  CliAuthError: "Cli.login",
  CliAuthExpiredError: "Cli.login",
  CliAuthUsedError: "Cli.login",
  PasskeyWebAuthnError: "Passkey.signIn"
}

describe("the page of known errors", () => {
  it("tells of every class when it happens and what to do", () => {
    const tags = [...classes.keys()].filter((tag) => tag !== "UnsupportedError")
    assert.strictEqual(tags.length, 109)
    assert.deepStrictEqual([...comments.keys()].sort(), tags.sort())
  })

  it("names a call for every error that a description lists", () => {
    const missing = endpoints.filter(({ id }) => !Object.hasOwn(internal, id))
      .flatMap((endpoint) =>
        endpoint.errors.filter(({ tag }) => !calls.has(tag) && !elsewhere.has(tag)).map(({ tag }) =>
          `${endpoint.id}: ${tag}`
        )
      )
    assert.deepStrictEqual(missing, [])
  })

  it("names no call for an error that no description lists, but for those that a client makes", () => {
    const listed = new Set(
      [...endpoints.flatMap((endpoint) => endpoint.errors.map(({ tag }) => tag)), ...Object.keys(madeHere)]
    )
    assert.deepStrictEqual([...calls.keys()].filter((tag) => !listed.has(tag)), [])
  })

  it("names the calls that make an error of their own", () => {
    for (const [tag, call] of Object.entries(madeHere)) assert.include(calls.get(tag) ?? [], `\`${call}\``, tag)
  })

  it("finds the calls by their types: signing in with a password, for one", () => {
    assert.include(calls.get("EmailPasswordMismatch") ?? [], "`Password.signIn`")
    assert.notInclude(calls.get("EmailPasswordMismatch") ?? [], "`Password.signUp`")
    assert.include(calls.get("UserNotFound") ?? [], "`Users.get` (server)")
    const codes = calls.get("VerificationCodeExpired") ?? []
    for (
      const call of [
        "MagicLink.signIn",
        "Mfa.signIn",
        "Password.reset",
        "Passkey.completeSignIn",
        "ContactChannels.verify"
      ]
    ) {
      assert.include(codes, `\`${call}\``)
    }
  })

  it("is in step with docs/known-errors.md; npm run known-errors writes it", () => {
    assert.strictEqual(readFileSync(pagePath, "utf8"), pageText())
  })
})
