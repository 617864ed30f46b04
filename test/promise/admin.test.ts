import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type * as level from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { createAuthClient } from "latchkey/promise"
import * as entry from "latchkey/promise/admin"
import {
  type AdminClient,
  type AdminClientOptions,
  type Call,
  createAdminClient,
  Disposed,
  type ErrorOf,
  InvalidOptions,
  type OwnerClient
} from "latchkey/promise/admin"
import { inspect } from "node:util"
import { afterEach, vi } from "vitest"
import { deepText } from "../support/exposure.ts"
import { appUrl, email, password, rejection, startService, thrown } from "./support.ts"

const { projectId } = Emulator.clientOptions
const superSecretAdminKey = "sak_emulator"
const themeId = "a0172b5d-cff0-463b-83bb-85124697373a"

const emailConfig = {
  type: "standard",
  host: "mail.latchkey.dev",
  port: 465,
  username: "ada",
  password: "mail password",
  senderName: "Ada",
  senderEmail: "noreply@example.com"
} as const

const spotify = { id: "spotify", type: "standard", clientId: "the-client", clientSecret: "the-secret" } as const

/** An emulator, and an admin client of its project. */
const start = async (options?: Emulator.Options) => {
  const service = await startService(options)
  const admin = createAdminClient({ projectId, superSecretAdminKey, fetch: service.fetch })
  return {
    service,
    admin,
    [Symbol.asyncDispose]: async () => {
      await admin[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    }
  }
}

/** An emulator whose project has an owner, and a client that the owner is signed in to. */
const startOwner = async () => {
  const owner = {
    primaryEmail: email,
    password: Redacted.make(password),
    serverMetadata: { managedProjectIds: [projectId] }
  }
  const service = await startService({ internal: { users: [owner] } })
  const auth = createAuthClient({ ...Emulator.internalClientOptions, appUrl, fetch: service.fetch })
  await auth.signIn.password({ email, password }).orThrow()
  return {
    service,
    auth,
    [Symbol.asyncDispose]: async () => {
      await auth[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    }
  }
}

/** Untyped code can pass anything. */
type Untyped = any

const create = (options: Untyped): AdminClient => {
  const given: AdminClientOptions = options
  return createAdminClient(given)
}

/** The option and the message of the error that a creation throws. */
const refusal = (options: Untyped): InvalidOptions => {
  const error = thrown(() => create(options))
  if (!(error instanceof InvalidOptions)) throw error
  return error
}

/** Checks that a property is a string that neither a console nor JSON shows. */
const assertHidden = (value: object, name: string) => {
  const secret: unknown = Reflect.get(value, name)
  if (typeof secret !== "string") throw new Error(`${name} is no string`)
  assert.notInclude(inspect(value, { depth: 12 }), secret, name)
  assert.notInclude(JSON.stringify(value), secret, name)
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("createAdminClient", () => {
  it("throws for an invalid option, by its name", () => {
    const options: ReadonlyArray<readonly [option: string, value: unknown, message: RegExp]> = [
      ["superSecretAdminKey", undefined, /Pass it, or set STACK_SUPER_SECRET_ADMIN_KEY/],
      ["superSecretAdminKey", "ssk_1", /must start with sak_/],
      ["secretServerKey", "sak_1", /must start with ssk_/],
      ["projectId", "engines", /must be a UUID/],
      ["baseUrl", "https://auth.example.com", /apiUrl/]
    ]
    for (const [option, value, message] of options) {
      const error = refusal({ projectId, superSecretAdminKey, [option]: value })
      assert.strictEqual(error.option, option)
      assert.match(error.message, message)
      assert.match(error.stack!.split("\n")[1]!, /admin\.test\.ts/)
    }
    // @ts-expect-error an unknown option
    const unknown: AdminClientOptions = { baseUrl: "https://auth.example.com" }
    assert.isObject(unknown)
  })

  it("reads the environment, and sends the key to no other host", async () => {
    await using service = await startService()
    vi.stubEnv("STACK_PROJECT_ID", projectId)
    vi.stubEnv("STACK_SUPER_SECRET_ADMIN_KEY", superSecretAdminKey)
    vi.stubEnv("STACK_SECRET_SERVER_KEY", "ssk_emulator")
    await using admin = createAdminClient({ fetch: service.fetch })
    assert.strictEqual((await admin.project.get().orThrow()).id, projectId)
    assert.deepStrictEqual((await admin.server.users.list().orThrow()).items, [])
    vi.stubEnv("VITE_STACK_API_URL", "https://auth.example.com")
    const error = refusal({ fetch: service.fetch })
    assert.strictEqual(error.option, "apiUrl")
    assert.match(error.message, /VITE_STACK_API_URL is set, but not read on servers/)
  })

  it("prints the project and the host, and no key", async () => {
    const admin = createAdminClient({
      projectId,
      superSecretAdminKey: "sak_very_secret",
      secretServerKey: Redacted.make("ssk_very_secret")
    })
    const printed = { projectId, apiUrl: "https://api.stack-auth.com" }
    for (const client of [admin, admin.server]) {
      assert.strictEqual(inspect(client), inspect(printed))
      assert.strictEqual(JSON.stringify(client), JSON.stringify(printed))
      assert.notInclude(deepText(client), "very_secret")
    }
    await admin[Symbol.asyncDispose]()
  })

  it("createAdminClient: has the server level on the same runtime", async () => {
    await using started = await start()
    const { admin } = started
    const { id } = await admin.server.users.create({ displayName: "Ada" }).orThrow()
    const names: Array<string | null> = []
    for await (const user of admin.server.users.stream()) names.push(user.displayName)
    assert.deepStrictEqual(names, ["Ada"])
    const { accessToken, refreshToken } = await admin.server.sessions.create(id).orThrow()
    const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
    await using auth = admin.server.forRequest(new Request(appUrl, { headers }))
    assert.strictEqual((await auth.getUser({ or: "throw" }).orThrow()).id, id)
    await admin[Symbol.asyncDispose]()
    assert.instanceOf(await rejection(admin.project.get()), Disposed)
    assert.instanceOf(await rejection(admin.server.users.list()), Disposed)
  })
})

describe("project", () => {
  it("is read and changed, with secrets that are not enumerable", async () => {
    await using started = await start()
    const { project } = started.admin
    const changed = await project.update({
      displayName: "Engines",
      config: { emailConfig, oauthProviders: [{ id: "github", type: "shared" }, spotify] }
    }).orThrow()
    assert.strictEqual(changed.displayName, "Engines")
    const { config } = await project.get().orThrow()
    const provider = config.oauthProviders.find(({ type }) => type === "standard")
    if (provider?.type !== "standard" || config.emailConfig.type !== "standard") {
      throw new Error("They are not standard")
    }
    expectTypeOf(provider.clientSecret).toEqualTypeOf<string>()
    assert.deepStrictEqual([provider.clientSecret, config.emailConfig.password], ["the-secret", "mail password"])
    assertHidden(provider, "clientSecret")
    assertHidden(config.emailConfig, "password")
  })

  it("keeps the secrets of objects that a change takes from a result", async () => {
    await using started = await start()
    const { project } = started.admin
    const before = await project.update({ config: { emailConfig, oauthProviders: [spotify] } }).orThrow()
    const { emailConfig: server, oauthProviders } = before.config
    const { config } = await project.update({
      config: { emailConfig: server, oauthProviders: [...oauthProviders, { id: "github", type: "shared" }] }
    }).orThrow()
    assert.strictEqual(Reflect.get(config.emailConfig, "password"), "mail password")
    assert.sameMembers(config.oauthProviders.map(({ id }) => id), ["spotify", "github"])
    const kept = config.oauthProviders.find(({ id }) => id === "spotify")
    assert.strictEqual(Reflect.get(kept!, "clientSecret"), "the-secret")
    const [copy] = oauthProviders.map((provider): Untyped => ({ ...provider }))
    assert.strictEqual((await project.update({ config: { oauthProviders: [copy] } })).error?.code, "SCHEMA_ERROR")
  })

  it("has errors for production, and can be removed", async () => {
    await using started = await start()
    const { project } = started.admin
    const errors = await project.getProductionModeErrors().orThrow()
    assert.deepInclude(errors[0], { relativeFixUrl: `/projects/${projectId}/domains` })
    assert.deepStrictEqual(await project.remove(), { data: undefined, error: null })
    const { error } = await project.get()
    assert.strictEqual(error?.code, "PROJECT_REFUSED")
    if (error !== null) expectTypeOf(error).toEqualTypeOf<entry.CallError>()
  })
})

describe("config", () => {
  it("is read, overridden and reset", async () => {
    await using started = await start()
    const { config } = started.admin
    await config.updateOverride("environment", { "auth.allowSignUp": false }).orThrow()
    assert.isFalse((await config.getOverride("environment").orThrow())["auth.allowSignUp"])
    const { auth } = await config.get().orThrow()
    assert.isFalse(Reflect.get(Object(auth), "allowSignUp"))
    await config.resetKeys("environment", ["auth.allowSignUp"]).orThrow()
    assert.notProperty(await config.getOverride("environment").orThrow(), "auth.allowSignUp")
    const source = { type: "pushed-from-unknown" }
    await config.replaceOverride("branch", { "auth.allowSignUp": true }, { source }).orThrow()
    assert.deepStrictEqual(await config.getSource().orThrow(), source)
    await config.unlinkSource().orThrow()
    assert.deepStrictEqual(await config.getSource().orThrow(), { type: "unlinked" })
  })

  it("config secrets are not enumerable, and are kept when a result replaces the config", async () => {
    await using started = await start()
    const { config, project } = started.admin
    await project.update({ config: { emailConfig, oauthProviders: [spotify] } }).orThrow()
    const override = await config.getOverride("environment").orThrow()
    assert.notInclude(inspect(override, { depth: 12 }), "mail password")
    assert.notInclude(JSON.stringify(override), "the-secret")
    assert.notInclude(JSON.stringify(await config.get().orThrow()), "the-secret")
    await config.replaceOverride("environment", override).orThrow()
    const { config: kept } = await project.get().orThrow()
    assert.strictEqual(Reflect.get(kept.emailConfig, "password"), "mail password")
    assert.strictEqual(Reflect.get(kept.oauthProviders[0]!, "clientSecret"), "the-secret")
  })
})

describe("apiKeys", () => {
  it("are created with values that are not enumerable, and revoked", async () => {
    await using started = await start()
    const { admin, service } = started
    const { apiKeys } = admin
    const expiresAt = new Date(Date.now() + 3_600_000)
    const keys = await apiKeys.create({
      description: "Server",
      expiresAt,
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true
    }).orThrow()
    assert.match(keys.publishableClientKey!, /^pck_/)
    assertHidden(keys, "secretServerKey")
    assertHidden(keys, "superSecretAdminKey")
    await using other = create({ projectId, superSecretAdminKey: keys.superSecretAdminKey, fetch: service.fetch })
    assert.strictEqual((await other.project.get().orThrow()).id, projectId)
    const [first] = await apiKeys.list().orThrow()
    assert.strictEqual(first?.id, keys.id)
    assert.strictEqual((await apiKeys.update(keys.id, { description: "Web" }).orThrow()).description, "Web")
    assert.isTrue(apiKeys.isValid(await apiKeys.get(keys.id).orThrow()))
    const revoked = await apiKeys.revoke(keys.id).orThrow()
    assert.isFalse(apiKeys.isValid(revoked))
    assert.strictEqual(apiKeys.state(revoked), "manually-revoked")
    assert.strictEqual(apiKeys.state({ ...revoked, expiresAt: new Date(0) }), "expired")
    assert.strictEqual((await other.project.get()).error?.code, "PROJECT_REFUSED")
  })
})

describe("permissions", () => {
  it("are defined for teams and for the project", async () => {
    await using started = await start()
    const { permissions, server } = started.admin
    const groups = { invoicer: permissions.team, moderator: permissions.project }
    for (const [id, group] of Object.entries(groups)) {
      assert.strictEqual((await group.create({ id, description: "Hides comments" }).orThrow()).id, id)
      assert.strictEqual((await group.create({ id })).error?.code, "PERMISSION_ID_ALREADY_EXISTS")
      const definition = { description: "Hides comments and bans", containedPermissionIds: [] }
      assert.deepInclude(await group.update(id, definition).orThrow(), definition)
      assert.include((await group.list().orThrow()).map((each) => each.id), id)
    }
    const { id: userId } = await server.users.create().orThrow()
    await server.permissions.grantInProject(userId, "moderator").orThrow()
    assert.isTrue(await server.can(userId, "moderator"))
    await server.permissions.revokeInProject(userId, "moderator").orThrow()
    assert.isFalse(await server.can(userId, "moderator"))
    for (const [id, group] of Object.entries(groups)) {
      await group.remove(id).orThrow()
      assert.strictEqual((await group.remove(id)).error?.code, "PERMISSION_NOT_FOUND")
    }
  })
})

describe("emails", () => {
  it("are tested, and listed after they were sent", async () => {
    await using started = await start()
    const { admin, service } = started
    await admin.emails.sendTest({ recipientEmail: "grace@example.com", emailConfig }).orThrow()
    const broken = { ...emailConfig, host: "mail.example.com" }
    const { error } = await admin.emails.sendTest({ recipientEmail: "grace@example.com", emailConfig: broken })
    assert.strictEqual(error?.code, "TEST_EMAIL_FAILED")
    const project = await admin.project.update({ config: { emailConfig } }).orThrow()
    if (project.config.emailConfig.type !== "standard") throw new Error("It is not standard")
    const { type: _, ...shown } = emailConfig
    await admin.emails.sendTest({ recipientEmail: "grace@example.com", emailConfig: shown }).orThrow()
    await admin.emails.sendTest({ recipientEmail: "grace@example.com", emailConfig: project.config.emailConfig })
      .orThrow()
    await admin.server.users.invite({ email, callbackUrl: `${appUrl}/sign-up` }).orThrow()
    assert.isDefined(await service.emulator.waitForMail({ to: email }))
    assert.deepStrictEqual((await admin.emails.listSent().orThrow())[0]?.to, [email])
  })

  it("have templates with sources, and themes", async () => {
    await using started = await start()
    const { emailTemplates, emailTemplateSources: sources, emailThemes, project } = started.admin
    const required = await sources.create({ displayName: "Newsletter" })
    assert.strictEqual(required.error?.code, "REQUIRES_CUSTOM_EMAIL_SERVER")
    await project.update({ config: { emailConfig } }).orThrow()
    const id = await sources.create({ displayName: "Newsletter" }).orThrow()
    const tsxSource = "export function EmailTemplate() { return <p>Hello</p> }"
    assert.isNotEmpty((await sources.update(id, { tsxSource }).orThrow()).renderedHtml)
    assert.deepInclude((await sources.list().orThrow()).at(-1)!, { id, tsxSource })
    await sources.remove(id).orThrow()
    assert.include((await emailThemes.list().orThrow()).map((theme) => theme.id), themeId)
    assert.isNotEmpty((await emailThemes.get(themeId).orThrow()).tsxSource)
    assert.strictEqual((await emailTemplates.list()).error?.code, "UNSUPPORTED_GENERATION")
  })

  it("have templates as documents before 2026", async () => {
    await using started = await start({
      generation: "2025",
      project: { config: { emailConfig: { ...emailConfig, password: Redacted.make("mail password") } } }
    })
    const { emailTemplates } = started.admin
    assert.strictEqual((await emailTemplates.list().orThrow()).length, 4)
    const changed = await emailTemplates.update("password_reset", { subject: "Neues Passwort" }).orThrow()
    assert.strictEqual(changed.subject, "Neues Passwort")
    assert.strictEqual((await emailTemplates.get("password_reset").orThrow()).subject, "Neues Passwort")
    await emailTemplates.reset("password_reset").orThrow()
    assert.isTrue((await emailTemplates.get("password_reset").orThrow()).isDefault)
  })
})

describe("metrics and webhooks", () => {
  it("metrics and webhooks can be read", async () => {
    await using started = await start()
    const { metrics, webhooks } = started.admin
    assert.isArray((await metrics.get().orThrow()).dailyUsers)
    const token = await webhooks.createSvixToken().orThrow()
    expectTypeOf(token).toEqualTypeOf<string>()
    assert.match(token, /^appsk_/)
  })
})

describe("the owner of a project", () => {
  it("an owner manages the project without a key, with another client's session", async () => {
    await using started = await startOwner()
    const { auth, service } = started
    await using admin = createAdminClient({ projectId, owner: auth })
    expectTypeOf(admin).toEqualTypeOf<OwnerClient>()
    assert.strictEqual((await admin.project.update({ displayName: "Engines" }).orThrow()).displayName, "Engines")
    const { id } = await admin.server.users.create().orThrow()
    assert.strictEqual((await admin.server.users.get(id).orThrow()).id, id)
    assert.isFalse("forRequest" in admin.server)
    assert.deepStrictEqual((await auth.project.owned.list().orThrow()).map((project) => project.id), [projectId])
    await auth.signOut().orThrow()
    service.requests.length = 0
    assert.strictEqual((await admin.project.get()).error?.code, "PROJECT_REFUSED")
    assert.deepStrictEqual(service.requests, [])
  })

  it("is not signed out by the disposal of the client", async () => {
    await using started = await startOwner()
    const { auth } = started
    const admin = createAdminClient({ projectId, owner: auth })
    await admin.project.get().orThrow()
    await admin[Symbol.asyncDispose]()
    assert.instanceOf(await rejection(admin.project.get()), Disposed)
    assert.isNotNull(await auth.getUser().orThrow())
  })

  it("an owner's client prints the owner instead of a host, without tokens", async () => {
    await using started = await startOwner()
    const { auth } = started
    await using admin = createAdminClient({ projectId, owner: auth })
    assert.strictEqual(inspect(admin), inspect({ projectId, owner: auth }))
    const token = await auth.session.token().orThrow()
    assert.notInclude(inspect(admin), token!)
    assert.notInclude(JSON.stringify(admin), token!)
  })

  it("is signed in to the project internal, with a client of createAuthClient", async () => {
    await using service = await startService()
    const auth = service.client()
    vi.stubEnv("STACK_SUPER_SECRET_ADMIN_KEY", superSecretAdminKey)
    const options: ReadonlyArray<readonly [options: Untyped, option: string, message: RegExp]> = [
      [{ projectId, owner: auth }, "owner", /signs in to the project internal/],
      [{ projectId, owner: undefined }, "owner", /must be a client of createAuthClient/],
      [{ projectId, owner: { ...auth } }, "owner", /must be a client of createAuthClient/],
      [{ projectId, owner: auth, superSecretAdminKey }, "superSecretAdminKey", /must not be combined with owner/],
      [{ projectId, owner: auth, apiUrl: "https://auth.example.com" }, "apiUrl", /must not be combined with owner/],
      [{ projectId, owner: auth, baseUrl: "https://auth.example.com" }, "baseUrl", /is unknown/]
    ]
    for (const [given, option, message] of options) {
      const error = refusal(given)
      assert.strictEqual(error.option, option)
      assert.match(error.message, message)
      assert.match(error.stack!.split("\n")[1]!, /admin\.test\.ts/)
    }
    await using started = await startOwner()
    assert.strictEqual(refusal({ projectId: "engines", owner: started.auth }).option, "projectId")
  })
})

describe("the entry point", () => {
  it("latchkey/admin exports no effect and no namespace", () => {
    for (const [name, value] of Object.entries<unknown>(entry)) {
      assert.isFalse(Effect.isEffect(value) || Layer.isLayer(value) || Stream.isStream(value), name)
      assert.isFunction(value, name)
    }
    assert.sameMembers(Object.keys(entry), ["Disposed", "InvalidOptions", "createAdminClient", "isAuthError"])
  })

  it("has clients whose functions return promises or booleans", async () => {
    await using started = await start()
    const { server: _, ...groups } = started.admin
    let count = 0
    const visit = async (value: object, path: string): Promise<void> => {
      for (const [name, member] of Object.entries(value) as ReadonlyArray<readonly [string, unknown]>) {
        if (typeof member === "object" && member !== null) await visit(member, `${path}${name}.`)
        if (typeof member !== "function" || ["isValid", "state", "createSvixToken"].includes(name)) continue
        const returned: unknown = member()
        assert.instanceOf(returned, Promise, path + name)
        await (returned as Promise<unknown>).catch(() => undefined)
        count++
      }
    }
    await visit(groups, "")
    assert.isAbove(count, 30)
  })
})

/** The errors of a function of the client. */
type ErrorsOf<F> = F extends (...args: never) => Call<any, infer E> ? ErrorOf<E> : never

/** The errors of the same function of the Effect API, which may be an effect. */
type ErrorsOfEffect<F> = F extends Effect.Effect<any, infer E, any> ? ErrorOf<E>
  : F extends (...args: never) => Effect.Effect<any, infer E, any> ? ErrorOf<E>
  : never

/** The errors of each function in a group. */
type ErrorsIn<G> = { readonly [K in keyof G]: ErrorsOf<G[K]> }

describe("the errors of each function", () => {
  it("each function has the errors of its Effect function", () => {
    expectTypeOf<ErrorsIn<AdminClient["project"]>>().toEqualTypeOf<{
      readonly get: ErrorsOfEffect<typeof level.Project.get>
      readonly update: ErrorsOfEffect<typeof level.Project.update>
      readonly remove: ErrorsOfEffect<typeof level.Project.remove>
      readonly getProductionModeErrors: ErrorsOfEffect<typeof level.Project.get>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["config"]>>().toEqualTypeOf<{
      readonly get: ErrorsOfEffect<typeof level.ProjectConfig.get>
      readonly getOverride: ErrorsOfEffect<typeof level.ProjectConfig.getOverride>
      readonly updateOverride: ErrorsOfEffect<typeof level.ProjectConfig.updateOverride>
      readonly replaceOverride: ErrorsOfEffect<typeof level.ProjectConfig.replaceOverride>
      readonly resetKeys: ErrorsOfEffect<typeof level.ProjectConfig.resetKeys>
      readonly getSource: ErrorsOfEffect<typeof level.ProjectConfig.getSource>
      readonly unlinkSource: ErrorsOfEffect<typeof level.ProjectConfig.unlinkSource>
    }>()
    expectTypeOf<ErrorsIn<Omit<AdminClient["apiKeys"], "isValid" | "state">>>().toEqualTypeOf<{
      readonly create: ErrorsOfEffect<typeof level.InternalApiKeys.create>
      readonly list: ErrorsOfEffect<typeof level.InternalApiKeys.list>
      readonly get: ErrorsOfEffect<typeof level.InternalApiKeys.get>
      readonly update: ErrorsOfEffect<typeof level.InternalApiKeys.update>
      readonly revoke: ErrorsOfEffect<typeof level.InternalApiKeys.revoke>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["permissions"]["team"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.TeamPermissionDefinitions.list>
      readonly create: ErrorsOfEffect<typeof level.TeamPermissionDefinitions.create>
      readonly update: ErrorsOfEffect<typeof level.TeamPermissionDefinitions.update>
      readonly remove: ErrorsOfEffect<typeof level.TeamPermissionDefinitions.remove>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["permissions"]["project"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.ProjectPermissionDefinitions.list>
      readonly create: ErrorsOfEffect<typeof level.ProjectPermissionDefinitions.create>
      readonly update: ErrorsOfEffect<typeof level.ProjectPermissionDefinitions.update>
      readonly remove: ErrorsOfEffect<typeof level.ProjectPermissionDefinitions.remove>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["emails"]>>().toEqualTypeOf<{
      readonly listSent: ErrorsOfEffect<typeof level.Emails.listSent>
      readonly sendTest: ErrorsOfEffect<typeof level.Emails.sendTest>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["emailTemplates"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.EmailTemplates.list>
      readonly get: ErrorsOfEffect<typeof level.EmailTemplates.get>
      readonly update: ErrorsOfEffect<typeof level.EmailTemplates.update>
      readonly reset: ErrorsOfEffect<typeof level.EmailTemplates.reset>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["emailTemplateSources"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.EmailTemplateSources.list>
      readonly create: ErrorsOfEffect<typeof level.EmailTemplateSources.create>
      readonly update: ErrorsOfEffect<typeof level.EmailTemplateSources.update>
      readonly remove: ErrorsOfEffect<typeof level.EmailTemplateSources.remove>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["emailThemes"]>>().toEqualTypeOf<{
      readonly list: ErrorsOfEffect<typeof level.EmailTemplateSources.listThemes>
      readonly get: ErrorsOfEffect<typeof level.EmailTemplateSources.getTheme>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["metrics"]>>().toEqualTypeOf<{
      readonly get: ErrorsOfEffect<typeof level.Metrics.get>
    }>()
    expectTypeOf<ErrorsIn<AdminClient["webhooks"]>>().toEqualTypeOf<{
      readonly createSvixToken: ErrorsOfEffect<typeof level.Webhooks.createSvixToken>
    }>()
  })
})
