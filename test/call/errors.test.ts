import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { KnownErrors } from "latchkey"
import { existsSync, readFileSync } from "node:fs"
import { getCode, isAccessTokenCode, isKnownCode, isProjectCode, isUserCode, toTag } from "../../src/wire/errorCodes.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { classes, families } from "../support/classes.ts"

/** Every class except the one for codes missing from the catalogue. */
const catalogued = classes.filter(({ tag }) => tag !== "UnsupportedError")

describe("the catalogue", () => {
  it("contains the service's 110 errors, and one class for all others", () => {
    assert.lengthOf(catalogued, 110)
    assert.lengthOf(classes, 111)
  })

  it("has one class for each tag and for each code", () => {
    assert.strictEqual(new Set(classes.map(({ tag }) => tag)).size, classes.length)
    assert.strictEqual(new Set(classes.map(({ code }) => code)).size, classes.length)
  })

  for (const known of classes) {
    it(`contains ${known.code} as ${known.tag}`, () => {
      assert.strictEqual(known.name, known.tag)
      // A namespace of classes and tuples, accessed by name.
      assert.strictEqual((KnownErrors as Record<string, unknown>)[known.tag], known)
      assert.strictEqual(toTag(known.code), known.tag)
      assert.match(known.code, /^[A-Z]+(_[A-Z]+)*$/)
      assert.include([400, 401, 403, 404, 408, 409, 500, 503], known.status)
      const error = new known({ message: "text", details: {} })
      assert.deepInclude(error, {
        _tag: known.tag,
        code: known.code,
        status: known.status,
        message: "text",
        details: {}
      })
      assert.instanceOf(error, Error)
      assert.instanceOf(error, known)
      assert.isTrue(String(error).includes(known.tag) && String(error).includes("text"))
    })
  }

  it("derives each code from its tag, and the tag from its code", () => {
    for (const { code, tag } of classes) {
      assert.strictEqual(getCode(tag), code)
      assert.strictEqual(toTag(code), tag)
    }
    const codes = {
      TeamNotFound: "TEAM_NOT_FOUND",
      OuterOAuthTimeout: "OUTER_OAUTH_TIMEOUT",
      OAuthAccessTokenNotAvailableWithSharedOAuthKeys: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
      CliAuthError: "CLI_AUTH_ERROR"
    }
    for (const [tag, code] of Object.entries(codes)) assert.strictEqual(getCode(tag), code)
  })

  it("names the codes that do not follow from their tags", () => {
    const codes = {
      InvalidPollingCodeError: "INVALID_POLLING_CODE",
      PasskeyWebAuthnError: "PASSKEY_WEBAUTHN_ERROR",
      PermissionScopeMismatch: "WRONG_PERMISSION_SCOPE",
      RequestSchemaError: "SCHEMA_ERROR",
      UserWithEmailAlreadyExists: "USER_EMAIL_ALREADY_EXISTS"
    }
    for (const [tag, code] of Object.entries(codes)) {
      assert.strictEqual(classes.find((known) => known.tag === tag)!.code, code)
    }
  })

  it("finds the code of every class, and no other code", () => {
    for (const { code } of catalogued) assert.isTrue(isKnownCode(code), code)
    for (
      const code of [
        "UNSUPPORTED_ERROR",
        "NEW_CODE",
        "",
        "team_not_found",
        "TEAM_NOT_FOUND ",
        "TEAM_NOT_FOUND_",
        "TEAM__NOT_FOUND",
        "_TEAM_NOT_FOUND",
        "TeamNotFound",
        "O_AUTH_PROVIDER_ACCESS_DENIED",
        "PASSKEY_WEB_AUTHN_ERROR",
        "INVALID_POLLING_CODE_ERROR",
        "__proto__",
        "constructor"
      ]
    ) {
      assert.isFalse(isKnownCode(code), code)
    }
  })

  it("a code that only resembles a class's code is not in its family", () => {
    assert.isTrue(isProjectCode("INVALID_OAUTH_CLIENT_ID_OR_SECRET"))
    assert.isFalse(isProjectCode("INVALID_O_AUTH_CLIENT_ID_OR_SECRET"))
    assert.isFalse(isAccessTokenCode("accessTokenExpired"))
  })

  it("isAccessTokenError is true only for the access token errors", () => {
    const codes = catalogued.filter(({ code }) => isAccessTokenCode(code)).map(({ tag }) => tag)
    assert.sameMembers(codes, [...KnownErrors.InvalidAccessToken])
  })

  it("isProjectError is true only for project errors and for errors about the project id, branch or OAuth client", () => {
    const codes = catalogued.filter(({ code }) => isProjectCode(code)).map(({ tag }) => tag)
    assert.sameMembers(codes, [
      ...KnownErrors.ProjectAuthenticationError,
      "ProjectNotFound",
      "BranchDoesNotExist",
      "InvalidOAuthClientIdOrSecret",
      "CurrentProjectNotFound",
      "PublishableClientKeyRequiredForProject"
    ])
  })

  it("isUserRefused is true only for refusals of restricted or anonymous users", () => {
    const codes = catalogued.filter(({ code }) => isUserCode(code)).map(({ tag }) => tag)
    assert.sameMembers(codes, ["RestrictedUserNotAllowed", "AnonymousAuthenticationNotAllowed"])
  })

  it.effect("errors of the catalogue can be raised in a generator, and caught by tag and by family", () =>
    Effect.gen(function*() {
      const fail: Effect.Effect<never, KnownErrors.VerificationCodeError> = Effect.gen(function*() {
        return yield* new KnownErrors.VerificationCodeExpired({ message: "over", details: {} })
      })
      const byTag = yield* Effect.catchTag(fail, "VerificationCodeExpired", ({ message }) => Effect.succeed(message))
      const byFamily = yield* Effect.catchTag(
        fail,
        KnownErrors.VerificationCodeError,
        ({ status }) => Effect.succeed(status)
      )
      assert.deepStrictEqual([byTag, byFamily], ["over", 400])
    }))
})

describe("families", () => {
  it("there are eleven error families", () => {
    assert.lengthOf(Object.keys(families), 11)
  })

  for (const [name, tags] of Object.entries(families)) {
    it(`${name} is a tuple of unique catalogue tags`, () => {
      assert.isNotEmpty(tags)
      assert.strictEqual(new Set(tags).size, tags.length)
      for (const tag of tags) assert.isTrue(catalogued.some((known) => known.tag === tag), tag)
    })
  }
})

interface Row {
  readonly code: string
  readonly status: number | null
  readonly constructorName: string
  readonly details: Readonly<Record<string, string>> | null
  readonly parents: ReadonlyArray<string>
  readonly abstract: boolean
}

const recorded = new URL("../../../shared/wire/known-errors.json", import.meta.url)
const isThere = existsSync(recorded)
if (!isThere) {
  console.log("SKIPPED: errors as recorded. There is no ../shared/wire/known-errors.json beside this repository.")
}

/** The errors added by the service since the file was recorded. */
const since2026 = [
  "RESTRICTED_USER_NOT_ALLOWED",
  "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
  "CURRENT_PROJECT_NOT_FOUND",
  "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  "SIGN_UP_REJECTED",
  "BOT_CHALLENGE_REQUIRED",
  "BOT_CHALLENGE_FAILED",
  "TEAM_INVITATION_EMAIL_MISMATCH",
  "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE",
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
  "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  "APPLE_BUNDLE_ID_NOT_CONFIGURED",
  "INVALID_APPLE_CREDENTIALS",
  "EMAIL_RENDERING_ERROR",
  "REQUIRES_CUSTOM_EMAIL_SERVER"
]

/** The details added to older errors. */
const detailsSince2026: Readonly<Record<string, ReadonlyArray<string>>> = {
  ACCESS_TOKEN_EXPIRED: ["project_id", "user_id", "refresh_token_id"],
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: ["would_work_if_email_was_verified"],
  USER_EMAIL_ALREADY_EXISTS: ["would_work_if_email_was_verified"]
}

/** The recorded names that Effect gives to errors of its own, so that ours has another one. */
const renamed: Readonly<Record<string, string>> = { SchemaError: "RequestSchemaError" }

describe.skipIf(!isThere)("recorded errors", () => {
  const rows: ReadonlyArray<Row> = isThere ? JSON.parse(readFileSync(recorded, "utf8")) : []
  const concrete = rows.filter((row) => !row.abstract)
  const abstract = rows.filter((row) => row.abstract)

  it("95 concrete errors and 11 families are recorded, and the catalogue adds only errors of 2026", () => {
    assert.lengthOf(concrete, 95)
    assert.lengthOf(abstract, 11)
    assert.sameMembers([...concrete.map(({ code }) => code), ...since2026], classes.map(({ code }) => code))
    assert.sameMembers(abstract.map(({ constructorName }) => constructorName), Object.keys(families))
  })

  for (const row of concrete) {
    it(`${row.code} is a class with the same name, status and details`, () => {
      const known = classes.find(({ code }) => code === row.code)!
      assert.strictEqual(known.tag, renamed[row.constructorName] ?? row.constructorName)
      assert.strictEqual(known.status, row.status)
      const details = known.details &&
        getWireNames(known.details).filter((name) => known.tag !== "UnsupportedError" || name !== "original_details")
      assert.sameMembers([...details ?? []], [...Object.keys(row.details ?? {}), ...detailsSince2026[row.code] ?? []])
    })
  }

  for (const { constructorName } of abstract) {
    it(`${constructorName} is the family of its subclasses`, () => {
      const members = concrete.filter(({ parents }) => parents.includes(constructorName))
      assert.sameMembers([...families[constructorName]!], members.map((row) => row.constructorName))
    })
  }
})
