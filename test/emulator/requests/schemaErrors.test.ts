/** Refusals of requests that break their schema: each lists every violation with its path. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { endpointsWithRules } from "../../../src/emulator/requests/requestRules.ts"
import { modules } from "../../../src/wire/endpoints.ts"
import { adminHeaders, clientHeaders, codeOf, jsonOf, layerTest, nobody, send, serverHeaders } from "../support.ts"

/** The request named by a schema error, and the violations below it. */
const violationsOf = (response: Parameters<typeof jsonOf>[0]): { request: string; violations: Array<string> } => {
  assert.deepStrictEqual([response.status, codeOf(response)], [400, "SCHEMA_ERROR"], response.body)
  const { details, error } = jsonOf(response)
  assert.strictEqual(details.message, error)
  const [first, ...rest] = error.split("\n")
  for (const line of rest) assert.match(line, /^ {2}- \S/)
  return { request: first, violations: rest.map((line: string) => line.slice(4)) }
}

const refused = (
  title: string,
  [method, path, headers, body]: readonly [string, string, Record<string, string>, (object | string)?],
  violations: ReadonlyArray<string>,
  generation?: "2025"
) =>
  it.effect(title, () =>
    Effect.gen(function*() {
      const response = violationsOf(yield* send(method, path, headers, body))
      assert.strictEqual(response.request, `${method} /api/v1${path.replace(/\?.*/, "")} is not a valid request:`)
      assert.deepStrictEqual(response.violations, violations)
    }).pipe(Effect.provide(layerTest({ generation }))))

describe("a schema error", () => {
  refused("lists every missing field", ["POST", "/auth/password/sign-up", clientHeaders, {}], [
    "body.email is missing",
    "body.password is missing"
  ])

  refused(
    "lists every missing field of a service of 2025",
    ["POST", "/auth/password/sign-up", clientHeaders, {}],
    ["body.email is missing", "body.password is missing", "body.verification_callback_url is missing"],
    "2025"
  )

  refused(
    "lists violations of types and of the service's rules in the order of the fields",
    ["POST", "/auth/password/sign-up", clientHeaders, {
      email: "nope",
      password: 5,
      verification_callback_url: "no where"
    }],
    [
      "body.email must be an email address",
      "body.email must be an email address with a top-level domain of at least two characters",
      "body.password must be a string, not a number",
      "body.verification_callback_url must not contain spaces",
      "body.verification_callback_url must be a URL"
    ]
  )

  refused(
    "lists unknown properties in one line",
    ["PATCH", "/users/me", clientHeaders, { server_metadata: {}, nope: 1, display_name: 1 }],
    ["body.display_name must be a string or null, not a number", "body has unknown properties: server_metadata, nope"]
  )

  refused("lists violations in the query", ["GET", "/users?limit=0&order_by=x&desc=1&cursor=y&more=1", serverHeaders], [
    "query.cursor must be a UUID v4",
    "query.limit must be an integer of at least 1",
    "query.order_by must be \"signed_up_at\"",
    "query.desc must be \"true\" or \"false\"",
    "query has unknown properties: more"
  ])

  refused(
    "lists violations in the body before those in the path and the query",
    ["POST", "/team-permissions/x/y/Bad%20Id?more=1", serverHeaders],
    [
      "body is missing",
      "params.team_id must be a UUID v4",
      "params.user_id must be a UUID v4",
      "params.permission_id must be made of lower-case letters, digits, _ and :, with $ at most in front",
      "query has unknown properties: more"
    ]
  )

  refused(
    "names the index of an item",
    ["PATCH", "/internal/projects/current", adminHeaders, {
      config: {
        nope: 1,
        domains: [{ domain: "https://a.example.com", handler_path: "/h" }, { domain: "nope", handler_path: "h" }, {}],
        oauth_providers: [{ id: "myspace", type: "shared" }, { id: "github", type: "standard" }],
        email_config: { type: "standard", host: "", port: -1 }
      }
    }],
    [
      "body.config.oauth_providers[1].client_id is missing",
      "body.config.oauth_providers[1].client_secret is missing",
      "body.config.domains[2].domain is missing",
      "body.config.domains[2].handler_path is missing",
      "body.config.email_config.username is missing",
      "body.config.email_config.password is missing",
      "body.config.email_config.sender_name is missing",
      "body.config.email_config.sender_email is missing",
      "body.config has unknown properties: nope",
      "body.config.domains[1].domain must be a URL",
      "body.config.domains[1].domain must start with http:// or https://",
      "body.config.domains[1].handler_path must start with a slash",
      "body.config.oauth_providers[0].id must be one of these providers: google, github, microsoft, spotify, facebook, " +
      "discord, gitlab, bitbucket, linkedin, apple, x, twitch",
      "body.config.email_config.port must be an integer from 0 to 65535",
      "body.config.email_config.host must not be empty"
    ]
  )

  refused(
    "lists unknown properties of a choice",
    ["PATCH", "/internal/projects/current", adminHeaders, {
      config: { email_config: { type: "shared", client_id: "x" }, oauth_providers: [{ id: "github", type: "none" }] }
    }],
    [
      "body.config.oauth_providers[0].type must be \"standard\" or \"shared\"",
      "body.config.email_config has unknown properties: client_id"
    ]
  )

  refused(
    "lists a missing user with the violations in the body",
    ["POST", "/auth/password/update", clientHeaders, { old_password: "x".repeat(71) }],
    ["auth.user is missing", "body.old_password must have at most 70 characters", "body.new_password is missing"]
  )

  refused("names a missing header", ["POST", "/auth/sessions/current/refresh", clientHeaders], [
    "headers.x-stack-refresh-token is missing"
  ])

  refused("names a body that is missing", ["POST", "/teams", serverHeaders], ["body is missing"])

  refused(
    "names the kind of a body that is no object",
    ["POST", "/teams", { ...serverHeaders, "content-type": "application/json" }, "[]"],
    ["body must be an object, not an array"]
  )

  refused(
    "of an unknown system permission names its place",
    ["PATCH", "/team-permission-definitions/$nope", adminHeaders, { contained_permission_ids: ["a", "$nope"] }],
    [
      "body.contained_permission_ids[1] must be the id of a built-in permission if it starts with $",
      "params.permission_id must be the id of a built-in permission if it starts with $"
    ]
  )

  refused("of a code of another length names its length", ["POST", "/auth/otp/sign-in", clientHeaders, { code: "1" }], [
    "body.code must have 45 characters"
  ])

  refused("of the API's root lists every unknown parameter", ["GET", "?a=1&b=2", {}], [
    "query has unknown properties: a, b"
  ])

  refused("never shows a value", ["POST", "/auth/password/set", clientHeaders, { password: { secret: "hunter2" } }], [
    "auth.user is missing",
    "body.password must be a string, not an object"
  ])

  it.effect("lists violations in the query of an OAuth navigation", () =>
    Effect.gen(function*() {
      const { violations } = violationsOf(yield* send("GET", "/auth/oauth/authorize/github?type=x&more=1", {}))
      assert.include(violations, "query.client_id is missing")
      assert.include(violations, "query.type must be \"authenticate\" or \"link\"")
      assert.strictEqual(violations[violations.length - 1], "query has unknown properties: more")
    }).pipe(Effect.provide(layerTest())))

  it.effect("lists every violation of a URL in an OAuth navigation once", () =>
    Effect.gen(function*() {
      const query = new URLSearchParams({ redirect_uri: "no where", error_redirect_url: "nope" })
      const { violations } = violationsOf(yield* send("GET", `/auth/oauth/authorize/github?${query}`, {}))
      assert.deepStrictEqual(violations.filter((violation) => violation.includes("redirect_ur")), [
        "query.redirect_uri must not contain spaces",
        "query.redirect_uri must be a URL",
        "query.error_redirect_url must be a URL"
      ])
      const withTab = violationsOf(yield* send("GET", "/auth/oauth/authorize/github?redirect_uri=http://a/%09", {}))
      assert.include(withTab.violations, "query.redirect_uri is not acceptable")
    }).pipe(Effect.provide(layerTest())))

  it.effect("lists 130,000 violations", () =>
    Effect.gen(function*() {
      const contained = `[${"1,".repeat(129_999)}1]`
      const body = `{"id":"x","contained_permission_ids":${contained}}`
      const headers = { ...adminHeaders, "content-type": "application/json" }
      const { violations } = violationsOf(yield* send("POST", "/team-permission-definitions", headers, body))
      assert.strictEqual(violations.length, 130_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains the request's path", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", `/users/${nobody}x`, serverHeaders)
      assert.strictEqual(violationsOf(response).request, `GET /api/v1/users/${nobody}x is not a valid request:`)
    }).pipe(Effect.provide(layerTest())))
})

describe("the rules for requests", () => {
  it("refer to existing endpoints", () => {
    const ids = new Set(
      Object.values(modules).flatMap((module) => Object.values(module)).flatMap((value) =>
        typeof value === "object" && value !== null && "id" in value ? [value.id] : []
      )
    )
    assert.deepStrictEqual(endpointsWithRules.filter((id) => !ids.has(id)), [])
    assert.isAbove(endpointsWithRules.length, 50)
  })
})
