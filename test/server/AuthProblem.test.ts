import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { ApiError, ApiErrors } from "latchkey"
import {
  ApiKeyInvalid,
  Authentication,
  AuthProblem,
  CredentialsConflict,
  CredentialsMalformed,
  CrossSiteRequest,
  InsufficientScope,
  MfaRequired,
  PermissionRequired,
  RecentSignInRequired,
  SessionRevoked,
  SignInRequired,
  TeamMembershipRequired,
  VerifiedEmailRequired
} from "latchkey/server"
import { AccessTokenExpired, AccessTokenInvalid } from "../../src/server/AccessToken.ts"
import { JwksUnavailable } from "../../src/server/Jwks.ts"
import { SessionStoreUnavailable } from "../../src/server/SessionStore.ts"

/** A text that must not appear in a response. */
const secret = "planted-secret"
const message = secret

const rateLimited = (retryAfter: Duration.Duration | undefined) =>
  new ApiError({ endpoint: secret, reason: new ApiErrors.RateLimited({ message, retryAfter }) })

const invalid = (description: string) => `Bearer error="invalid_token", error_description="${description}"`

const cases: ReadonlyArray<readonly [AuthProblem.AuthError, number, string | null, (string | null)?]> = [
  [new SignInRequired({ message }), 401, "Bearer"],
  [
    new AccessTokenExpired({ message, expiredAt: new Date(0) }),
    401,
    invalid("The access token has expired")
  ],
  [new AccessTokenInvalid({ message, reason: "signature" }), 401, invalid("The access token is invalid")],
  [
    new CredentialsMalformed({ message, source: "authorization" }),
    401,
    invalid("The credentials are malformed")
  ],
  [new ApiKeyInvalid({ message, reason: "revoked" }), 401, invalid("The API key is invalid")],
  [new SessionRevoked({ message }), 401, invalid("The session has been revoked")],
  [
    new CredentialsConflict({ message, sources: ["authorization", "cookie"] }),
    400,
    "Bearer error=\"invalid_request\", error_description=\"The request has credentials of two users or sessions\""
  ],
  [new CrossSiteRequest({ message }), 403, null],
  [
    new PermissionRequired({ message, permission: "$read_members", teamId: "team" }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"A permission is required\", scope=\"$read_members\""
  ],
  [
    new PermissionRequired({ message, permission: "a\" b\\", teamId: undefined }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"A permission is required\""
  ],
  [
    new InsufficientScope({ message, scope: "notes:write" }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"A scope is required\", scope=\"notes:write\""
  ],
  [
    new InsufficientScope({ message, scope: "a\" b" }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"A scope is required\""
  ],
  [
    new TeamMembershipRequired({ message, teamId: "team" }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"Membership in the team is required\""
  ],
  [
    new VerifiedEmailRequired({ message }),
    403,
    "Bearer error=\"insufficient_scope\", error_description=\"A verified email address is required\""
  ],
  [
    new MfaRequired({ message }),
    403,
    "Bearer error=\"insufficient_user_authentication\", error_description=\"Two-factor authentication is required\""
  ],
  [
    new RecentSignInRequired({ message, maxAge: 300, factor: undefined }),
    401,
    "Bearer error=\"insufficient_user_authentication\", error_description=\"Sign in again to continue\", max_age=\"300\""
  ],
  [
    new RecentSignInRequired({ message, maxAge: 10, factor: "second" }),
    401,
    "Bearer error=\"insufficient_user_authentication\", error_description=\"Sign in again to continue\", " +
    "acr_values=\"http://schemas.openid.net/pape/policies/2007/06/multi-factor\", max_age=\"10\""
  ],
  [new JwksUnavailable({ message, cause: new Error(secret) }), 503, null],
  [new SessionStoreUnavailable({ message, cause: new Error(secret) }), 503, null],
  [rateLimited(undefined), 503, null],
  [rateLimited(Duration.millis(1500)), 503, null, "2"]
]

/** The extension members of problems, apart from the code. */
const extensions: { readonly [Tag in AuthProblem.AuthError["_tag"]]?: (error: never) => object } = {
  PermissionRequired: ({ permission, teamId }: PermissionRequired) =>
    teamId === undefined ? { permission } : { permission, teamId },
  InsufficientScope: ({ scope }: InsufficientScope) => ({ scope }),
  TeamMembershipRequired: ({ teamId }: TeamMembershipRequired) => ({ teamId }),
  RecentSignInRequired: ({ factor, maxAge }: RecentSignInRequired) =>
    factor === undefined ? { maxAge } : { maxAge, factor },
  AccessTokenInvalid: () => ({ reason: "signature" }),
  ApiKeyInvalid: () => ({ reason: "revoked" }),
  AccessTokenExpired: () => ({ expiredAt: "1970-01-01T00:00:00.000Z" }),
  CredentialsConflict: () => ({ sources: ["authorization", "cookie"] }),
  CredentialsMalformed: () => ({ sources: ["authorization"] })
}

describe("AuthProblem", () => {
  for (const [error, status, challenge, retryAfter = null] of cases) {
    it(`${error._tag} has status ${status} and the challenge ${challenge}, and contains no message of the error`, async () => {
      const response = AuthProblem.toResponse(error)
      const text = await response.text()
      assert.strictEqual(response.status, status)
      assert.strictEqual(response.headers.get("www-authenticate"), challenge)
      assert.strictEqual(response.headers.get("retry-after"), retryAfter)
      assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
      assert.strictEqual(response.headers.get("cache-control"), "no-store")
      assert.notInclude(text + JSON.stringify([...response.headers]), secret)
      const { code, detail, title, type, ...rest } = JSON.parse(text) as AuthProblem.Body
      assert.strictEqual(code, error._tag)
      assert.isAbove(detail.length, 10)
      assert.include(["Bad Request", "Unauthorized", "Forbidden", "Service Unavailable"], title)
      assert.strictEqual(type, "about:blank")
      assert.deepStrictEqual<unknown>(rest, { status, ...extensions[error._tag]?.(error as never) })
      assert.isTrue(AuthProblem.isAuthError(error))
    })
  }

  it.effect("authenticateOptional treats exactly the errors with status 401 as signed out", () =>
    Effect.gen(function*() {
      for (const [error, status] of cases) {
        if (error._tag.endsWith("Required") || error._tag === "InsufficientScope") continue
        const service = Authentication.Authentication.of({
          // Sound: the other errors of authorization are skipped.
          authenticate: () => Effect.fail(error as Authentication.AuthenticateError)
        })
        const result = yield* Authentication.authenticateOptional(new Request("https://app.example.com/")).pipe(
          Effect.provideService(Authentication.Authentication, service),
          Effect.map(({ principal }): unknown => principal),
          Effect.catch((error) => Effect.succeed(error))
        )
        assert.deepStrictEqual(
          result,
          status === 401 ? { _tag: "SignedOut", reason: "credentialsRefused", error } : error
        )
      }
    }))

  it("a time that Date cannot represent is omitted", () => {
    const { body } = AuthProblem.make(new AccessTokenExpired({ message, expiredAt: new Date(NaN) }))
    assert.notProperty(body, "expiredAt")
  })

  it("isAuthError rejects all other values", () => {
    for (
      const value of [
        undefined,
        null,
        "SignInRequired",
        { _tag: "SignInRequired" },
        new Error("no"),
        Object.assign(new Error(), { _tag: "AccessTokenExpired" }),
        Object.assign(new Error(), { _tag: "toString" })
      ]
    ) {
      assert.isFalse(AuthProblem.isAuthError(value))
    }
  })
})
