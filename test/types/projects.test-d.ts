import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { type ApiError, Client, type InvalidOptions, type KnownErrors, OwnedProjects, TokenStore } from "latchkey"
import { Admin, Project, ProjectConfig } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { type Emails, Server, Users } from "latchkey/server"

declare const secret: Redacted.Redacted<string>
declare const project: Project.AdminProject

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** Compiles only for an effect without requirements. */
const runnable = <A, E>(_: Effect.Effect<A, E>): void => undefined

describe("Project, for admins,", () => {
  it("reports production mode errors without a request", () => {
    expectTypeOf(Project.getProductionModeErrors).returns.toEqualTypeOf<ReadonlyArray<Project.ProductionModeError>>()
    expectTypeOf(Project.getProductionModeErrors(project)[0]!).toEqualTypeOf<{
      readonly message: string
      readonly relativeFixUrl: string
    }>()
    Project.getProductionModeErrors({ id: projectId, config: { allowLocalhost: true, domains: [] } })
  })

  it("distinguishes kinds of providers and email servers", () => {
    const [provider] = project.config.oauthProviders
    // @ts-expect-error shared providers have no secret
    assertType(provider!.clientSecret)
    if (provider!.type === "standard") expectTypeOf(provider!.clientSecret).toEqualTypeOf<Redacted.Redacted<string>>()
    const { emailConfig } = project.config
    if (emailConfig.type === "standard") expectTypeOf(emailConfig.password).toEqualTypeOf<Redacted.Redacted<string>>()
    assertType<Project.EmailConfig>({ type: "shared" })
    // @ts-expect-error a server has an address and credentials
    assertType<Project.EmailConfig>({ type: "standard" })
    assertType<Project.OAuthProviderConfig>({ id: "x", type: "standard", clientId: "a", clientSecret: secret })
    // @ts-expect-error a secret of the service is redacted
    assertType<Project.OAuthProviderConfig>({ id: "x", type: "standard", clientId: "a", clientSecret: "b" })
    assertType<Project.OAuthProviderConfigInput>({ id: "x", type: "standard", clientId: "a", clientSecret: "b" })
    // @ts-expect-error keys of one's own are two
    assertType<Project.OAuthProviderConfig>({ id: "x", type: "standard", clientId: "a" })
  })

  it("accepts known settings, and permissions by id", () => {
    assertType<Project.ProjectUpdate>({ config: { userDefaultPermissions: ["read"], signUpEnabled: undefined } })
    // @ts-expect-error there is no such setting
    assertType<Project.ProjectUpdate>({ config: { nope: true } })
    // @ts-expect-error the list for clients follows from the providers
    assertType<Project.ProjectUpdate>({ config: { enabledOauthProviders: [] } })
    // @ts-expect-error the service counts by itself
    assertType<Project.ProjectUpdate>({ userCount: 1 })
  })
})

describe("OwnedProjects", () => {
  it("a new project requires a name", () => {
    // @ts-expect-error a project has a name
    OwnedProjects.create({ description: "Nameless" })
  })
})

describe("an owner's admin level", () => {
  it("requires the owner's client, and provides all three levels", () => {
    expectTypeOf(Admin.layerOwner).toEqualTypeOf<
      (options: Admin.OwnerOptions) => Layer.Layer<
        Client.Client | Server.Server | Admin.Admin,
        InvalidOptions,
        Client.Client
      >
    >()
    const layer = Admin.layerOwner({ projectId })
    const client = Emulator.layerClient()
    runnable(Effect.all([Project.get, Users.list()]).pipe(Effect.provide(layer), Effect.provide(client)))
    // @ts-expect-error somebody has to own the project
    runnable(Project.get.pipe(Effect.provide(layer)))
    // @ts-expect-error an owner has no key
    Admin.layerOwner({ projectId, superSecretAdminKey: secret })
  })

  it("Project calls accept neither a client level nor a server level", () => {
    const client = Client.layer(Emulator.clientOptions)
    // @ts-expect-error a client does not change the project
    runnable(Project.update({}).pipe(Effect.provide(client), Effect.provide(TokenStore.layerMemory)))
    const server = Server.layer(Emulator.serverOptions)
    // @ts-expect-error nor does a server
    runnable(Project.get.pipe(Effect.provide(server), Effect.provide(TokenStore.layerNone)))
  })
})

describe("ProjectConfig", () => {
  it("has the types of the keys it names, and JSON for the others", () => {
    expectTypeOf(ProjectConfig.getOverride("branch")).toEqualTypeOf<
      Effect.Effect<ProjectConfig.ConfigOverride, KnownErrors.RequestSchemaError | ApiError, Admin.Admin>
    >()
    assertType<ProjectConfig.ConfigOverride>({ "auth.allowSignUp": null, "payments.testMode": true })
    // @ts-expect-error the setting is a boolean
    assertType<ProjectConfig.ConfigOverride>({ "auth.allowSignUp": "yes" })
    // @ts-expect-error a rule has an action
    assertType<ProjectConfig.ConfigOverride>({ "auth.signUpRules": { a: { condition: "true" } } })
    // @ts-expect-error JSON has no dates
    assertType<ProjectConfig.ConfigOverride>({ "payments.since": new Date() })
    // @ts-expect-error there are three levels
    ProjectConfig.getOverride("user")
  })
})

describe("emails of services since 2026", () => {
  it("are sent by servers, with one content and one kind of recipients", () => {
    assertType<Emails.UserEmail>({ allUsers: true, templateId: "t", variables: { month: "May" } })
    assertType<Emails.UserEmail>({ userIds: [], draftId: "d" })
    // @ts-expect-error a content is missing
    assertType<Emails.UserEmail>({ allUsers: true })
    // @ts-expect-error two contents
    assertType<Emails.UserEmail>({ allUsers: true, html: "h", templateId: "t" })
    // @ts-expect-error recipients are missing
    assertType<Emails.UserEmail>({ html: "h" })
    // @ts-expect-error variables are for templates
    assertType<Emails.UserEmail>({ allUsers: true, html: "h", variables: {} })
  })
})
