import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Project } from "latchkey/admin"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { layerAdmin, layerWire, projectId, response, Wire } from "../support/Wire.ts"

const id = projectId

const errorsOf = (allowLocalhost: boolean, ...domains: ReadonlyArray<string>) =>
  Project.getProductionModeErrors({
    id,
    config: { allowLocalhost, domains: domains.map((domain) => ({ domain, handlerPath: "/handler" })) }
  })

const messagesOf = (...domains: ReadonlyArray<string>) => errorsOf(false, ...domains).map(({ message }) => message)

describe("getProductionModeErrors", () => {
  it("returns none for https domains with a name, with any port and path", () => {
    const domains = ["https://example.com", "https://app.example.com:8443/a", "HTTPS://EXAMPLE.COM", "https://1e3.com"]
    assert.deepStrictEqual(errorsOf(false, ...domains), [])
    assert.deepStrictEqual(errorsOf(false), [])
  })

  it("reports every domain of the project", () => {
    const errors = errorsOf(true, "nope", "http://example.com")
    assert.lengthOf(errors, 3)
    for (const { relativeFixUrl } of errors) assert.strictEqual(relativeFixUrl, `/projects/${id}/domains`)
  })

  it("reports localhost first if it is allowed", () => {
    assert.match(errorsOf(true)[0]!.message, /localhost/i)
    assert.lengthOf(errorsOf(true), 1)
  })

  it("reports the first problem of each domain, in order", () => {
    const wrong = [
      ["nope", "is not a valid URL"],
      ["", "is not a valid URL"],
      ["//example.com", "is not a valid URL"],
      ["http://", "is not a valid URL"],
      ["https://localhost", "is localhost"],
      ["http://localhost:3000", "is localhost"],
      ["https://LOCALHOST.", "is localhost"],
      ["https://app.localhost", "is localhost"],
      ["https://192.0.2.1", "is an IP address"],
      ["http://127.0.0.1:3000", "is an IP address"],
      ["https://2130706433", "is an IP address"],
      ["https://0x7f.1", "is an IP address"],
      ["https://[2001:db8::1]", "is an IP address"],
      ["http://example.com", "does not use https"],
      ["ftp://example.com", "does not use https"],
      ["localhost:3000", "does not use https"],
      ["https://mylocalhost", undefined],
      ["https://localhost.example.com", undefined]
    ] as const
    const expected = wrong.flatMap(([domain, trouble]) =>
      trouble === undefined ? [] : [`The trusted domain ${domain} ${trouble}`]
    )
    assert.deepStrictEqual(messagesOf(...wrong.map(([domain]) => domain)), expected)
  })

  it("productionModeErrors: reports at most one problem for any domain string", () => {
    const domain = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.webUrl(),
      fc.tuple(fc.constantFrom("https://", "http:", "//", "[", "https://["), fc.string()).map((parts) => parts.join(""))
    )
    fc.assert(
      fc.property(fc.array(domain), fc.boolean(), (domains, allowLocalhost) => {
        const errors = errorsOf(allowLocalhost, ...domains)
        assert.isAtMost(errors.length, domains.length + 1)
        for (const each of domains) assert.isAtMost(messagesOf(each).length, 1)
      }),
      { numRuns: runsOf(100) }
    )
  })
})

describe("an unexpected project", () => {
  const projectJson = {
    id: "99999999-9999-4999-8999-999999999999",
    display_name: "Another",
    description: "",
    created_at_millis: 0,
    is_production_mode: false,
    config: {
      sign_up_enabled: true,
      credential_enabled: true,
      magic_link_enabled: false,
      passkey_enabled: false,
      client_team_creation_enabled: false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      allow_localhost: true,
      create_team_on_sign_up: false,
      oauth_account_merge_strategy: "link_method",
      oauth_providers: [],
      enabled_oauth_providers: [],
      domains: [],
      email_config: { type: "shared" },
      team_creator_default_permissions: [],
      team_member_default_permissions: [],
      user_default_permissions: []
    }
  }

  it.effect("is an InvalidResponse", () =>
    Effect.gen(function*() {
      for (const effect of [Project.get, Project.update({ displayName: "Mine" })]) {
        const error = yield* Effect.flip(effect)
        assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
        assert.deepStrictEqual(error.reason.path, ["id"])
        assert.include(error.message, projectJson.id)
        assert.include(error.message, projectId)
      }
      assert.lengthOf((yield* Wire).requests, 2)
    }).pipe(Effect.provide(layerAdmin(layerWire(() => response(200, projectJson))))))

  it.effect("is accepted with the right id, even from a service that counts no users", () =>
    Effect.gen(function*() {
      const project = yield* Project.get
      assert.strictEqual(project.id, projectId)
      assert.isUndefined(project.userCount)
    }).pipe(Effect.provide(layerAdmin(layerWire(() => response(200, { ...projectJson, id: projectId }))))))

  const withConfig = (config: object) =>
    Effect.provide(
      Effect.flip(Project.get),
      layerAdmin(
        layerWire(() => response(200, { ...projectJson, id: projectId, config: { ...projectJson.config, ...config } }))
      )
    )

  it.effect("is an InvalidResponse that names the missing field of a standard provider or email server", () =>
    Effect.gen(function*() {
      const provider = yield* withConfig({ oauth_providers: [{ id: "github", type: "standard", client_id: "a" }] })
      assert(provider._tag === "ApiError" && provider.reason._tag === "InvalidResponse")
      assert.deepStrictEqual(provider.reason.path, ["config", "oauth_providers", 0, "client_secret"])
      const server = yield* withConfig({ email_config: { type: "standard" } })
      assert(server._tag === "ApiError" && server.reason._tag === "InvalidResponse")
      assert.deepStrictEqual(server.reason.path, ["config", "email_config", "host"])
    }))
})
