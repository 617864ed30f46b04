/** Error texts: each contains the data that the service's text contains. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import type { Client } from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import * as KnownErrors from "../../../src/wire/KnownErrors.ts"
import {
  adminHeaders,
  callbackUrl,
  clientHeaders,
  codeOf,
  configure,
  email,
  jsonOf,
  layerTest,
  nobody,
  otherProject,
  projectId,
  send,
  serverHeaders,
  signUp
} from "../support.ts"

/** Details that the service's texts do not show: a code, and a client id. */
const unnamed = ["MULTI_FACTOR_AUTHENTICATION_REQUIRED", "INVALID_OAUTH_CLIENT_ID_OR_SECRET"]

/** Errors with details that the service of 2025 never sends, or that the emulator does not produce. */
const unsent = [
  "ALL_OVERLOADS_FAILED",
  "INVALID_SHARED_OAUTH_PROVIDER_ID",
  "INVALID_STANDARD_OAUTH_PROVIDER_ID",
  "PASSKEY_WEBAUTHN_ERROR",
  "PASSWORD_TOO_LONG",
  "PROJECT_PERMISSION_REQUIRED",
  "TEAM_ALREADY_EXISTS",
  "UNSUPPORTED_ERROR",
  "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE"
]

const codesWithDetails = Object.values(KnownErrors).flatMap((value) =>
  typeof value === "function" && "details" in value && value.details !== undefined ? [value.code] : []
)

/** The scalars in details, as a text contains them. `null` means that the service does not know the value. */
const dataIn = (name: string, details: unknown): ReadonlyArray<string> => {
  if (details === null || typeof details === "boolean") return []
  if (typeof details !== "object") {
    return [name.endsWith("_millis") ? new Date(Number(details)).toISOString() : String(details)]
  }
  return Object.entries(details).flatMap(([key, value]) => dataIn(Array.isArray(details) ? name : key, value))
}

type Scenario = Effect.Effect<EmulatorResponse, unknown, Client.Client | Emulator.Emulator>

const member = Effect.gen(function*() {
  const { tokens, userId } = yield* signUp()
  const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
  const { id: teamId } = jsonOf(yield* send("POST", "/teams", serverHeaders, { display_name: "Team" }))
  yield* send("POST", `/team-memberships/${teamId}/${userId}`, serverHeaders, {})
  return { headers, teamId: teamId as string, userId }
})

const newUser = { email: "ada@example.com", password: "correct horse", verification_callback_url: callbackUrl }

const definition = (scope: "team" | "project", body: object) =>
  send("POST", `/${scope}-permission-definitions`, adminHeaders, body)

/** Signs in a user of the project `internal`, who can manage projects, and returns the access token. */
const ownerToken = Effect.fnUntraced(function*(managedProjectIds: ReadonlyArray<string> = []) {
  const emulator = yield* Emulator.Emulator
  const owner = { primaryEmail: "owner@example.com", password: Redacted.make("correct horse") }
  yield* emulator.createUser({ ...owner, serverMetadata: { managedProjectIds } }, "internal")
  const internal = {
    "x-stack-access-type": "client",
    "x-stack-project-id": "internal",
    "x-stack-publishable-client-key": Emulator.internalClientOptions.publishableClientKey
  }
  const body = { email: owner.primaryEmail, password: "correct horse" }
  const tokens = jsonOf(yield* send("POST", "/auth/password/sign-in", internal, body))
  return tokens.access_token as string
})

const scenarios: Readonly<Record<string, Scenario>> = {
  ACCESS_TYPE_WITHOUT_PROJECT_ID: send("GET", "/users/me", { "x-stack-access-type": "server" }),
  BRANCH_DOES_NOT_EXIST: send("GET", "/users", { ...serverHeaders, "x-stack-branch-id": "future" }),
  CONTAINED_PERMISSION_NOT_FOUND: definition("team", { id: "read", contained_permission_ids: ["write"] }),
  EMAIL_IS_NOT_PRIMARY_EMAIL: Effect.gen(function*() {
    const { headers } = yield* member
    const body = { email: "grace@example.com", callback_url: callbackUrl }
    return yield* send("POST", "/contact-channels/send-verification-code", headers, body)
  }),
  PASSWORD_TOO_SHORT: send("POST", "/auth/password/sign-up", clientHeaders, {
    email,
    password: "short",
    verification_callback_url: callbackUrl
  }),
  PERMISSION_ID_ALREADY_EXISTS: Effect.andThen(
    definition("team", { id: "read" }),
    definition("project", { id: "read" })
  ),
  SCHEMA_ERROR: send("GET", "/users?limit=x", serverHeaders),
  USER_ID_DOES_NOT_EXIST: send("POST", "/auth/sessions", serverHeaders, { user_id: nobody }),
  WRONG_API_KEY_TYPE: Effect.gen(function*() {
    const { userId } = yield* signUp()
    const body = { user_id: userId, description: "key", expires_at_millis: null }
    const { value } = jsonOf(yield* send("POST", "/user-api-keys", serverHeaders, body))
    return yield* send("POST", "/team-api-keys/check", serverHeaders, { api_key: value })
  }),
  ACCESS_TOKEN_EXPIRED: Effect.gen(function*() {
    const { headers } = yield* member
    yield* TestClock.adjust("11 minutes")
    return yield* send("GET", "/users/me", headers)
  }),
  ADMIN_ACCESS_TOKEN_EXPIRED: Effect.gen(function*() {
    const headers = { "x-stack-project-id": projectId, "x-stack-admin-access-token": yield* ownerToken() }
    yield* TestClock.adjust("11 minutes")
    return yield* send("GET", "/internal/projects/current", { ...headers, "x-stack-access-type": "admin" })
  }),
  INSUFFICIENT_ACCESS_TYPE: send("GET", "/users", clientHeaders),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: Effect.gen(function*() {
    const { headers } = yield* member
    return yield* send("GET", "/users/me", { ...headers, "x-stack-project-id": otherProject.id })
  }),
  INVALID_PUBLISHABLE_CLIENT_KEY: send("GET", "/users/me", {
    ...clientHeaders,
    "x-stack-publishable-client-key": "pck_wrong"
  }),
  INVALID_SECRET_SERVER_KEY: send("GET", "/users", { ...serverHeaders, "x-stack-secret-server-key": "ssk_wrong" }),
  INVALID_SUPER_SECRET_ADMIN_KEY: send("GET", "/users", {
    ...adminHeaders,
    "x-stack-super-secret-admin-key": "sak_wrong"
  }),
  CURRENT_PROJECT_NOT_FOUND: send("GET", "/users/me", { ...clientHeaders, "x-stack-project-id": nobody }),
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: Effect.gen(function*() {
    yield* configure({ requirePublishableClientKey: true })
    return yield* send("GET", "/users/me", { ...clientHeaders, "x-stack-publishable-client-key": "" })
  }),
  RESTRICTED_USER_NOT_ALLOWED: Effect.gen(function*() {
    yield* configure({ requireEmailVerification: true })
    const { headers } = yield* member
    return yield* send("GET", "/users/me", headers)
  }),
  TEAM_PERMISSION_NOT_FOUND: Effect.gen(function*() {
    const { teamId, userId } = yield* member
    return yield* send("DELETE", `/team-permissions/${teamId}/${userId}/$delete_team`, serverHeaders)
  }),
  TEAM_PERMISSION_REQUIRED: Effect.gen(function*() {
    const { headers, teamId } = yield* member
    return yield* send("DELETE", `/teams/${teamId}`, headers)
  }),
  PERMISSION_NOT_FOUND: send("PATCH", "/team-permission-definitions/write", adminHeaders, {}),
  PROJECT_NOT_FOUND: Effect.gen(function*() {
    const gone = "99999999-8888-4777-8666-555555555555"
    return yield* send("GET", "/internal/projects/current", {
      "x-stack-access-type": "admin",
      "x-stack-project-id": gone,
      "x-stack-admin-access-token": yield* ownerToken([gone])
    })
  }),
  TEAM_MEMBERSHIP_NOT_FOUND: Effect.gen(function*() {
    const { teamId } = yield* member
    const { id } = jsonOf(yield* send("POST", "/users", serverHeaders, {}))
    return yield* send("DELETE", `/team-memberships/${teamId}/${id}`, serverHeaders)
  }),
  TEAM_NOT_FOUND: send("GET", `/teams/${nobody}`, serverHeaders),
  WRONG_PERMISSION_SCOPE: Effect.gen(function*() {
    const { teamId, userId } = yield* member
    yield* definition("project", { id: "read" })
    return yield* send("POST", `/team-permissions/${teamId}/${userId}/read`, serverHeaders, {})
  }),
  BOT_CHALLENGE_FAILED: send("POST", "/auth/password/sign-up", clientHeaders, {
    ...newUser,
    bot_challenge_token: "wrong",
    bot_challenge_phase: "visible"
  }),
  SIGN_UP_REJECTED: Effect.gen(function*() {
    const overrides = { "auth.signUpRulesDefaultAction": "reject" }
    const body = { config_override_string: JSON.stringify(overrides) }
    yield* send("PATCH", "/internal/config/override/environment", adminHeaders, body)
    return yield* send("POST", "/auth/password/sign-up", clientHeaders, newUser)
  }),
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: Effect.gen(function*() {
    const { teamId } = yield* member
    const invited = { email: "grace@example.com", team_id: teamId, callback_url: callbackUrl }
    yield* send("POST", "/team-invitations/send-code", serverHeaders, invited)
    const emulator = yield* Emulator.Emulator
    const { code } = yield* emulator.latestMail({ type: "team_invitation" })
    yield* configure({ requireEmailVerification: true })
    const tokens = jsonOf(
      yield* send("POST", "/auth/password/sign-up", clientHeaders, {
        ...newUser,
        email: "grace@example.com"
      })
    )
    const headers = {
      ...clientHeaders,
      "x-stack-access-token": tokens.access_token,
      "x-stack-allow-anonymous-user": "true"
    }
    return yield* send("POST", "/team-invitations/accept", headers, { code: Redacted.value(code) })
  }),
  EMAIL_RENDERING_ERROR: Effect.gen(function*() {
    const emailConfig = {
      type: "standard",
      host: "mail.example.com",
      port: 587,
      username: "app",
      password: Redacted.make("mail password"),
      senderName: "App",
      senderEmail: "app@example.com"
    } as const
    yield* configure({ emailConfig })
    const { templates } = jsonOf(yield* send("GET", "/internal/email-templates", adminHeaders))
    const path = `/internal/email-templates/${templates[0].id}`
    return yield* send("PATCH", path, adminHeaders, { tsx_source: "export function Mail() {" })
  }),
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: Effect.gen(function*() {
    yield* signUp()
    const { id } = jsonOf(yield* send("POST", "/users", serverHeaders, {}))
    const body = { user_id: id, type: "email", value: email, used_for_auth: true }
    return yield* send("POST", "/contact-channels", serverHeaders, body)
  }),
  USER_EMAIL_ALREADY_EXISTS: Effect.gen(function*() {
    yield* signUp()
    return yield* send("POST", "/users", serverHeaders, { primary_email: email, primary_email_auth_enabled: true })
  })
}

/** Errors sent only by services of 2025. */
const former = ["PROJECT_NOT_FOUND"]

describe("an error text", () => {
  for (const [code, scenario] of Object.entries(scenarios)) {
    it.effect(`${code} contains the data in its details`, () =>
      Effect.gen(function*() {
        const response = yield* scenario
        assert.strictEqual(codeOf(response), code, response.body)
        const { details, error } = jsonOf(response)
        const data = dataIn("", details)
        assert.isAbove(data.length, 0)
        for (const datum of data) assert.include(error, datum)
      }).pipe(Effect.provide(layerTest({
        generation: former.includes(code) ? "2025" : "2026",
        projects: [otherProject]
      }))))
  }

  it("is checked for every error whose service text contains data", () => {
    const expected = codesWithDetails.filter((code) => !unnamed.includes(code) && !unsent.includes(code))
    assert.deepStrictEqual(Object.keys(scenarios).sort(), [...expected].sort())
  })

  it.effect("the texts of INVALID_ACCESS_TYPE and BODY_PARSING_ERROR contain the request's values", () =>
    Effect.gen(function*() {
      const level = yield* send("GET", "/users/me", { ...clientHeaders, "x-stack-access-type": "owner" })
      assert.strictEqual(codeOf(level), "INVALID_ACCESS_TYPE")
      assert.include(jsonOf(level).error, "owner")
      const type = yield* send("POST", "/auth/cli", { ...clientHeaders, "content-type": "application/xml" }, "<a/>")
      assert.strictEqual(codeOf(type), "BODY_PARSING_ERROR")
      assert.include(jsonOf(type).error, "application/xml")
    }).pipe(Effect.provide(layerTest())))
})
