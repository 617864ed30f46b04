import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, OwnedProjects, Password, Session, Teams, TokenStore } from "latchkey"
import { Admin, Project, ProjectConfig } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Server, TeamMembers } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  configure,
  failure,
  jsonOf,
  layerAdmin,
  nobody,
  password,
  projectId,
  recorded,
  refusalOf,
  send,
  tagsOf
} from "../support.ts"

const image = "data:image/png;base64,iVBORw0KGgo="
const themeId = "a0172b5d-cff0-463b-83bb-85124697373a"

const update = (body: object) => send("PATCH", "/internal/projects/current", adminHeaders, body)

describe("a project of a service since 2026", () => {
  it.effect("has its owner, logos and theme, and no user count", () =>
    Effect.gen(function*() {
      const project = yield* Project.get
      assert.notProperty(project, "userCount")
      assert.deepInclude(project, {
        ownerTeamId: null,
        onboardingStatus: "completed",
        logoUrl: null,
        logoFullUrl: null,
        logoDarkModeUrl: null,
        logoFullDarkModeUrl: null
      })
      assert.strictEqual(project.config.emailTheme, "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac")
      assert.deepStrictEqual(project.config.oauthProviders[0], {
        id: "github",
        type: "shared",
        providerConfigId: "github"
      })
      const shown = jsonOf(yield* send("GET", "/internal/projects/current", adminHeaders)).config
      for (const name of ["require_email_verification", "require_publishable_client_key", "sign_up_rules"]) {
        assert.notProperty(shown, name)
      }
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("keeps allowLocalhost in an update without it", () =>
    Effect.gen(function*() {
      yield* Project.update({ config: { allowLocalhost: false } })
      const { config } = yield* Project.update({ displayName: "Engines", config: { signUpEnabled: false } })
      assert.isFalse(config.allowLocalhost)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("stores logos given as data URLs, and removes them for null", () =>
    Effect.gen(function*() {
      const logos = { logoUrl: image, logoFullUrl: image, logoDarkModeUrl: image, logoFullDarkModeUrl: image }
      const stored = yield* Project.update(logos)
      const names = ["logoUrl", "logoFullUrl", "logoDarkModeUrl", "logoFullDarkModeUrl"] as const
      for (const name of names) assert.match(stored[name]!, /^https:.*\.png$/)
      assert.strictEqual(new Set(names.map((name) => stored[name])).size, 4)
      const { logoFullUrl, logoUrl } = yield* Project.update({
        logoUrl: null,
        logoFullUrl: "https://example.com/a.png"
      })
      assert.deepStrictEqual([logoUrl, logoFullUrl], [null, "https://example.com/a.png"])
      assert.strictEqual((yield* failure(Project.update({ logoUrl: "nope" })))._tag, "RequestSchemaError")
      const noImage = Project.update({ logoUrl: "data:image/png;base64,AAAA", displayName: "No" })
      assert.strictEqual(refusalOf(yield* failure(noImage)).status, 400)
      assert.deepInclude(yield* Project.get, { logoUrl: null, displayName: "Emulated project" })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("accepts only a known onboarding status and a known theme", () =>
    Effect.gen(function*() {
      const changed = yield* Project.update({ onboardingStatus: "domain_setup", config: { emailTheme: themeId } })
      assert.strictEqual(changed.onboardingStatus, "domain_setup")
      assert.strictEqual(changed.config.emailTheme, themeId)
      assert.strictEqual(codeOf(yield* update({ onboarding_status: "nope" })), "SCHEMA_ERROR")
      const error = yield* failure(Project.update({ displayName: "No", config: { emailTheme: nobody } }))
      assert.strictEqual(refusalOf(error).status, 400)
      assert.notStrictEqual((yield* Project.get).displayName, "No")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("accepts requireEmailVerification, which appears in its configuration", () =>
    Effect.gen(function*() {
      yield* Project.update({ config: { requireEmailVerification: true } })
      assert.deepStrictEqual((yield* ProjectConfig.get)["onboarding"], { requireEmailVerification: true })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("drops undefined default permissions", () =>
    Effect.gen(function*() {
      const ids = ["team_member", "unknown_id", "$read_members"]
      const { config } = yield* Project.update({ config: { teamMemberDefaultPermissions: ids } })
      assert.deepStrictEqual(config.teamMemberDefaultPermissions, ["$read_members", "team_member"])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("accepts the providers as returned, with bundle ids for Apple", () =>
    Effect.gen(function*() {
      const { config: { oauthProviders } } = yield* Project.get
      const clientSecret = Redacted.make("apple secret")
      const apple = { id: "apple", type: "standard", clientId: "a", clientSecret } as const
      const { config } = yield* Project.update({
        config: { oauthProviders: [...oauthProviders, { ...apple, appleBundleIds: ["com.example.app"] }] }
      })
      assert.lengthOf(config.oauthProviders, oauthProviders.length + 1)
      assert.deepInclude(config.oauthProviders[0], {
        id: "apple",
        type: "standard",
        clientId: "a",
        appleBundleIds: ["com.example.app"],
        providerConfigId: "apple"
      })
    }).pipe(Effect.provide(layerAdmin())))
})

describe("the fields of 2026", () => {
  it.effect("the 2026 fields fail with UnsupportedGeneration for an older service, which refuses them", () => {
    const { layer, requests } = recorded({ generation: "2025" })
    return Effect.gen(function*() {
      const clientSecret = Redacted.make("apple secret")
      const apple = { id: "apple", type: "standard", clientId: "a", clientSecret, appleBundleIds: ["b"] } as const
      yield* Project.get
      for (
        const changes of [
          { logoUrl: image },
          { onboardingStatus: "welcome" as const },
          { config: { emailTheme: themeId } },
          { config: { requireEmailVerification: true } },
          { config: { oauthProviders: [{ id: "github", type: "shared" as const }, apple] } }
        ]
      ) {
        const error = yield* failure(Project.update(changes))
        assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      }
      assert.isFalse(requests.some(({ method }) => method === "PATCH"))
      yield* Project.update({ config: { oauthProviders: [{ id: "github", type: "shared" }] } })
      for (const name of ["logo_url", "logo_full_url", "logo_dark_mode_url", "logo_full_dark_mode_url"]) {
        assert.strictEqual(codeOf(yield* update({ [name]: null })), "SCHEMA_ERROR", name)
      }
      assert.strictEqual(codeOf(yield* update({ onboarding_status: "welcome" })), "SCHEMA_ERROR")
      for (
        const config of [
          { email_theme: themeId },
          { require_email_verification: true },
          { oauth_providers: [{ id: "github", type: "shared", apple_bundle_ids: [] }] },
          { oauth_providers: [{ id: "twitch", type: "shared" }] }
        ]
      ) {
        assert.strictEqual(codeOf(yield* update({ config })), "SCHEMA_ERROR", JSON.stringify(config))
      }
    }).pipe(
      Effect.provide(
        Admin.layer(Emulator.adminOptions).pipe(
          Layer.provideMerge(TokenStore.layerMemory),
          Layer.provideMerge(layer)
        )
      )
    )
  })
})

const internalServerOptions = {
  projectId: "internal",
  publishableClientKey: Emulator.internalAdminOptions.publishableClientKey,
  secretServerKey: Emulator.internalAdminOptions.secretServerKey
}

const owners = ["owner@example.com", "partner@example.com"] as const

const layerOwners = (generation: "2025" | "2026" = "2026") =>
  layerAdmin({
    generation,
    internal: {
      users: owners.map((primaryEmail) => ({
        primaryEmail,
        password,
        ...(primaryEmail === owners[0] && { serverMetadata: { managedProjectIds: [projectId] } })
      }))
    }
  })

/** Signs in a user of `internal`, and returns the client's context. */
const signedInTo = Effect.fnUntraced(function*(email: string) {
  const context = yield* Layer.build(
    Layer.fresh(Client.layer(Emulator.internalClientOptions).pipe(Layer.provide(TokenStore.layerMemory)))
  )
  yield* Effect.provide(Password.signIn({ email, password }), context)
  return context
})

const teamOf = (client: Context.Context<Client.Client>) =>
  Effect.map(Effect.provide(Teams.list, client), ([team]) => team!.id)

const idsOf = (client: Context.Context<Client.Client>) =>
  Effect.map(Effect.provide(OwnedProjects.list, client), (projects) => projects.map(({ id }) => id))

describe("an owner of projects since 2026", () => {
  it.effect("owns the projects of all own teams, with or without keys", () =>
    Effect.gen(function*() {
      const [owner, partner] = [yield* signedInTo(owners[0]), yield* signedInTo(owners[1])]
      const teamId = yield* teamOf(owner)
      assert.deepStrictEqual(yield* idsOf(owner), [projectId])
      assert.deepStrictEqual(yield* idsOf(partner), [])
      assert.strictEqual((yield* Project.get).ownerTeamId, teamId)
      const created = yield* Effect.provide(
        OwnedProjects.create({ displayName: "Another", ownerTeamId: teamId, config: { emailTheme: themeId } }),
        owner
      )
      assert.deepInclude(created, { displayName: "Another", ownerTeamId: teamId, onboardingStatus: "completed" })
      assert.deepInclude(created.config, { emailTheme: themeId, allowLocalhost: true, magicLinkEnabled: false })
      assert.deepStrictEqual(yield* idsOf(owner), [projectId, created.id])
      const read = Project.get.pipe(Effect.provide(Admin.layerOwner({ projectId: created.id })))
      assert.strictEqual((yield* Effect.provide(read, owner)).id, created.id)
      assert.strictEqual(
        tagsOf(yield* failure(Effect.provide(read, partner))),
        "ApiError/ProjectRefused/AdminAccessTokenIsNotAdmin"
      )
      yield* Effect.provide(Project.remove.pipe(Effect.provide(Admin.layerOwner({ projectId }))), owner)
      assert.deepStrictEqual(yield* idsOf(owner), [created.id])
    }).pipe(Effect.provide(layerOwners())))

  it.effect("creates a project for a team that contains only the user", () =>
    Effect.gen(function*() {
      const owner = yield* signedInTo(owners[0])
      const stranger = yield* teamOf(yield* signedInTo(owners[1]))
      for (const teamId of [stranger, nobody]) {
        const error = yield* failure(
          Effect.provide(OwnedProjects.create({ displayName: "No", ownerTeamId: teamId }), owner)
        )
        assert(error._tag === "TeamMembershipNotFound")
        assert.strictEqual(error.details.teamId, teamId)
      }
      const invalid = OwnedProjects.create({ displayName: "No", ownerTeamId: "no id" })
      assert.strictEqual((yield* failure(Effect.provide(invalid, owner)))._tag, "RequestSchemaError")
      assert.deepStrictEqual(yield* idsOf(owner), [projectId])
    }).pipe(Effect.provide(layerOwners())))

  it.effect("creating a project without an owner team fails before a request, and at the service", () =>
    Effect.gen(function*() {
      const owner = yield* signedInTo(owners[0])
      const error = yield* failure(Effect.provide(OwnedProjects.create({ displayName: "No" }), owner))
      assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      assert.include(error.message, "Services since 2026 require owner_team_id")
      const internal = {
        ...clientHeaders,
        "x-stack-project-id": "internal",
        "x-stack-publishable-client-key": Emulator.internalClientOptions.publishableClientKey
      }
      const accessToken = yield* Effect.provide(Session.getAccessToken(), owner)
      const headers = { ...internal, "x-stack-access-token": Redacted.value(accessToken!) }
      const refusal = yield* send("POST", "/internal/projects", headers, { display_name: "No" })
      assert.strictEqual(codeOf(refusal), "SCHEMA_ERROR")
      assert.include(refusal.body!, "body.owner_team_id is missing")
    }).pipe(Effect.provide(layerOwners())))

  it.effect("transfers a project between two teams of its owner", () =>
    Effect.gen(function*() {
      const [owner, partner] = [yield* signedInTo(owners[0]), yield* signedInTo(owners[1])]
      const others = yield* teamOf(partner)
      const { id } = yield* Effect.provide(Teams.create({ displayName: "Engines" }), owner)
      yield* Effect.provide(OwnedProjects.transfer(projectId, id), owner)
      assert.strictEqual((yield* Project.get).ownerTeamId, id)
      assert.deepStrictEqual(yield* idsOf(owner), [projectId])
      const refused = (context: typeof owner, project: string, team: string) =>
        Effect.map(failure(Effect.provide(OwnedProjects.transfer(project, team), context)), ({ _tag }) => _tag)
      assert.strictEqual(yield* refused(owner, projectId, others), "TeamMembershipNotFound")
      assert.strictEqual(yield* refused(partner, projectId, others), "TeamMembershipNotFound")
      assert.strictEqual(yield* refused(owner, nobody, id), "ProjectNotFound")
      assert.strictEqual((yield* Project.get).ownerTeamId, id)
    }).pipe(Effect.provide(layerOwners())))

  it.effect("cannot move a project as a member who is no admin of its team", () =>
    Effect.gen(function*() {
      const [owner, partner] = [yield* signedInTo(owners[0]), yield* signedInTo(owners[1])]
      const [teamId, others] = [yield* teamOf(owner), yield* teamOf(partner)]
      const { id: userId } = yield* Effect.provide(CurrentUser.get({ or: "throw" }), partner)
      const internal = yield* Layer.build(
        Layer.fresh(Server.layer(internalServerOptions).pipe(Layer.provide(TokenStore.layerNone)))
      )
      yield* Effect.provide(TeamMembers.add({ teamId, userId }), internal)
      const error = yield* failure(Effect.provide(OwnedProjects.transfer(projectId, others), partner))
      assert(error._tag === "TeamPermissionRequired")
      assert.deepStrictEqual(error.details, { teamId, userId, permissionId: "team_admin" })
    }).pipe(Effect.provide(layerOwners())))

  it.effect("cannot move a project without a session or from a project other than internal", () =>
    Effect.gen(function*() {
      const unsigned = yield* Layer.build(
        Layer.fresh(Client.layer(Emulator.internalClientOptions).pipe(Layer.provide(TokenStore.layerMemory)))
      )
      const transfer = OwnedProjects.transfer(projectId, nobody)
      assert.strictEqual((yield* failure(Effect.provide(transfer, unsigned)))._tag, "UserAuthenticationRequired")
      yield* Password.signUp({ email: "ada@example.com", password, verificationCallbackUrl: "http://localhost/" })
      assert.strictEqual((yield* failure(transfer))._tag, "ExpectedInternalProject")
    }).pipe(Effect.provide(layerOwners())))
})

describe("an owner of projects before 2026", () => {
  it.effect("cannot name a team or move a project", () =>
    Effect.gen(function*() {
      const owner = yield* signedInTo(owners[0])
      const errors = [
        yield* failure(Effect.provide(OwnedProjects.create({ displayName: "No", ownerTeamId: nobody }), owner)),
        yield* failure(Effect.provide(OwnedProjects.transfer(projectId, nobody), owner))
      ]
      assert.deepStrictEqual(errors.map(tagsOf), ["ApiError/UnsupportedGeneration", "ApiError/UnsupportedGeneration"])
      assert.strictEqual((yield* send("POST", "/internal/projects/transfer", clientHeaders, {})).status, 404)
      yield* Effect.provide(OwnedProjects.create({ displayName: "Mine" }), owner)
      assert.lengthOf(yield* idsOf(owner), 2)
    }).pipe(Effect.provide(layerOwners("2025"))))
})

describe("the emulator", () => {
  it.effect("adds a second owner of a project to the first owner's team", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const { ownerTeamId } = yield* Project.get
      assert.isString(ownerTeamId)
      yield* emulator.createUser(
        { primaryEmail: "third@example.com", password, serverMetadata: { managedProjectIds: [projectId, nobody] } },
        "internal"
      )
      assert.deepStrictEqual(yield* idsOf(yield* signedInTo("third@example.com")), [projectId])
      assert.strictEqual((yield* Project.get).ownerTeamId, ownerTeamId)
      yield* configure({ requireEmailVerification: true })
      assert.deepStrictEqual((yield* ProjectConfig.get)["onboarding"], { requireEmailVerification: true })
    }).pipe(Effect.provide(layerOwners())))
})
