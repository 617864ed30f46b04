import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, KnownErrors, OwnedProjects, Password, Project as ClientProject, Session, TokenStore } from "latchkey"
import { Admin, Project } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  configure,
  failure,
  jsonOf,
  nobody,
  otherProject,
  password,
  projectId,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const ownerEmail = "owner@example.com"

/** An emulator whose project has an owner, and the admin level with the project's keys. */
const layerTest = (options?: Emulator.Options) =>
  Admin.layer(Emulator.adminOptions).pipe(
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer({
      generation: "2025",
      internal: {
        users: [{ primaryEmail: ownerEmail, password, serverMetadata: { managedProjectIds: [projectId], plan: "pro" } }]
      },
      ...options
    }))
  )

/** A client of the project `internal` without a signed-in user. */
const layerInternal = Layer.fresh(
  Client.layer(Emulator.internalClientOptions).pipe(Layer.provide(TokenStore.layerMemory))
)

/** Signs a user in to `internal`, and returns the client's context. */
const signedInTo = Effect.fnUntraced(function*(email: string) {
  const context = yield* Layer.build(layerInternal)
  yield* Effect.provide(Password.signIn({ email, password }), context)
  return context
})

const owner = signedInTo(ownerEmail)

/** Another user of `internal`, who owns no project yet. */
const stranger = Effect.gen(function*() {
  const emulator = yield* Emulator.Emulator
  yield* emulator.createUser({ primaryEmail: "stranger@example.com", password }, "internal")
  return yield* signedInTo("stranger@example.com")
})

/** Runs an effect at the levels of a project, for the owner signed in to a client. */
const as = (client: Context.Context<Client.Client>, id: string) => <A, E>(effect: Effect.Effect<A, E, Admin.Admin>) =>
  effect.pipe(Effect.provide(Admin.layerOwner({ projectId: id })), Effect.provide(client))

const accessTokenOf = (client: Context.Context<Client.Client>) =>
  Effect.map(Effect.provide(Session.getAccessToken(), client), (token) => Redacted.value(token!))

const adminHeaders = {
  "x-stack-access-type": "admin",
  "x-stack-project-id": projectId,
  "x-stack-super-secret-admin-key": "sak_emulator"
}

const change = (config: object) => send("PATCH", "/internal/projects/current", adminHeaders, { config })

const standard = {
  id: "spotify",
  type: "standard",
  clientId: "the-client",
  clientSecret: Redacted.make("the-secret")
} as const

const server = {
  type: "standard",
  host: "mail.example.com",
  port: 587,
  username: "postman",
  password: Redacted.make("letters"),
  senderName: "The postman",
  senderEmail: "post@example.com"
} as const

describe("a project", () => {
  it.effect("is returned to its admins with every setting", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1000)
      yield* signUp()
      assert.deepStrictEqual(yield* Project.get, {
        id: projectId,
        displayName: "Engines",
        description: "Analytical",
        createdAt: new Date(0),
        userCount: 1,
        isProductionMode: true,
        config: {
          signUpEnabled: true,
          credentialEnabled: true,
          magicLinkEnabled: true,
          passkeyEnabled: true,
          clientTeamCreationEnabled: true,
          clientUserDeletionEnabled: true,
          allowUserApiKeys: true,
          allowTeamApiKeys: true,
          allowLocalhost: true,
          createTeamOnSignUp: false,
          oauthAccountMergeStrategy: "link_method",
          domains: [
            { domain: "https://a.example.com", handlerPath: "/handler" },
            { domain: "https://b.example.com", handlerPath: "/handler" }
          ],
          oauthProviders: [{ id: "github", type: "shared" }, standard],
          enabledOauthProviders: [{ id: "github" }, { id: "spotify" }],
          emailConfig: { type: "shared" },
          teamCreatorDefaultPermissions: ["team_admin"],
          teamMemberDefaultPermissions: ["team_member"],
          userDefaultPermissions: []
        }
      })
    }).pipe(Effect.provide(layerTest({
      project: {
        displayName: "Engines",
        description: "Analytical",
        isProductionMode: true,
        config: {
          domains: ["https://b.example.com", "https://a.example.com"],
          oauthProviders: [standard, "github"]
        }
      }
    }))))

  it.effect("is returned to admins only", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/internal/projects/current", serverHeaders)
      assert.strictEqual(codeOf(response), "INSUFFICIENT_ACCESS_TYPE")
      assert.deepStrictEqual(jsonOf(response).details, {
        actual_access_type: "server",
        allowed_access_types: ["admin"]
      })
      for (const method of ["PATCH", "DELETE"]) {
        const refused = yield* send(method, "/internal/projects/current", serverHeaders, {})
        assert.strictEqual(codeOf(refused), "INSUFFICIENT_ACCESS_TYPE")
      }
      assert.strictEqual((yield* Project.get).id, projectId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is changed field by field, and keeps omitted fields", () =>
    Effect.gen(function*() {
      const before = yield* Project.get
      assert.deepStrictEqual(yield* Project.update({}), before)
      const named = yield* Project.update({ displayName: "Engines", description: "Analytical" })
      assert.deepStrictEqual(named, { ...before, displayName: "Engines", description: "Analytical" })
      const config = { ...before.config, magicLinkEnabled: false, oauthAccountMergeStrategy: "raise_error" } as const
      const changed = yield* Project.update({
        isProductionMode: true,
        config: { magicLinkEnabled: false, oauthAccountMergeStrategy: "raise_error", signUpEnabled: undefined }
      })
      assert.deepStrictEqual(changed, { ...named, isProductionMode: true, config })
      assert.deepStrictEqual(yield* Project.get, changed)
      assert.isFalse((yield* ClientProject.get).config.magicLinkEnabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has an empty description after an update to null", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Project.update({ description: "Analytical" })).description, "Analytical")
      assert.strictEqual((yield* Project.update({ description: null })).description, "")
    }).pipe(Effect.provide(layerTest())))

  it.effect("allows localhost again with every update that does not forbid it", () =>
    Effect.gen(function*() {
      const allows = Effect.map(Project.get, ({ config }) => config.allowLocalhost)
      for (const update of [{}, { displayName: "Engines" }, { config: {} }, { config: { magicLinkEnabled: true } }]) {
        yield* Project.update({ config: { allowLocalhost: false } })
        assert.isFalse(yield* allows)
        assert.strictEqual((yield* failure(signUp()))._tag, "RedirectUrlNotWhitelisted")
        yield* Project.update(update)
        assert.isTrue(yield* allows)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("has its lists replaced as a whole, sorted and without duplicate providers and permissions", () =>
    Effect.gen(function*() {
      const first = yield* Project.update({
        config: {
          domains: [
            { domain: "https://b.example.com", handlerPath: "/auth" },
            { domain: "http://a.example.com/base", handlerPath: "/" }
          ],
          oauthProviders: [standard, { id: "github", type: "shared" }, { ...standard, clientId: "another" }],
          teamCreatorDefaultPermissions: ["team_admin", "$delete_team", "team_admin"],
          userDefaultPermissions: ["nobody_defined_this"]
        }
      })
      assert.deepStrictEqual(first.config.domains.map(({ domain }) => domain), [
        "http://a.example.com/base",
        "https://b.example.com"
      ])
      assert.deepStrictEqual(first.config.oauthProviders, [
        { id: "github", type: "shared" },
        { ...standard, clientId: "another" }
      ])
      assert.deepStrictEqual(first.config.enabledOauthProviders, [{ id: "github" }, { id: "spotify" }])
      assert.deepStrictEqual(first.config.teamCreatorDefaultPermissions, ["$delete_team", "team_admin"])
      assert.deepStrictEqual(first.config.teamMemberDefaultPermissions, ["team_member"])
      assert.deepStrictEqual(first.config.userDefaultPermissions, ["nobody_defined_this"])
      const second = yield* Project.update({
        config: { domains: [], oauthProviders: [], teamCreatorDefaultPermissions: [] }
      })
      assert.deepStrictEqual(second.config.domains, [])
      assert.deepStrictEqual(second.config.oauthProviders, [])
      assert.deepStrictEqual(second.config.enabledOauthProviders, [])
      assert.deepStrictEqual(second.config.teamCreatorDefaultPermissions, [])
      yield* configure({ domains: ["https://b.example.com", "https://a.example.com"], oauthProviders: ["x", "github"] })
      const { config } = yield* Project.get
      assert.deepStrictEqual(config.domains.map(({ domain }) => domain), [
        "https://a.example.com",
        "https://b.example.com"
      ])
      assert.deepStrictEqual((yield* ClientProject.get).config.enabledOauthProviders, [{ id: "github" }, {
        id: "x"
      }])
    }).pipe(Effect.provide(layerTest())))

  it.effect("trusts a domain as soon as it is added to the project", () =>
    Effect.gen(function*() {
      const verificationCallbackUrl = "https://app.example.com/verify"
      const signUpThere = (email: string) => Password.signUp({ email, password, verificationCallbackUrl })
      assert.strictEqual((yield* failure(signUpThere("a@example.com")))._tag, "RedirectUrlNotWhitelisted")
      const domains = [{ domain: "https://app.example.com", handlerPath: "/handler" }]
      yield* Project.update({ config: { domains, allowLocalhost: false } })
      yield* signUpThere("a@example.com")
      assert.strictEqual((yield* failure(signUp()))._tag, "RedirectUrlNotWhitelisted")
      yield* Project.update({ config: { signUpEnabled: false } })
      assert.strictEqual((yield* failure(signUp()))._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the secrets of its email server and its providers redacted", () =>
    Effect.gen(function*() {
      const { config } = yield* Project.update({ config: { emailConfig: server, oauthProviders: [standard] } })
      assert(config.emailConfig.type === "standard")
      assert.deepStrictEqual(config.emailConfig, server)
      assert.strictEqual(Redacted.value(config.emailConfig.password), "letters")
      assert.notMatch(JSON.stringify(config), /letters|the-secret/)
      const shared = yield* Project.update({ config: { emailConfig: { type: "shared" } } })
      assert.deepStrictEqual(shared.config.emailConfig, { type: "shared" })
      const extra = {
        ...standard,
        id: "microsoft",
        microsoftTenantId: "tenant",
        facebookConfigId: "facebook"
      }
      const tenant = yield* Project.update({ config: { oauthProviders: [extra] } })
      assert.deepStrictEqual(tenant.config.oauthProviders, [extra])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a setting that breaks a rule, and changes nothing", () =>
    Effect.gen(function*() {
      const before = yield* Project.get
      const domain = (domain: string, handler_path = "/handler") => ({ domains: [{ domain, handler_path }] })
      const provider = (provider: object) => ({ oauth_providers: [{ id: "github", ...provider }] })
      const own = { type: "standard", client_id: "a", client_secret: "b" }
      const mail = {
        type: "standard",
        host: "mail.example.com",
        port: 25,
        username: "u",
        password: "p",
        sender_name: "n",
        sender_email: "post@example.com"
      }
      const wrong: ReadonlyArray<object> = [
        { nope: true },
        { enabled_oauth_providers: [] },
        { sign_up_enabled: "yes" },
        { sign_up_enabled: null },
        { oauth_account_merge_strategy: "merge" },
        domain("nope"),
        domain("ftp://example.com"),
        domain("localhost:3000"),
        domain("https://exa mple.com"),
        domain("https://example.com", "handler"),
        domain("https://example.com", ""),
        { domains: [{ domain: "https://example.com" }] },
        { domains: [{ domain: "https://example.com", handler_path: "/", port: 1 }] },
        provider({ id: "myspace", type: "shared" }),
        provider({ type: "own" }),
        provider({ type: "standard" }),
        provider({ ...own, client_id: "" }),
        provider({ ...own, client_secret: "" }),
        provider({ ...own, client_secret: undefined }),
        { email_config: { type: "standard" } },
        { email_config: {} },
        ...["host", "username", "password", "sender_name", "sender_email"].flatMap((name) => [
          { email_config: { ...mail, [name]: "" } },
          { email_config: { ...mail, [name]: undefined } }
        ]),
        { email_config: { ...mail, password: "x".repeat(71) } },
        { email_config: { ...mail, port: -1 } },
        { email_config: { ...mail, port: 65_536 } },
        { email_config: { ...mail, port: 2.5 } },
        { email_config: { ...mail, port: "25" } },
        { email_config: { ...mail, sender_email: "post" } },
        { team_member_default_permissions: ["team_member"] }
      ]
      for (const config of wrong) {
        const response = yield* change({ magic_link_enabled: false, ...config })
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR", JSON.stringify(config))
        assert.strictEqual(response.status, 400)
      }
      assert.deepStrictEqual(yield* Project.get, before)
      const right: ReadonlyArray<object> = [
        domain("http://example.com", "/"),
        provider(own),
        { email_config: { ...mail, port: 0 } },
        { email_config: { ...mail, port: 65_535, password: "x".repeat(70) } }
      ]
      for (const config of right) {
        assert.strictEqual((yield* change(config)).status, 200, JSON.stringify(config))
      }
      const error = yield* failure(
        Project.update({ config: { domains: [{ domain: "nope", handlerPath: "/" }] } })
      )
      assert.strictEqual(error._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires an object in updates", () =>
    Effect.gen(function*() {
      const path = "/internal/projects/current"
      assert.strictEqual(codeOf(yield* send("PATCH", path, adminHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("PATCH", path, adminHeaders, [])), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("PATCH", path, adminHeaders, { user_count: 1 })), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("PATCH", path, adminHeaders, { display_name: null })), "SCHEMA_ERROR")
      assert.strictEqual((yield* send("PATCH", path, adminHeaders, {})).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is not found after its deletion from a service of 2026, with any key or token", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* Project.remove
      const notFound = "ApiError/ProjectRefused/CurrentProjectNotFound"
      assert.strictEqual(tagsOf(yield* failure(Project.get)), notFound)
      assert.strictEqual(tagsOf(yield* failure(Users.list())), notFound)
      const client = { "x-stack-access-type": "client", "x-stack-project-id": projectId }
      const signedIn = { ...client, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      for (const headers of [client, signedIn]) {
        assert.strictEqual(codeOf(yield* send("GET", "/projects/current", headers)), "CURRENT_PROJECT_NOT_FOUND")
      }
      assert.strictEqual((yield* send("GET", `/projects/${projectId}/.well-known/jwks.json`)).status, 404)
    }).pipe(Effect.provide(layerTest({ generation: "2026" }))))

  it.effect("has no valid keys or tokens after its deletion", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* Project.remove
      assert.strictEqual(
        tagsOf(yield* failure(Project.get)),
        "ApiError/ProjectRefused/InvalidSuperSecretAdminKey"
      )
      assert.strictEqual(tagsOf(yield* failure(Users.list())), "ApiError/ProjectRefused/InvalidSecretServerKey")
      const client = {
        "x-stack-access-type": "client",
        "x-stack-project-id": projectId,
        "x-stack-publishable-client-key": Emulator.adminOptions.publishableClientKey
      }
      assert.strictEqual(codeOf(yield* send("GET", "/projects/current", client)), "INVALID_PUBLISHABLE_CLIENT_KEY")
      const signedIn = { ...client, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      assert.strictEqual(codeOf(yield* send("GET", "/users/me", signedIn)), "INVALID_PUBLISHABLE_CLIENT_KEY")
      assert.strictEqual((yield* send("GET", `/projects/${projectId}/.well-known/jwks.json`)).status, 404)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("the projects of an owner", () => {
  it.effect("an owner's projects are the existing ones in the user's metadata, in order", () =>
    Effect.gen(function*() {
      const client = yield* owner
      const [project, ...others] = yield* Effect.provide(OwnedProjects.list, client)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(project, yield* Project.get)
      assert.deepStrictEqual(yield* Effect.provide(OwnedProjects.list, yield* stranger), [])
      const emulator = yield* Emulator.Emulator
      const lists: ReadonlyArray<readonly [unknown, number]> = [[[nobody, projectId, 7], 1], ["all", 0], [null, 0]]
      for (const [managedProjectIds, length] of lists) {
        const email = `${length}-${JSON.stringify(managedProjectIds).length}@example.com`
        // Sound: JSON, with any interpretation by the service.
        const serverMetadata = { managedProjectIds: managedProjectIds as string }
        yield* emulator.createUser({ primaryEmail: email, password, serverMetadata }, "internal")
        assert.lengthOf(yield* Effect.provide(OwnedProjects.list, yield* signedInTo(email)), length)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("an owner's projects require a session, which is checked before the project", () =>
    Effect.gen(function*() {
      const internal = yield* Layer.build(layerInternal)
      const unsigned = [
        Effect.asVoid(OwnedProjects.list),
        Effect.asVoid(OwnedProjects.create({ displayName: "Engines" }))
      ]
      for (const effect of unsigned) {
        assert.strictEqual((yield* failure(Effect.provide(effect, internal)))._tag, "UserAuthenticationRequired")
        assert.strictEqual((yield* failure(effect))._tag, "UserAuthenticationRequired")
      }
      yield* signUp()
      for (const effect of unsigned) {
        const error = yield* failure(effect)
        assert.strictEqual(error._tag, "ExpectedInternalProject")
        assert.instanceOf(error, KnownErrors.ExpectedInternalProject)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("an owner's projects include a created one, with default settings and no keys", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(5000)
      const client = yield* owner
      const created = yield* Effect.provide(OwnedProjects.create({ displayName: "Another" }), client)
      assert.match(created.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      assert.deepStrictEqual(created, {
        id: created.id,
        displayName: "Another",
        description: "",
        createdAt: new Date(5000),
        userCount: 0,
        isProductionMode: false,
        config: {
          signUpEnabled: true,
          credentialEnabled: true,
          magicLinkEnabled: false,
          passkeyEnabled: false,
          clientTeamCreationEnabled: false,
          clientUserDeletionEnabled: false,
          allowUserApiKeys: false,
          allowTeamApiKeys: false,
          allowLocalhost: true,
          createTeamOnSignUp: false,
          oauthAccountMergeStrategy: "link_method",
          domains: [],
          oauthProviders: [],
          enabledOauthProviders: [],
          emailConfig: { type: "shared" },
          teamCreatorDefaultPermissions: ["team_admin"],
          teamMemberDefaultPermissions: ["team_member"],
          userDefaultPermissions: []
        }
      })
      const all = yield* Effect.provide(OwnedProjects.list, client)
      assert.deepStrictEqual(all.map(({ id }) => id), [projectId, created.id])
      const keyless = { ...adminHeaders, "x-stack-project-id": created.id }
      assert.strictEqual(
        codeOf(yield* send("GET", "/internal/projects/current", keyless)),
        "INVALID_SUPER_SECRET_ADMIN_KEY"
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("an owner's project can be created with every updatable setting, by the same rules", () =>
    Effect.gen(function*() {
      const client = yield* stranger
      const created = yield* Effect.provide(
        OwnedProjects.create({
          displayName: "Another",
          description: "Analytical",
          isProductionMode: true,
          config: { allowLocalhost: false, magicLinkEnabled: true, oauthProviders: [standard], emailConfig: server }
        }),
        client
      )
      assert.strictEqual(created.description, "Analytical")
      assert.isTrue(created.isProductionMode)
      assert.isFalse(created.config.allowLocalhost)
      assert.isTrue(created.config.magicLinkEnabled)
      assert.deepStrictEqual(created.config.oauthProviders, [standard])
      assert.deepStrictEqual(created.config.emailConfig, server)
      const wrong = OwnedProjects.create({
        displayName: "Another",
        config: { oauthProviders: [{ id: "myspace", type: "shared" }] }
      })
      assert.strictEqual((yield* failure(Effect.provide(wrong, client)))._tag, "RequestSchemaError")
      const nameless = yield* send("POST", "/internal/projects", {
        "x-stack-access-type": "client",
        "x-stack-project-id": "internal",
        "x-stack-publishable-client-key": Emulator.internalAdminOptions.publishableClientKey,
        "x-stack-access-token": yield* accessTokenOf(client)
      }, { description: "Nameless" })
      assert.strictEqual(codeOf(nameless), "SCHEMA_ERROR")
      assert.lengthOf(yield* Effect.provide(OwnedProjects.list, client), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an owner's projects exclude a deleted one, and the user's other metadata stays", () =>
    Effect.gen(function*() {
      const client = yield* owner
      const { id } = yield* Effect.provide(OwnedProjects.create({ displayName: "Another" }), client)
      yield* as(client, projectId)(Project.remove)
      const left = yield* Effect.provide(OwnedProjects.list, client)
      assert.deepStrictEqual(left.map((project) => project.id), [id])
      const internal = Admin.layer(Emulator.internalAdminOptions).pipe(Layer.provide(TokenStore.layerNone))
      const { items: [user] } = yield* Effect.provide(Users.list(), internal)
      assert.deepStrictEqual(user!.serverMetadata, { managedProjectIds: [id], plan: "pro" })
      assert.strictEqual(
        tagsOf(yield* failure(as(client, projectId)(Project.get))),
        "ApiError/ProjectRefused/AdminAccessTokenIsNotAdmin"
      )
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("an owner", () => {
  it.effect("acts at every level of a project without its keys", () =>
    Effect.gen(function*() {
      const client = yield* owner
      const { id } = yield* Effect.provide(OwnedProjects.create({ displayName: "Another" }), client)
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* Project.update({ displayName: "Renamed" })).displayName, "Renamed")
        yield* Users.create({ displayName: "Ada" })
        assert.strictEqual((yield* Project.get).userCount, 1)
        assert.strictEqual((yield* ClientProject.get).displayName, "Renamed")
        const { tokens } = yield* Password.signUp({
          email: "ada@example.com",
          password,
          verificationCallbackUrl: callbackUrl
        })
        assert.isDefined(tokens.accessToken)
        assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      }).pipe(Effect.provide(Admin.layerOwner({ projectId: id })), Effect.provide(client))
      assert.strictEqual((yield* Project.get).displayName, "Emulated project")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an owner's calls continue after the access token expired, and stop when the session ends", () =>
    Effect.gen(function*() {
      const client = yield* owner
      const admin = as(client, projectId)
      for (const _ of [1, 2, 3]) {
        yield* TestClock.adjust("11 minutes")
        assert.strictEqual((yield* admin(Project.get)).id, projectId)
      }
      yield* Effect.provide(Session.signOut, client)
      assert.strictEqual(
        tagsOf(yield* failure(admin(Project.get))),
        "ApiError/ProjectRefused/AdminAuthenticationRequired"
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot act on another owner's project, or on one that does not exist", () =>
    Effect.gen(function*() {
      const client = yield* stranger
      const { id } = yield* Effect.provide(OwnedProjects.create({ displayName: "Mine" }), client)
      for (const other of [projectId, nobody, "internal"]) {
        assert.strictEqual(
          tagsOf(yield* failure(as(client, other)(Project.get))),
          "ApiError/ProjectRefused/AdminAccessTokenIsNotAdmin"
        )
      }
      assert.strictEqual((yield* as(client, id)(Project.get)).displayName, "Mine")
      assert.strictEqual((yield* Effect.provide(Session.state, client))._tag, "Active")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("is identified by an access token of internal that is signed and not expired", () =>
    Effect.gen(function*() {
      const token = yield* accessTokenOf(yield* owner)
      const { tokens } = yield* signUp()
      const withToken = (level: string, token: string, more: object = {}) =>
        send("GET", "/projects/current", {
          "x-stack-access-type": level,
          "x-stack-project-id": projectId,
          "x-stack-admin-access-token": token,
          ...more
        })
      for (const level of ["client", "server", "admin"]) {
        assert.strictEqual((yield* withToken(level, token)).status, 200)
        // The token replaces any key.
        assert.strictEqual((yield* withToken(level, token, { "x-stack-secret-server-key": "ssk_wrong" })).status, 200)
      }
      assert.strictEqual(codeOf(yield* withToken("admin", "junk")), "UNPARSABLE_ADMIN_ACCESS_TOKEN")
      assert.strictEqual(
        codeOf(yield* withToken("admin", `${token.slice(0, -6)}AAAAAA`)),
        "UNPARSABLE_ADMIN_ACCESS_TOKEN"
      )
      assert.strictEqual(
        codeOf(yield* withToken("admin", Redacted.value(tokens.accessToken!))),
        "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"
      )
      assert.strictEqual(codeOf(yield* withToken("admin", "")), "ADMIN_AUTHENTICATION_REQUIRED")
      yield* TestClock.adjust("10 minutes")
      const expired = yield* withToken("client", token)
      assert.strictEqual(codeOf(expired), "ADMIN_ACCESS_TOKEN_EXPIRED")
      assert.deepStrictEqual(jsonOf(expired).details, { expired_at_millis: 600_000 })
    }).pipe(Effect.provide(layerTest())))

  it.effect("a user of another project is no owner, even with managedProjectIds in the metadata", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const ownSecret = Redacted.make("correct horse")
      const intruder = {
        primaryEmail: "intruder@example.com",
        password: ownSecret,
        serverMetadata: { managedProjectIds: [projectId, otherProject.id] }
      }
      const own = yield* emulator.createUser(intruder)
      const other = yield* emulator.createUser(intruder, otherProject.id)
      assert.deepStrictEqual([own.serverMetadata, other.serverMetadata], [
        intruder.serverMetadata,
        intruder.serverMetadata
      ])
      const projects = [
        {
          "x-stack-project-id": projectId,
          "x-stack-publishable-client-key": clientHeaders["x-stack-publishable-client-key"]
        },
        { "x-stack-project-id": otherProject.id, "x-stack-publishable-client-key": otherProject.publishableClientKey }
      ]
      for (const project of projects) {
        const body = { email: intruder.primaryEmail, password: "correct horse" }
        const headers = { "x-stack-access-type": "client", ...project }
        const { access_token: token } = jsonOf(yield* send("POST", "/auth/password/sign-in", headers, body))
        for (const level of ["client", "server", "admin"]) {
          const response = yield* send("GET", "/projects/current", {
            "x-stack-access-type": level,
            "x-stack-project-id": projectId,
            "x-stack-admin-access-token": token
          })
          assert.strictEqual(codeOf(response), "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", level)
        }
      }
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("does not require the service developers' key, which grants no access", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/internal/projects/current", {
        ...adminHeaders,
        "x-stack-development-override-key": "this-super-secret-admin-key-is-for-local-development-only"
      })
      assert.strictEqual(response.status, 401)
      assert.isUndefined(codeOf(response))
      assert.match(response.headers["content-type"]!, /^text\/plain/)
    }).pipe(Effect.provide(layerTest())))
})

describe("the project internal", () => {
  it.effect("has the keys of a self-hosted service by default", () =>
    Effect.gen(function*() {
      const current = (options: Emulator.Options, admin: Admin.AdminOptions) =>
        Project.get.pipe(
          Effect.provide(
            Admin.layer(admin).pipe(
              Layer.provide(TokenStore.layerNone),
              Layer.provide(Emulator.layer(options))
            )
          ),
          Effect.map(({ config, displayName }) => ({ displayName, magicLinkEnabled: config.magicLinkEnabled })),
          Effect.catch((error) => Effect.succeed(tagsOf(error)))
        )
      const plain = { displayName: "Internal", magicLinkEnabled: true }
      assert.deepStrictEqual(yield* current({}, Emulator.internalAdminOptions), plain)
      const options = {
        internal: {
          publishableClientKey: "pck_internal",
          secretServerKey: Redacted.make("ssk_internal"),
          superSecretAdminKey: Redacted.make("sak_internal"),
          displayName: "Owners",
          config: { magicLinkEnabled: false }
        }
      }
      assert.strictEqual(
        yield* current(options, Emulator.internalAdminOptions),
        "ApiError/ProjectRefused/InvalidSuperSecretAdminKey"
      )
      const { superSecretAdminKey } = options.internal
      assert.deepStrictEqual(
        yield* current(options, { ...Emulator.internalAdminOptions, superSecretAdminKey }),
        { displayName: "Owners", magicLinkEnabled: false }
      )
    }))
})
