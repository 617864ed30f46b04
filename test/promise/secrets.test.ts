import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createAuthClient } from "latchkey/promise"
import { inspect } from "node:util"
import { deepText } from "../support/exposure.ts"
import { ada, appUrl, email, enableSecondFactor, password, startService } from "./support.ts"

/** Checks that a property is a string that neither a console, JSON, nor a copy has. */
const assertHidden = (value: object, name: string) => {
  const secret: unknown = Reflect.get(value, name)
  assert.isString(secret, name)
  assert.isAbove((secret as string).length, 5)
  assert.notInclude(inspect(value, { depth: 12 }), secret as string, name)
  assert.notInclude(JSON.stringify(value), secret as string, name)
  assert.notProperty({ ...value }, name)
}

/** Finds a `Redacted` at any depth. */
const hasRedacted = (value: unknown, seen = new Set<unknown>()): boolean => {
  if (Redacted.isRedacted(value)) return true
  if (typeof value !== "object" || value === null || seen.has(value)) return false
  seen.add(value)
  return Reflect.ownKeys(value).some((key) => hasRedacted(Reflect.get(value, key), seen))
}

describe("a secret in a result", () => {
  it("is a plain string: a new API key", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { id: teamId } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    const own = await auth.apiKeys.create({ description: "CI", isPublic: false }).orThrow()
    const ofTeam = await auth.apiKeys.create({ description: "CI", isPublic: false, teamId }).orThrow()
    for (const key of [own, ofTeam]) assertHidden(key, "value")
    assert.strictEqual(own.description, "CI")
    assert.deepStrictEqual((await auth.apiKeys.get(own.id).orThrow()).value, { lastFour: own.value.slice(-4) })
    assert.strictEqual((await auth.apiKeys.list().orThrow())[0]?.id, own.id)
    assert.strictEqual((await auth.apiKeys.list({ teamId }).orThrow())[0]?.id, ofTeam.id)
    assert.strictEqual((await auth.apiKeys.get(ofTeam.id, { teamId }).orThrow()).id, ofTeam.id)
    const renamed = await auth.apiKeys.update(ofTeam.id, { description: "Build" }, { teamId }).orThrow()
    assert.strictEqual(renamed.description, "Build")
    assert.isFalse(auth.apiKeys.isValid(await auth.apiKeys.revoke(ofTeam.id, { teamId }).orThrow()))
  })

  it("is a plain string: the secret of a second factor", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const setup = await auth.totp.generate({ issuer: "Engines" }).orThrow()
    for (const name of ["uri", "setupKey", "secret"]) assertHidden(setup, name)
    assert.match(setup.uri, /^otpauth:\/\/totp\/Engines/)
    const code = await enableSecondFactor(auth)
    assert.isTrue((await auth.getUser({ or: "throw" }).orThrow()).requiresTotpMfa)
    assert.strictEqual(
      (await auth.totp.enable({ secret: setup.secret, code: "000000" })).error?.code,
      "INVALID_TOTP_CODE"
    )
    assert.isFalse((await auth.totp.disable().orThrow()).requiresTotpMfa)
    assert.isString(code())
  })

  it("is a plain string: the code of a passkey ceremony", async () => {
    await using service = await startService()
    const auth = service.client()
    assertHidden(await auth.passkeys.startSignIn().orThrow(), "code")
    await auth.signUp.password(ada).orThrow()
    assertHidden(await auth.passkeys.startRegistration().orThrow(), "code")
  })

  it("is a plain string: the keys of an owned project", async () => {
    await using service = await startService()
    const auth = service.client(Emulator.internalClientOptions)
    await auth.signUp.password(ada).orThrow()
    const [team] = await auth.teams.list().orThrow()
    const created = await auth.project.owned.create({
      displayName: "Engines",
      ownerTeamId: team!.id,
      config: {
        oauthProviders: [{
          id: "github",
          type: "standard",
          clientId: "id",
          clientSecret: Redacted.make("github-secret")
        }]
      }
    }).orThrow()
    for (const project of [created, ...await auth.project.owned.list().orThrow()]) {
      assert.isFalse(hasRedacted(project))
      const provider = project.config.oauthProviders.find(({ id }) => id === "github")
      assertHidden(provider!, "clientSecret")
    }
  })

  it("is a plain string: tokens and headers", async () => {
    await using service = await startService()
    const auth = service.client()
    assert.deepStrictEqual(await auth.session.token(), { data: null, error: null })
    assert.deepStrictEqual(await auth.session.refresh(), { data: null, error: null })
    assert.deepStrictEqual(await auth.session.claims(), { data: null, error: null })
    const { userId } = await auth.signUp.password(ada).orThrow()
    const token = await auth.session.token().orThrow()
    assert.match(`Bearer ${token}`, /^Bearer ey\w+\.\w+\.[\w-]+$/)
    assert.isString(await auth.session.refresh().orThrow())
    const headers = await auth.session.headers().orThrow()
    assert.deepStrictEqual(Object.keys(JSON.parse(headers["x-stack-auth"])), ["accessToken", "refreshToken"])
    assert.strictEqual((await auth.session.claims().orThrow())?.userId, userId)
    assert.isNumber(await auth.session.clockSkew().orThrow())
    assert.isFalse(hasRedacted(await auth.session.claims()))
  })
})

describe("a secret", () => {
  it("is not shown with a client, its groups, its results and its errors", async () => {
    await using service = await startService()
    const auth = service.client()
    const signedUp = await auth.signUp.password(ada)
    const { accessToken, refreshToken } = JSON.parse((await auth.session.headers().orThrow())["x-stack-auth"])
    const state = auth.session.get()
    const results = [
      signedUp,
      state,
      await auth.signUp.password(ada),
      await auth.teams.get("no id"),
      await auth.getUser()
    ]
    const shown = [auth, auth.session, auth.signIn, ...results].map((value) =>
      inspect(value, { depth: 12, showHidden: true }) + JSON.stringify(value) + deepText(value)
    ).join("\n")
    for (const secret of [accessToken, refreshToken, password]) assert.notInclude(shown, secret)
  })

  it("console.log(auth) shows the project, the host and the state, and no secret", async () => {
    await using service = await startService()
    const auth = service.client()
    const described = {
      projectId: Emulator.clientOptions.projectId,
      apiUrl: "https://api.stack-auth.com",
      session: { status: "signed-out" }
    }
    assert.strictEqual(inspect(auth), inspect(described))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(auth)), described)
    const { userId } = await auth.signUp.password(ada).orThrow()
    const session = { status: "signed-in", userId, isStale: false }
    assert.strictEqual(inspect({ auth }, { depth: 5 }), inspect({ auth: { ...described, session } }, { depth: 5 }))
    await using other = createAuthClient({
      ...Emulator.clientOptions,
      apiUrl: "https://auth.example.com/",
      appUrl,
      extraRequestHeaders: { "x-secret": "value-of-a-secret" }
    })
    assert.include(inspect(other), "https://auth.example.com")
    assert.notInclude(inspect(other) + JSON.stringify(other), "value-of-a-secret")
    assert.notInclude(inspect(other), Emulator.clientOptions.publishableClientKey)
  })
})

describe("an input", () => {
  it("is a plain string, also where the effect takes Redacted", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password({ email, password }).orThrow()
    assert.isNull((await auth.password.change({ currentPassword: password, newPassword: "battery staple" })).error)
  })
})
