/** The known errors page: complete, consistent with the types of the calls, and up to date in the docs. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { calls, classes, comments, elsewhere, pagePath, pageText } from "../scripts/knownErrors.ts"
import { endpoints } from "../src/wire/endpoints.ts"

/** Descriptions used internally by a session, and the effect of their errors. */
const internal: Readonly<Record<string, string>> = {
  "oauth.authorize": "a browser is sent there, and shows them",
  "oauth.callback": "a browser comes back there, and is sent on to the page that shows them",
  "oauth.refresh": "ends the session",
  "sessions.signOut": "the session is over already, which was asked for",
  "sessions.refreshCurrent": "ends the session"
}

/** Errors that no service sends, with a call that fails with each, from a response or from the browser. */
const madeHere = {
  CliAuthError: "Cli.login",
  CliAuthExpiredError: "Cli.login",
  CliAuthUsedError: "Cli.login",
  PasskeyWebAuthnError: "Passkey.signIn"
}

describe("the known errors page", () => {
  it("describes for every class when it occurs and how to handle it", () => {
    const tags = [...classes.keys()].filter((tag) => tag !== "UnsupportedError")
    assert.strictEqual(tags.length, 109)
    assert.deepStrictEqual([...comments.keys()].sort(), tags.sort())
  })

  it("names a call for every declared error", () => {
    const missing = endpoints.filter(({ id }) => !Object.hasOwn(internal, id))
      .flatMap((endpoint) =>
        endpoint.errors.filter(({ tag }) => !calls.has(tag) && !elsewhere.has(tag)).map(({ tag }) =>
          `${endpoint.id}: ${tag}`
        )
      )
    assert.deepStrictEqual(missing, [])
  })

  it("names no call for an undeclared error, except for client errors", () => {
    const listed = new Set(
      [...endpoints.flatMap((endpoint) => endpoint.errors.map(({ tag }) => tag)), ...Object.keys(madeHere)]
    )
    assert.deepStrictEqual([...calls.keys()].filter((tag) => !listed.has(tag)), [])
  })

  it("names the calls that create client errors", () => {
    for (const [tag, call] of Object.entries(madeHere)) assert.include(calls.get(tag) ?? [], `\`${call}\``, tag)
  })

  it("finds the calls by their types, such as signing in with a password", () => {
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

  it("matches docs/known-errors.md; run npm run known-errors to update it", () => {
    assert.strictEqual(readFileSync(pagePath, "utf8"), pageText())
  })
})
