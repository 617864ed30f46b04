/** Questions with yes or no: a misread one must fail closed. */
import { assert, describe, it } from "@effect/vitest"
import { KnownErrors } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { InvalidOptions } from "latchkey/promise"
import { ada, rejection, startService, thrown } from "./support.ts"

describe.each(Emulator.generations)("auth.can of a service of %s", (generation) => {
  it("is true or false in a team and in the project", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { id: team } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    assert.isTrue(await auth.can("$update_team", { team }))
    assert.isFalse(await auth.can("nothing_of_the_kind", { team }))
    assert.isFalse(await auth.can("update_team"))
    assert.isTrue(await auth.can("team_admin", { team, recursive: false }))
    assert.isFalse(await auth.can("$update_team", { team, recursive: false }))
  })

  it("is false if no user is signed in", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    assert.isFalse(await auth.can("moderator"))
    assert.isFalse(await auth.can("$update_team", { team: "11111111-2222-4333-8444-555555555555" }))
    await auth.signUp.password(ada).orThrow()
    const { id: team } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    assert.isTrue(await auth.can("$update_team", { team }))
    await auth.signOut().orThrow()
    assert.isFalse(await auth.can("$update_team", { team }))
  })
})

describe("auth.can", () => {
  it("rejects if the answer is not known", async () => {
    await using service = await startService()
    const auth = service.client({ requestTimeout: "1 second" })
    await auth.signUp.password(ada).orThrow()
    await service.emulator.setFault(Faults.status(503))
    assert.deepInclude(await rejection(auth.can("moderator")), { code: "SERVICE_UNAVAILABLE" })
  })

  it("auth.can: rejects for a built-in permission without a team, which would always be false", async () => {
    await using service = await startService()
    const auth = service.client()
    const error = await rejection(auth.can("$update_team"))
    assert.deepInclude(error, { code: "INVALID_OPTIONS", option: "team" })
    assert.deepStrictEqual(service.requests, [])
  })

  it("auth.can: rejects for an undefined team, even if no user is signed in", async () => {
    await using service = await startService()
    const auth = service.client()
    // Sound: untyped code passes such teams.
    const calls = [{ team: undefined as unknown as string }, { team: null as unknown as string }, { team: "" }]
    for (const _ of ["signed out", "signed in"]) {
      for (const options of calls) {
        const error = await rejection(auth.can("$update_team", options))
        assert.instanceOf(error, KnownErrors.RequestSchemaError, JSON.stringify(options))
      }
      await auth.signUp.password(ada)
    }
  })

  it("auth.can: rejects for an unknown option, so that a misspelled team does not check the project", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { id } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    // Sound: untyped code has misspelled options.
    const options: object = { teamId: id }
    const error = await rejection(auth.can("$update_team", options))
    assert.deepInclude(error, { code: "INVALID_OPTIONS", option: "teamId" })
  })

  it("auth.can: is false without the permission", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    // Sound: untyped code omits arguments.
    assert.isFalse(await auth.can(undefined as unknown as string))
  })

  it("auth.can: twenty calls in one tick send one request, even as a client's first calls", async () => {
    await using service = await startService()
    const { accessToken, refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    const tokens = { accessToken, refreshToken }
    const auth = service.client({ tokens })
    const { id: team } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    const ids = ["$update_team", "$delete_team", "$read_members", "nothing_of_the_kind"]
    const questions = Array.from({ length: 20 }, (_, index) => ids[index % 4]!)
    for (const client of [auth, service.client({ tokens })]) {
      service.requests.length = 0
      const answers = await Promise.all(questions.map((permission) => client.can(permission, { team })))
      assert.deepStrictEqual(answers, questions.map((permission) => permission !== "nothing_of_the_kind"))
      assert.deepStrictEqual(service.requests.filter((request) => request !== "GET /"), ["GET /team-permissions"])
    }
  })
})

describe("apiKeys.isValid", () => {
  it("is a boolean, not a promise", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const key = await auth.apiKeys.create({ description: "CI", isPublic: false }).orThrow()
    assert.strictEqual(auth.apiKeys.isValid(key), true)
    assert.strictEqual(auth.apiKeys.isValid(await auth.apiKeys.revoke(key.id).orThrow()), false)
    const { id } = key
    assert.strictEqual(auth.apiKeys.isValid({ id, expiresAt: new Date(Date.now() - 1) }), false)
    assert.strictEqual(auth.apiKeys.isValid({ id, expiresAt: new Date(Date.now() + 60_000) }), true)
    assert.strictEqual(auth.apiKeys.isValid({ id }), true)
  })

  it("apiKeys.isValid: throws for a value that is not a key", async () => {
    await using service = await startService()
    const auth = service.client()
    const failed = await auth.apiKeys.get("3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11")
    assert.isNotNull(failed.error)
    // Untyped code can pass any value.
    const others: ReadonlyArray<any> = [undefined, null, "sk_1", "", 1, true, {}, [], failed, auth.apiKeys.list()]
    for (const other of others) {
      const error = thrown(() => auth.apiKeys.isValid(other))
      assert.instanceOf(error, InvalidOptions)
      assert.strictEqual(error.option, "key")
    }
  })
})

describe("passkeys.isSupported", () => {
  it("is a promise of a boolean: false without a browser", async () => {
    await using service = await startService()
    const auth = service.client()
    assert.strictEqual(await auth.passkeys.isSupported(), false)
    assert.strictEqual(await auth.passkeys.isAutofillSupported(), false)
  })
})
