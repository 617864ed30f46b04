import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, KnownErrors, Password, Project, Session, Sessions, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Server, Sessions as ServerSessions, Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  configure,
  device,
  email,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  otherProject,
  password,
  projectId,
  refusalOf,
  send,
  serverHeaders,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const { publishableClientKey, secretServerKey, superSecretAdminKey } = Emulator.adminOptions

const without = (name: string, headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== `x-stack-${name}`))

describe("a key", () => {
  const refusedBy = <R, E>(
    layer: Layer.Layer<R | Client.Client, E, TokenStore.TokenStore>,
    generation?: "2025" | "2026"
  ) =>
    Project.get.pipe(
      Effect.provide(layer.pipe(Layer.provide(TokenStore.layerNone), Layer.provide(Emulator.layer({ generation })))),
      Effect.flip
    )

  it.effect("a wrong key for clients is an InvalidPublishableClientKey", () =>
    Effect.gen(function*() {
      const error = yield* refusedBy(Client.layer({ projectId, publishableClientKey: "pck_wrong" }))
      assert.strictEqual(tagsOf(error), "ApiError/ProjectRefused/InvalidPublishableClientKey")
      if (error._tag !== "ApiError" || error.reason._tag !== "ProjectRefused") return
      assert.instanceOf(error.reason.error, KnownErrors.InvalidPublishableClientKey)
      assert.deepStrictEqual(error.reason.error.details, { projectId })
    }))

  it.effect("a wrong key for servers is an InvalidSecretServerKey", () =>
    Effect.gen(function*() {
      const error = yield* refusedBy(Server.layer({ projectId, secretServerKey: Redacted.make("ssk_wrong") }))
      assert.strictEqual(tagsOf(error), "ApiError/ProjectRefused/InvalidSecretServerKey")
    }))

  it.effect("a wrong key for admins is an InvalidSuperSecretAdminKey", () =>
    Effect.gen(function*() {
      const error = yield* refusedBy(Admin.layer({ projectId, superSecretAdminKey: Redacted.make("sak_wrong") }))
      assert.strictEqual(tagsOf(error), "ApiError/ProjectRefused/InvalidSuperSecretAdminKey")
    }))

  it.effect("another or an unknown project's key is wrong", () =>
    Effect.gen(function*() {
      const other = Client.layer({ projectId, publishableClientKey: otherProject.publishableClientKey })
      assert.strictEqual(tagsOf(yield* refusedBy(other)), "ApiError/ProjectRefused/InvalidPublishableClientKey")
      const unknown = Client.layer({ projectId: nobody, publishableClientKey })
      assert.strictEqual(tagsOf(yield* refusedBy(unknown)), "ApiError/ProjectRefused/CurrentProjectNotFound")
      assert.strictEqual(
        tagsOf(yield* refusedBy(unknown, "2025")),
        "ApiError/ProjectRefused/InvalidPublishableClientKey"
      )
    }))

  it.effect("a key permits the calls of its level and of lower levels", () =>
    Effect.gen(function*() {
      const server = Server.layer({ projectId, secretServerKey })
      const admin = Admin.layer({ projectId, superSecretAdminKey })
      for (const layer of [server, admin]) {
        const program = Effect.all([Project.get, Users.list()])
        yield* program.pipe(
          Effect.provide(layer.pipe(Layer.provide(TokenStore.layerNone), Layer.provide(Emulator.layer())))
        )
      }
    }))

  it.effect("a missing key is named by its level", () =>
    Effect.gen(function*() {
      const codes = []
      for (const level of ["client", "server", "admin"]) {
        const headers = { "x-stack-access-type": level, "x-stack-project-id": projectId }
        const response = yield* send("GET", "/projects/current", headers)
        assert.strictEqual(response.status, 401)
        codes.push(codeOf(response))
      }
      assert.deepStrictEqual(codes, [
        "CLIENT_AUTHENTICATION_REQUIRED",
        "SERVER_AUTHENTICATION_REQUIRED",
        "ADMIN_AUTHENTICATION_REQUIRED"
      ])
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("a key proves only the level that the request states", () =>
    Effect.gen(function*() {
      const all = { ...serverHeaders, ...clientHeaders, "x-stack-super-secret-admin-key": "sak_emulator" }
      assert.strictEqual(codeOf(yield* send("GET", "/users", all)), "INSUFFICIENT_ACCESS_TYPE")
      const wrong = { ...all, "x-stack-access-type": "server", "x-stack-secret-server-key": "ssk_wrong" }
      assert.strictEqual(codeOf(yield* send("GET", "/users", wrong)), "INVALID_SECRET_SERVER_KEY")
      const right = { ...all, "x-stack-access-type": "server", "x-stack-publishable-client-key": "pck_wrong" }
      assert.strictEqual((yield* send("GET", "/users", right)).status, 200)
      for (const key of [secretServerKey, superSecretAdminKey]) {
        const higher = { ...clientHeaders, "x-stack-publishable-client-key": Redacted.value(key) }
        assert.strictEqual(codeOf(yield* send("GET", "/projects/current", higher)), "INVALID_PUBLISHABLE_CLIENT_KEY")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("an access token of a project that does not exist", () => {
  it.effect("is unparsable, because no key verifies it, and names no other project", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const [header, payload, signature] = Redacted.value(tokens.accessToken!).split(".")
      const claims = JSON.parse(Buffer.from(payload!, "base64url").toString())
      const forged = Buffer.from(JSON.stringify({ ...claims, aud: nobody, project_id: nobody })).toString("base64url")
      const response = yield* send("GET", "/users/me", {
        ...clientHeaders,
        "x-stack-access-token": [header, forged, signature].join(".")
      })
      assert.strictEqual(codeOf(response), "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layerTest())))
})

describe("a request", () => {
  it.effect("requires an access type", () =>
    Effect.gen(function*() {
      const keyed = yield* send("GET", "/users/me", without("access-type", clientHeaders))
      assert.strictEqual(codeOf(keyed), "PROJECT_KEY_WITHOUT_ACCESS_TYPE")
      const bare = yield* send("GET", "/users/me", { "x-stack-project-id": projectId })
      assert.strictEqual(codeOf(bare), "ACCESS_TYPE_REQUIRED")
      const wrong = yield* send("GET", "/users/me", { ...clientHeaders, "x-stack-access-type": "owner" })
      assert.strictEqual(codeOf(wrong), "INVALID_ACCESS_TYPE")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a project with its access type", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/users/me", without("project-id", clientHeaders))
      assert.strictEqual(codeOf(response), "ACCESS_TYPE_WITHOUT_PROJECT_ID")
      assert.deepStrictEqual(jsonOf(response).details, { request_type: "client" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("a request for a branch that does not exist is refused", () =>
    Effect.gen(function*() {
      const onBranch = (id: string) => send("GET", "/projects/current", { ...clientHeaders, "x-stack-branch-id": id })
      const response = yield* onBranch("dev")
      assert.strictEqual(codeOf(response), "BRANCH_DOES_NOT_EXIST")
      assert.deepStrictEqual(jsonOf(response).details, { branch_id: "dev" })
      assert.strictEqual((yield* onBranch("main")).status, 200)
    }).pipe(Effect.provide(layerTest())))

  const headers = Object.fromEntries(
    Object.entries(clientHeaders).map(([name, value]) => [name.replace("x-stack-", "x-hexclave-"), value])
  )

  it.effect("2025: hexclave headers are refused as a request without an access type", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/projects/current", headers)
      assert.deepStrictEqual([response.status, codeOf(response)], [400, "ACCESS_TYPE_REQUIRED"])
      const preflight = yield* send("OPTIONS", "/projects/current", {})
      assert.notInclude(preflight.headers["access-control-allow-headers"], "x-hexclave-")
      const error = yield* failure(Project.get).pipe(
        Effect.provide(Client.layer({ ...Emulator.clientOptions, headerFamily: "hexclave" }))
      )
      assert(error._tag === "ApiError" && error.reason._tag === "ProjectRefused")
      assert.strictEqual(error.reason.error._tag, "AccessTypeRequired")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("both header families can be mixed, and responses of the newest service have both", () =>
    Effect.gen(function*() {
      const { "x-hexclave-project-id": _, ...mixed } = headers
      const response = yield* send("GET", "/users", {
        ...mixed,
        "x-stack-project-id": clientHeaders["x-stack-project-id"],
        "x-hexclave-override-error-status": "true"
      })
      assert.strictEqual(response.status, 200)
      for (const family of ["x-stack", "x-hexclave"]) {
        assert.strictEqual(response.headers[`${family}-known-error`], "INSUFFICIENT_ACCESS_TYPE")
        assert.strictEqual(response.headers[`${family}-actual-status`], "401")
        assert.isString(response.headers[`${family}-request-id`])
        assert.include(response.headers["access-control-expose-headers"], `${family}-known-error`)
      }
    }).pipe(Effect.provide(layerTest({ newest: true }))))

  it.effect("x-hexclave-* headers take precedence if both families differ", () =>
    Effect.gen(function*() {
      const other = Object.fromEntries(Object.keys(clientHeaders).map((name) => [name, "other"]))
      assert.strictEqual((yield* send("GET", "/projects/current", { ...other, ...headers })).status, 200)
    }).pipe(Effect.provide(layerTest({ newest: true }))))

  for (const headerFamily of ["stack", "hexclave"] as const) {
    it.effect(`the newest service responds to a client with the header family ${headerFamily}`, () =>
      Effect.gen(function*() {
        yield* Password.signUp({ email, password, verificationCallbackUrl: callbackUrl })
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
        const error = yield* Effect.flip(Password.signIn({ email, password: "wrong horse" }))
        assert.strictEqual(error._tag, "EmailPasswordMismatch")
      }).pipe(
        Effect.provide(
          Client.layer({ ...Emulator.clientOptions, headerFamily }).pipe(
            Layer.provideMerge(TokenStore.layerMemory),
            Layer.provideMerge(Emulator.layer({ newest: true }))
          )
        )
      ))
  }

  it.effect("can use the other family of header names", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send("GET", "/projects/current", headers)).status, 200)
      assert.strictEqual(codeOf(yield* send("GET", "/users", headers)), "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a request with an unreadable access token is refused before its keys are checked", () =>
    Effect.gen(function*() {
      const headers = { ...without("publishable-client-key", clientHeaders), "x-stack-access-token": "garbage" }
      assert.strictEqual(codeOf(yield* send("GET", "/projects/current", headers)), "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client's request to a server route is refused with the permitted levels", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/users")
      assert.strictEqual(response.status, 401)
      assert.deepStrictEqual(jsonOf(response).details, {
        actual_access_type: "client",
        allowed_access_types: ["server", "admin"]
      })
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client's request with a server field is a schema error, not an access type error", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const change = { server_metadata: { admin: true } }
      assert.strictEqual(codeOf(yield* send("PATCH", "/users/me", headers, change)), "SCHEMA_ERROR")
      const asServer = { ...serverHeaders, "x-stack-access-token": headers["x-stack-access-token"] }
      const response = yield* send("PATCH", "/users/me", asServer, change)
      assert.deepStrictEqual(jsonOf(response).server_metadata, { admin: true })
    }).pipe(Effect.provide(layerTest())))
})

describe("an access token", () => {
  const used = (token: Redacted.Redacted<string>) =>
    send("GET", "/users/me", { ...clientHeaders, "x-stack-access-token": Redacted.value(token) })

  it.effect("is valid for ten minutes, to the millisecond", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual((yield* used(tokens.accessToken!)).status, 200)
      yield* TestClock.adjust("1 millis")
      const response = yield* used(tokens.accessToken!)
      assert.strictEqual(response.status, 401)
      assert.strictEqual(codeOf(response), "ACCESS_TOKEN_EXPIRED")
      assert.deepStrictEqual(jsonOf(response).details, { expired_at_millis: 600_000 })
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("has its ten minutes counted from the second it was issued in", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1999 millis")
      const { tokens } = yield* signUp()
      yield* TestClock.adjust("599000 millis")
      assert.strictEqual((yield* used(tokens.accessToken!)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(codeOf(yield* used(tokens.accessToken!)), "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(layerTest())))

  it.effect("outlives its session until it expires", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* Session.signOut
      assert.strictEqual((yield* used(tokens.accessToken!)).status, 200)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* used(tokens.accessToken!)).status, 401)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a deleted user's access token identifies no user", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* Users.remove(userId)
      const response = yield* used(tokens.accessToken!)
      assert.strictEqual(response.status, 400)
      assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* failure(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
      assert.strictEqual((yield* failure(CurrentUser.update({})))._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* failure(Sessions.list))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("marks the user as active when it is issued, and not when it is used", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const lastActive = Effect.map(Users.get(userId), (user) => user.lastActiveAt.getTime())
      yield* TestClock.adjust("5 minutes")
      yield* CurrentUser.get()
      assert.strictEqual(yield* lastActive, 0)
      yield* TestClock.adjust("5 minutes")
      yield* CurrentUser.get()
      assert.strictEqual(yield* lastActive, 600_000)
      yield* TestClock.adjust("1 minute")
      yield* signIn()
      assert.strictEqual(yield* lastActive, 660_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not identify a user to a server unless the server sends it", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      assert.strictEqual(codeOf(yield* send("GET", "/users/me", serverHeaders)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      const response = yield* send("GET", "/users/me", {
        ...serverHeaders,
        "x-stack-access-token": Redacted.value(tokens.accessToken!)
      })
      assert.strictEqual(jsonOf(response).id, userId)
      assert.property(jsonOf(response), "server_metadata")
    }).pipe(Effect.provide(layerTest())))
})

describe("a refresh token", () => {
  it.effect("gets a new access token after the old one expired, and stays the same", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      const state = yield* Session.state
      if (state._tag !== "Active") return assert.fail(state._tag)
      assert.strictEqual(Redacted.value(state.tokens.refreshToken!), Redacted.value(tokens.refreshToken!))
      assert.notStrictEqual(Redacted.value(state.tokens.accessToken!), Redacted.value(tokens.accessToken!))
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid for a year", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("31535999999 millis")
      assert.isNotNull(yield* CurrentUser.get())
      yield* TestClock.adjust("1 millis")
      // The access token of a millisecond ago is still valid.
      assert.isNotNull(yield* CurrentUser.get())
      yield* TestClock.adjust("10 minutes")
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is invalid after sign-out", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* Session.signOut
      const thief = yield* device({ refreshToken: tokens.refreshToken })
      assert.isNull(yield* on(thief)(CurrentUser.get()))
      assert.strictEqual((yield* on(thief)(Session.state))._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is invalid after its user is deleted", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* CurrentUser.remove
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      const other = yield* device({ refreshToken: tokens.refreshToken })
      assert.isNull(yield* on(other)(Session.getAccessToken()))
    }).pipe(Effect.provide(layerTest())))

  const grant = (fields: Readonly<Record<string, string>>) =>
    send(
      "POST",
      "/auth/oauth/token",
      { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
      new URLSearchParams(fields).toString()
    )

  const client = { client_id: projectId, client_secret: publishableClientKey }

  it.effect("an unknown refresh token is refused with 401", () =>
    Effect.gen(function*() {
      const response = yield* grant({ ...client, grant_type: "refresh_token", refresh_token: "unknown" })
      assert.strictEqual(response.status, 401)
      assert.strictEqual(codeOf(response), "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns an OAuth grant: a bearer token with no-store, and no new refresh token", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const refresh_token = Redacted.value(tokens.refreshToken)
      const response = yield* grant({ ...client, grant_type: "refresh_token", refresh_token })
      const { access_token, ...rest } = jsonOf(response)
      assert.deepStrictEqual(rest, { token_type: "Bearer", expires_in: 3599, scope: "legacy" })
      assert.match(access_token, /^ey[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.strictEqual(response.headers["cache-control"], "no-store")
      assert.strictEqual(response.headers["pragma"], "no-cache")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("belongs to its project, whose key the grant requires", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const refresh_token = Redacted.value(tokens.refreshToken)
      const refresh = { grant_type: "refresh_token", refresh_token }
      const wrongSecret = yield* grant({ ...refresh, ...client, client_secret: "pck_wrong" })
      assert.strictEqual(codeOf(wrongSecret), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.deepStrictEqual(jsonOf(wrongSecret).details, { client_id: null })
      const unknownProject = yield* grant({ ...refresh, ...client, client_id: nobody })
      assert.strictEqual(codeOf(unknownProject), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      const elsewhere = yield* grant({
        ...refresh,
        client_id: otherProject.id,
        client_secret: otherProject.publishableClientKey
      })
      assert.strictEqual(codeOf(elsewhere), "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* grant({ ...refresh, ...client, client_id: `${projectId}#main` })).status, 200)
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("requires a grant type, and a request without one is refused", () =>
    Effect.gen(function*() {
      assert.strictEqual(codeOf(yield* grant({ ...client, grant_type: "password" })), "SCHEMA_ERROR")
      const response = yield* grant({ ...client, grant_type: "refresh_token" })
      assert.strictEqual(response.status, 400)
      assert.isUndefined(codeOf(response))
      assert.strictEqual(jsonOf(response).error, "invalid_request")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refresh token can also refresh by its header", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const refreshed = (token: string) =>
        send("POST", "/auth/sessions/current/refresh", { ...clientHeaders, "x-stack-refresh-token": token })
      assert.property(jsonOf(yield* refreshed(Redacted.value(tokens.refreshToken))), "access_token")
      assert.strictEqual(codeOf(yield* refreshed("unknown")), "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual(codeOf(yield* send("POST", "/auth/sessions/current/refresh")), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))
})

describe("a flag", () => {
  it.effect("is returned to clients as the project has it", () =>
    Effect.gen(function*() {
      yield* configure({ signUpEnabled: false, magicLinkEnabled: false, oauthProviders: ["github"] })
      const { config, displayName, id } = yield* Project.get
      assert.strictEqual(id, projectId)
      assert.strictEqual(displayName, "Emulated project")
      assert.isFalse(config.signUpEnabled)
      assert.isFalse(config.magicLinkEnabled)
      assert.isTrue(config.credentialEnabled)
      assert.deepStrictEqual(config.enabledOauthProviders, [{ id: "github" }])
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymousEnabled enables anonymous sign-up, which is disabled by default", () =>
    Effect.gen(function*() {
      const error = yield* failure(CurrentUser.get({ or: "anonymous" }))
      assert.strictEqual(error._tag, "AnonymousAccountsNotEnabled")
      yield* configure({ anonymousEnabled: true })
      assert.isTrue((yield* CurrentUser.get({ or: "anonymous" })).isAnonymous)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("signUpEnabled does not disable anonymous sign-up", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true, signUpEnabled: false })
      assert.isTrue((yield* CurrentUser.get({ or: "anonymous" })).isAnonymous)
      assert.strictEqual((yield* failure(signUp()))._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(layerTest())))

  it.effect("clientUserDeletionEnabled applies to users, not to servers", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* configure({ clientUserDeletionEnabled: false })
      assert.strictEqual(refusalOf(yield* failure(CurrentUser.remove)).status, 400)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      yield* Users.remove(userId)
      assert.strictEqual((yield* failure(Users.get(userId)))._tag, "UserNotFound")
    }).pipe(Effect.provide(layerTest())))

  it.effect("magicLinkEnabled is required to enable sign-in by code for a user", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.isTrue((yield* CurrentUser.update({ otpAuthEnabled: true })).otpAuthEnabled)
      yield* configure({ magicLinkEnabled: false })
      assert.isFalse((yield* CurrentUser.update({ otpAuthEnabled: false })).otpAuthEnabled)
      assert.strictEqual(refusalOf(yield* failure(CurrentUser.update({ otpAuthEnabled: true }))).status, 400)
      assert.strictEqual(refusalOf(yield* failure(Users.create({ otpAuthEnabled: true }))).status, 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("disabling sign-up in one project does not affect another", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* emulator.configure({ signUpEnabled: false }, otherProject.id)
      yield* signUp()
      const other = Client.layer({
        projectId: otherProject.id,
        publishableClientKey: otherProject.publishableClientKey
      })
        .pipe(Layer.provide(TokenStore.layerMemory))
      assert.strictEqual((yield* failure(Effect.provide(signUp(), other)))._tag, "SignUpNotEnabled")
      yield* emulator.createUser({ primaryEmail: email, password }, otherProject.id)
      yield* Effect.provide(signIn(), other)
      assert.strictEqual((yield* Users.list()).items.length, 1)
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))
})

describe("two projects", () => {
  it.effect("two projects share no user, session or token", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const server = Server.layer({ projectId: otherProject.id, secretServerKey: otherProject.secretServerKey })
        .pipe(Layer.provide(TokenStore.layerNone))
      assert.strictEqual((yield* failure(Effect.provide(Users.get(userId), server)))._tag, "UserNotFound")
      assert.deepStrictEqual(yield* Effect.provide(ServerSessions.list(userId), server), [])
      const response = yield* send("GET", "/users/me", {
        "x-stack-access-type": "client",
        "x-stack-project-id": otherProject.id,
        "x-stack-publishable-client-key": otherProject.publishableClientKey,
        "x-stack-access-token": Redacted.value(tokens.accessToken!)
      })
      assert.strictEqual(codeOf(response), "INVALID_PROJECT_FOR_ACCESS_TOKEN")
      assert.deepStrictEqual(jsonOf(response).details, {
        expected_project_id: otherProject.id,
        actual_project_id: projectId
      })
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))
})
