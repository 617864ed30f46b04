import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Project as ClientProject, Teams } from "latchkey"
import { Project, ProjectConfig } from "latchkey/admin"
import { inspect } from "node:util"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  configure,
  failure,
  jsonOf,
  layerAdmin,
  refusalOf,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const at = (tree: unknown, key: string): unknown =>
  // Sound: a non-object has no field of this name either.
  key.split(".").reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], tree)

const shown = (key: string) => Effect.map(ProjectConfig.get, (config) => at(config, key))

const override = "/internal/config/override"

const unlinked = { type: "unlinked" }

describe("the configuration of a project", () => {
  it.effect("is a tree of all settings", () =>
    Effect.gen(function*() {
      const config = yield* ProjectConfig.get
      assert.deepStrictEqual(at(config, "auth.password"), { allowSignIn: true })
      assert.deepStrictEqual(at(config, "auth.oauth.providers.github"), {
        type: "github",
        isShared: true,
        allowSignIn: true,
        allowConnectedAccounts: true
      })
      assert.deepStrictEqual(at(config, "auth.signUpRules"), {})
      assert.strictEqual(at(config, "auth.signUpRulesDefaultAction"), "allow")
      assert.deepStrictEqual(at(config, "emails.server"), { isShared: true, provider: "smtp" })
      assert.deepStrictEqual(at(config, "rbac.defaultPermissions"), {
        teamCreator: { team_admin: true },
        teamMember: { team_member: true },
        signUp: {}
      })
      assert.hasAllKeys(at(config, "rbac.permissions") as object, ["team_admin", "team_member"])
      assert.strictEqual(at(config, "project.requirePublishableClientKey"), false)
      const text = jsonOf(yield* send("GET", "/internal/config", adminHeaders)).config_string
      assert.deepStrictEqual(JSON.parse(text), config)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is changed by overrides, and the project with it", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.updateOverride("environment", {
        "auth.allowSignUp": false,
        "auth.otp.allowSignIn": false,
        "auth.passkey.allowSignIn": false,
        "auth.oauth.accountMergeStrategy": "raise_error",
        "auth.oauth.providers": { github: { type: "github", isShared: true } },
        "onboarding.requireEmailVerification": true,
        "teams.allowClientTeamCreation": false,
        "teams.createPersonalTeamOnSignUp": true,
        "users.allowClientUserDeletion": false,
        "apiKeys.enabled.team": false,
        "apiKeys.enabled.user": false,
        "domains.allowLocalhost": false,
        "domains.trustedDomains": { a: { baseUrl: "https://app.example.com", handlerPath: "/auth" } },
        "emails.selectedThemeId": "a0172b5d-cff0-463b-83bb-85124697373a",
        "rbac.defaultPermissions.teamMember": { $read_members: true, team_member: false }
      })
      const { config } = yield* Project.get
      assert.deepInclude(config, {
        signUpEnabled: false,
        credentialEnabled: true,
        magicLinkEnabled: false,
        passkeyEnabled: false,
        oauthAccountMergeStrategy: "raise_error",
        enabledOauthProviders: [{ id: "github" }],
        clientTeamCreationEnabled: false,
        createTeamOnSignUp: true,
        clientUserDeletionEnabled: false,
        allowTeamApiKeys: false,
        allowUserApiKeys: false,
        allowLocalhost: false,
        domains: [{ domain: "https://app.example.com", handlerPath: "/auth" }],
        emailTheme: "a0172b5d-cff0-463b-83bb-85124697373a",
        teamMemberDefaultPermissions: ["$read_members"],
        teamCreatorDefaultPermissions: ["team_admin"]
      })
      assert.isTrue(yield* shown("onboarding.requireEmailVerification"))
      assert.strictEqual((yield* failure(signUp()))._tag, "RedirectUrlNotWhitelisted")
      assert.isFalse((yield* ClientProject.get).config.signUpEnabled)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("accepts sign-up rules, and can require publishable client keys", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.updateOverride("environment", {
        "auth.signUpRules": { all: { enabled: true, condition: "true", action: { type: "reject", message: "No" } } }
      })
      assert.strictEqual((yield* failure(signUp()))._tag, "SignUpRejected")
      yield* ProjectConfig.updateOverride("environment", { "auth.signUpRules.all.enabled": false })
      yield* signUp()
      const { "x-stack-publishable-client-key": _, ...keyless } = clientHeaders
      assert.strictEqual((yield* send("GET", "/projects/current", keyless)).status, 200)
      yield* ProjectConfig.updateOverride("project", { "project.requirePublishableClientKey": true })
      assert.strictEqual(
        codeOf(yield* send("GET", "/projects/current", keyless)),
        "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"
      )
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("contains changes made by other requests", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.updateOverride("environment", { "auth.allowSignUp": false })
      yield* Project.update({
        config: { signUpEnabled: true, clientTeamCreationEnabled: false, domains: [], requireEmailVerification: true }
      })
      yield* configure({ passkeyEnabled: false, requirePublishableClientKey: true })
      const environment = yield* ProjectConfig.getOverride("environment")
      assert.deepInclude(environment, { "auth.allowSignUp": true, "onboarding.requireEmailVerification": true })
      assert.isFalse(yield* shown("auth.passkey.allowSignIn"))
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("project"), {
        "project.requirePublishableClientKey": true
      })
      assert.isFalse(yield* shown("teams.allowClientTeamCreation"))
      assert.isTrue(yield* shown("auth.allowSignUp"))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("keeps its secrets Redacted in results and in input", () =>
    Effect.gen(function*() {
      const secret = Redacted.make("github secret")
      const password = Redacted.make("mail secret")
      yield* ProjectConfig.updateOverride("environment", {
        "auth.oauth.providers": {
          github: { type: "github", isShared: false, clientId: "id", clientSecret: secret },
          apple: {
            type: "apple",
            isShared: false,
            clientId: "id",
            clientSecret: secret,
            appleBundles: { b: { bundleId: "com.example.app" } }
          },
          google: { type: "google", isShared: true, allowSignIn: false }
        },
        "emails.server": {
          isShared: false,
          host: "mail.example.com",
          port: 25,
          username: "ada",
          password,
          senderName: "Ada",
          senderEmail: "ada@example.com"
        }
      })
      const { config } = yield* Project.get
      assert.deepStrictEqual(config.oauthProviders.map(({ id, type }) => [id, type]), [
        ["apple", "standard"],
        ["github", "standard"]
      ])
      const [apple, github] = config.oauthProviders
      assert(apple?.type === "standard" && github?.type === "standard" && config.emailConfig.type === "standard")
      assert.deepStrictEqual(apple.appleBundleIds, ["com.example.app"])
      assert.strictEqual(Redacted.value(github.clientSecret), "github secret")
      assert.strictEqual(Redacted.value(config.emailConfig.password), "mail secret")
      const tree = yield* ProjectConfig.get
      const shownPassword = at(tree, "emails.server.password")
      assert(Redacted.isRedacted(shownPassword))
      assert.strictEqual(Redacted.value(shownPassword), "mail secret")
      const environment = yield* ProjectConfig.getOverride("environment")
      for (const value of [tree, environment]) {
        assert.notInclude(inspect(value, { depth: null }), "secret\"")
        assert.notMatch(inspect(value, { depth: null }) + JSON.stringify(value), /github secret|mail secret/)
      }
      yield* ProjectConfig.replaceOverride("environment", environment)
      assert.deepStrictEqual((yield* Project.get).config, config)
    }).pipe(Effect.provide(layerAdmin())))
})

describe("an override", () => {
  it.effect("is empty by default at the levels project and branch", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("project"), {})
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("branch"), {})
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("takes precedence over weaker levels", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.resetKeys("environment", ["teams", "users"])
      assert.isFalse(yield* shown("teams.allowClientTeamCreation"))
      yield* ProjectConfig.replaceOverride("branch", {
        "teams.allowClientTeamCreation": true,
        "auth": { "allowSignUp": false }
      }, { source: unlinked })
      assert.isTrue(yield* shown("teams.allowClientTeamCreation"))
      assert.isFalse(yield* shown("auth.allowSignUp"))
      assert.isTrue(yield* shown("auth.password.allowSignIn"))
      yield* ProjectConfig.updateOverride("environment", {
        "auth.allowSignUp": true,
        "teams": { allowClientTeamCreation: false }
      })
      assert.isFalse((yield* ClientProject.get).config.clientTeamCreationEnabled)
      assert.isTrue((yield* ClientProject.get).config.signUpEnabled)
      yield* signUp()
      assert.strictEqual(refusalOf(yield* failure(Teams.create({ displayName: "No" }))).status, 403)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is replaced, changed and reset by dotted keys", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.replaceOverride("environment", { "auth.allowSignUp": true })
      assert.deepStrictEqual((yield* Project.get).config.domains, [])
      assert.deepStrictEqual((yield* Project.get).config.oauthProviders, [])
      yield* ProjectConfig.updateOverride("environment", {
        "auth.allowSignUp": false,
        "users.allowClientUserDeletion": true,
        "teams.allowClientTeamCreation": undefined
      })
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("environment"), {
        "auth.allowSignUp": false,
        "users.allowClientUserDeletion": true
      })
      yield* ProjectConfig.resetKeys("environment", ["auth", "unknown"])
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("environment"), {
        "users.allowClientUserDeletion": true
      })
      assert.isTrue(yield* shown("auth.allowSignUp"))
      yield* ProjectConfig.updateOverride("environment", { "users.allowClientUserDeletion": null })
      assert.isFalse(yield* shown("users.allowClientUserDeletion"))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an override that is not JSON, or has an unknown key or wrong type, changes no setting", () =>
    Effect.gen(function*() {
      const before = yield* ProjectConfig.getOverride("environment")
      const patch = (config_override_string: string) =>
        send("PATCH", `${override}/environment`, adminHeaders, { config_override_string })
      for (
        const text of [
          "nope",
          "[]",
          "null",
          "{\"nope.nope\":1}",
          "{\"auth.nope\":1}",
          "{\"auth\":{\"nope\":1}}",
          "{\"auth\":1}",
          "{\"auth.allowSignUp\":\"yes\"}",
          "{\"auth.allowSignUp.x\":true}",
          "{\"auth.oauth.accountMergeStrategy\":\"nope\"}",
          "{\"auth.oauth.providers\":{\"github\":true}}",
          "{\"auth.signUpRules\":{\"a\":{\"action\":{\"type\":\"nope\"}}}}",
          "{\"auth.signUpRulesDefaultAction\":\"log\"}",
          "{\"domains.trustedDomains\":[]}",
          "{\"emails.server\":{\"isShared\":\"no\"}}",
          "{\"emails.selectedThemeId\":\"nope\"}",
          "{\"rbac.defaultPermissions.signUp\":[]}",
          "{\"project.requirePublishableClientKey\":true}",
          "{\"__proto__\":{\"a\":1}}"
        ]
      ) {
        const answer = yield* patch(text)
        assert.strictEqual(answer.status, 400, text)
        assert.isUndefined(codeOf(answer), text)
      }
      assert.deepStrictEqual(yield* ProjectConfig.getOverride("environment"), before)
      const error = yield* failure(ProjectConfig.updateOverride("project", { "auth.allowSignUp": false }))
      assert.strictEqual(refusalOf(error).status, 400)
      yield* ProjectConfig.updateOverride("environment", {
        "payments.testMode": false,
        "apps.installed.x.enabled": true
      })
      assert.isFalse(yield* shown("payments.testMode"))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an override with an unknown level is a RequestSchemaError", () =>
    Effect.gen(function*() {
      const error = yield* failure(ProjectConfig.getOverride("nope" as "branch"))
      assert.strictEqual(error._tag, "RequestSchemaError")
      assert.strictEqual(codeOf(yield* send("GET", `${override}/nope`, adminHeaders)), "SCHEMA_ERROR")
      const put = yield* send("PUT", `${override}/branch`, adminHeaders, {})
      assert.strictEqual(codeOf(put), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("overrides are for admins, and servers may use those of the branch", () =>
    Effect.gen(function*() {
      const refused = yield* send("PATCH", `${override}/environment`, clientHeaders, { config_override_string: "{}" })
      assert.strictEqual(codeOf(refused), "INSUFFICIENT_ACCESS_TYPE")
      assert.deepStrictEqual(jsonOf(refused).details.allowed_access_types, ["server", "admin"])
      assert.strictEqual(codeOf(yield* send("GET", "/internal/config", serverHeaders)), "INSUFFICIENT_ACCESS_TYPE")
      for (const level of ["project", "environment"]) {
        assert.strictEqual((yield* send("GET", `${override}/${level}`, serverHeaders)).status, 403)
        const patch = yield* send("PATCH", `${override}/${level}`, serverHeaders, { config_override_string: "{}" })
        assert.strictEqual(patch.status, 403)
        const put = yield* send("PUT", `${override}/${level}`, serverHeaders, { config_string: "{}" })
        assert.strictEqual(put.status, 403)
      }
      for (const level of ["project", "branch", "environment"]) {
        const reset = yield* send("POST", `${override}/${level}/reset-keys`, serverHeaders, { keys: [] })
        assert.deepStrictEqual([reset.status, codeOf(reset)], [401, "INSUFFICIENT_ACCESS_TYPE"], level)
        assert.deepStrictEqual(jsonOf(reset).details.allowed_access_types, ["admin"])
      }
      const put = yield* send("PUT", `${override}/branch`, serverHeaders, {
        config_string: "{\"auth.allowSignUp\":false}",
        source: unlinked
      })
      assert.deepStrictEqual(jsonOf(put), { success: true })
      const read = yield* send("GET", `${override}/branch`, serverHeaders)
      assert.deepStrictEqual(jsonOf(read), { config_string: "{\"auth.allowSignUp\":false}" })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("services before 2026 have no overrides", () =>
    Effect.gen(function*() {
      assert.strictEqual(tagsOf(yield* failure(ProjectConfig.get)), "ApiError/UnsupportedGeneration")
      const change = ProjectConfig.updateOverride("environment", {})
      assert.strictEqual(tagsOf(yield* failure(change)), "ApiError/UnsupportedGeneration")
      assert.strictEqual((yield* send("GET", "/internal/config", adminHeaders)).status, 404)
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))
})

describe("the source of the configuration", () => {
  it.effect("the source is unlinked by default and after unlinkSource", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* ProjectConfig.getSource, { type: "unlinked" })
      const source = {
        type: "pushed-from-github",
        owner: "ada",
        repo: "engines",
        branch: "main",
        commit_hash: "0".repeat(40),
        config_file_path: "latchkey.config.ts"
      }
      yield* ProjectConfig.replaceOverride("branch", {}, { source })
      assert.deepStrictEqual(yield* ProjectConfig.getSource, source)
      yield* ProjectConfig.unlinkSource
      assert.deepStrictEqual(yield* ProjectConfig.getSource, { type: "unlinked" })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("the source is required at the level branch only", () =>
    Effect.gen(function*() {
      const error = yield* failure(ProjectConfig.replaceOverride("branch", {}))
      assert.strictEqual(refusalOf(error).status, 400)
      assert.include(refusalOf(error).message, "source")
      yield* ProjectConfig.replaceOverride("environment", {})
      yield* ProjectConfig.updateOverride("branch", {})
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is a RequestSchemaError with an unknown type, or without the fields of its type", () =>
    Effect.gen(function*() {
      for (const source of [{}, { type: "nope" }, { type: "toString" }, { type: "pushed-from-github", owner: "ada" }]) {
        const error = yield* failure(ProjectConfig.replaceOverride("branch", {}, { source }))
        assert.strictEqual(error._tag, "RequestSchemaError", JSON.stringify(source))
      }
      yield* ProjectConfig.replaceOverride("branch", {}, { source: { type: "pushed-from-unknown" } })
    }).pipe(Effect.provide(layerAdmin())))
})

describe("the levels of an override", () => {
  const provider = { type: "google", isShared: false, clientId: "a", clientSecret: Redacted.make("b") }

  it.effect("branch: settings that differ between environments are refused", () =>
    Effect.gen(function*() {
      const domain = { baseUrl: "https://example.com", handlerPath: "/handler" }
      const forbidden: ReadonlyArray<ProjectConfig.ConfigOverride> = [
        { "domains.trustedDomains.d": domain },
        { "domains.trustedDomains": { d: domain } },
        { domains: { trustedDomains: { d: domain } } },
        { "emails.server": { isShared: true } },
        { "emails.server.host": "smtp.example.com" },
        { "auth.oauth.providers.google.clientId": "a" },
        { "auth.oauth.providers.google": provider },
        { auth: { oauth: { providers: { google: provider } } } }
      ]
      for (const settings of forbidden) {
        const error = yield* failure(ProjectConfig.updateOverride("branch", settings))
        assert.strictEqual(refusalOf(error).status, 400, JSON.stringify(settings))
        assert.include(refusalOf(error).message, Object.keys(settings)[0]!)
      }
      yield* ProjectConfig.updateOverride("branch", {
        "auth.oauth.providers.google": { type: "google", allowSignIn: true, allowConnectedAccounts: false },
        "domains.allowLocalhost": false
      })
      yield* ProjectConfig.updateOverride("environment", { "auth.oauth.providers.google": provider })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("an unknown type of an OAuth provider is refused", () =>
    Effect.gen(function*() {
      const settings = { "auth.oauth.providers.x": { ...provider, type: "invalid-provider" } }
      assert.strictEqual(refusalOf(yield* failure(ProjectConfig.updateOverride("environment", settings))).status, 400)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("resetKeys removes a setting from an object at a key above", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.updateOverride("environment", {
        auth: { oauth: { providers: { google: provider, "spotify": { ...provider, type: "spotify" } } } }
      })
      yield* ProjectConfig.resetKeys("environment", ["auth.oauth.providers.google"])
      assert.isUndefined(yield* shown("auth.oauth.providers.google"))
      assert.deepInclude(yield* shown("auth.oauth.providers.spotify"), { type: "spotify" })
      assert.notInclude((yield* ClientProject.get).config.enabledOauthProviders.map(({ id }) => id), "google")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a key below a domain that does not exist has no effect", () =>
    Effect.gen(function*() {
      yield* ProjectConfig.updateOverride("environment", { "domains.trustedDomains.d.baseUrl": "https://example.com" })
      assert.deepStrictEqual((yield* Project.get).config.domains, [])
      yield* ProjectConfig.updateOverride("environment", {
        "domains.trustedDomains.d": { baseUrl: "https://example.com", handlerPath: "/handler" }
      })
      yield* ProjectConfig.updateOverride("environment", { "domains.trustedDomains.d.handlerPath": "/auth" })
      assert.deepStrictEqual((yield* Project.get).config.domains, [
        { domain: "https://example.com", handlerPath: "/auth" }
      ])
    }).pipe(Effect.provide(layerAdmin())))
})
