/** Inputs with unknown names or values: the call rejects with `InvalidOptions`, and sends nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { InvalidOptions } from "latchkey/promise"
import { createAdminClient } from "latchkey/promise/admin"
import { createServerClient } from "latchkey/promise/server"
import { ada, appUrl, rejection, type Service, startService, until } from "./support.ts"

// Untyped code can pass any inputs.
type Untyped = any

const id = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

const makeClients = (service: Service) => ({
  auth: service.client() as Untyped,
  server: createServerClient({ ...Emulator.serverOptions, fetch: service.fetch }) as Untyped,
  admin: createAdminClient({
    projectId: Emulator.clientOptions.projectId,
    superSecretAdminKey: "sak_emulator",
    fetch: service.fetch
  }) as Untyped
})

/** Functions that are no calls. */
const others = ["onChange", "onChallenge", "preload", "fetch", "isValid", "state", "forRequest", "stream"]

/** The calls of a client, with their paths. */
const callsOf = (
  client: object,
  path: string
): ReadonlyArray<readonly [string, (...inputs: Array<unknown>) => unknown]> =>
  Object.entries(client).flatMap(([name, value]) => {
    const own = `${path}.${name}`
    if (typeof value === "object" && value !== null) return callsOf(value, own)
    // `session.get` is synchronous.
    return typeof value !== "function" || name.startsWith("subscribe") || others.includes(name) ||
        own === "auth.session.get"
      ? []
      : [[own, value]]
  })

describe("an input with an unknown name", () => {
  it("every call refuses an input with an unknown name, at any position", async () => {
    await using service = await startService({ generation: "2026" })
    const { admin, auth, server } = makeClients(service)
    const calls = [...callsOf(auth, "auth"), ...callsOf(server, "server"), ...callsOf(admin, "admin")]
    const refusals = new Map<string, number>()
    for (const [path, call] of calls) {
      for (const ids of path === "auth.signOut" ? [[]] : [[], [id], [id, id], [id, id, id]]) {
        const sent = service.requests.length
        const outcome = await Promise.resolve(call(...ids, { nmae: 1 })).catch((reason: unknown) => reason)
        if (outcome instanceof InvalidOptions) {
          assert.strictEqual(service.requests.length, sent, `${path} has sent a request`)
          refusals.set(path, (refusals.get(path) ?? 0) + 1)
        } else if (!path.endsWith("revoke") && !(outcome instanceof Error)) {
          // In the place of an id: the codec refuses it. `revoke` takes an item of a list.
          assert.isObject(outcome, path)
          assert.isNotNull((outcome as { readonly error?: unknown }).error, `${path} has accepted it`)
        }
      }
    }
    assert.deepStrictEqual(calls.map(([path]) => path).filter((path) => !refusals.has(path)), [])
    assert.isAbove(calls.length, 150)
  })

  it.each<readonly [string, (auth: Untyped) => Promise<unknown>, string, string]>([
    [
      "the option of another client",
      (auth) => auth.signIn.email({ email: ada.email, password: ada.password }),
      "password",
      "The option password is unknown. The call accepts email, callbackUrl"
    ],
    [
      "a misspelled field",
      (auth) => auth.updateUser({ name: "Ada" }),
      "name",
      "The call accepts primaryEmail, displayName"
    ],
    ["a field of another level", (auth) => auth.updateUser({ serverMetadata: {} }), "serverMetadata", "is unknown"],
    ["an inherited field", (auth) => auth.updateUser(Object.create({ name: "Ada" })), "name", "is unknown"],
    ["an option that is no signal", (auth) => auth.getUser({ sginal: 1 }), "sginal", "accepts or, includeRestricted"],
    [
      "a value that is not one of the list",
      (auth) => auth.getUser({ or: "trhow" }),
      "or",
      "must be return-null, throw"
    ],
    [
      "arguments instead of an object",
      (auth) => auth.signIn.password("a@b.c", "x"),
      "input",
      "accepts email, password"
    ],
    ["a missing object", (auth) => auth.emails.update(id), "input", "is missing. The call accepts email, usedForAuth"],
    ["one argument too many", (auth) => auth.teams.remove(id, "now"), "input", "an argument too many"],
    ["null instead of an object", (auth) => auth.getUser(null), "input", "must be an object"],
    [
      "a controller instead of its signal",
      (auth) => auth.getUser({ signal: new AbortController() }),
      "signal",
      "AbortSignal"
    ],
    ["a bare signal", (auth) => auth.teams.get(id, new AbortController().signal), "signal", "must be in an object"],
    ["a form", (auth) => auth.signIn.password(new FormData()), "input", "must be an object"],
    ["a promise", (auth) => auth.updateUser(Promise.resolve({})), "input", "If it is a promise, await it"],
    ["a list", (auth) => auth.updateUser([{ displayName: "Ada" }]), "input", "must be an object"],
    ["an option of signOut", (auth) => auth.signOut({ redirectTo: "/" }), "redirectTo", "is unknown"],
    ["a URL", (auth) => auth.handleCallback("https://app.example.com/"), "input", "too many"],
    [
      "a team with another name",
      (auth) => auth.can("$read_members", { teamId: id }),
      "teamId",
      "accepts team, recursive"
    ]
  ])("%s", async (_, run, option, message) => {
    await using service = await startService()
    const error = await rejection(run(service.client()))
    assert.instanceOf(error, InvalidOptions)
    assert.strictEqual(error.option, option)
    assert.include(error.message, message)
    // The frame of this file, since the mistake is here.
    assert.include(error.stack, "inputs.test.ts")
    assert.deepStrictEqual(service.requests, [])
  })

  it("an unknown name that may be a secret is not in the message", async () => {
    await using service = await startService()
    const auth: Untyped = service.client()
    for (const call of [auth.password.change("hunter2", "hunter3"), auth.signIn.password({ email: "a" }, "hunter2")]) {
      const error = await rejection(call)
      assert.instanceOf(error, InvalidOptions)
      assert.notInclude(JSON.stringify(error) + error.message + error.stack, "hunter")
    }
  })

  it("an undefined id is refused, and no other object changes", async () => {
    await using service = await startService()
    const auth: Untyped = service.client()
    await auth.signUp.password(ada).orThrow()
    await auth.teams.create({ displayName: "Engines" }).orThrow()
    const calls = [
      auth.teams.select(undefined),
      auth.permissions.listInTeams({ teamId: undefined }),
      auth.apiKeys.create({ description: "CI", expiresAt: null, teamId: undefined }),
      auth.apiKeys.list({ teamId: undefined }),
      auth.emails.sendVerification({ id: undefined, callbackUrl: appUrl })
    ]
    for (const { error } of await Promise.all(calls)) assert.strictEqual(error?.code, "SCHEMA_ERROR")
    const states: Array<Untyped> = []
    const stop = auth.apiKeys.subscribeTo(undefined, (state: Untyped) => states.push(state))
    await until(() => states.at(-1)?.status === "failed")
    stop()
    assert.strictEqual(states.at(-1).error.code, "SCHEMA_ERROR")
  })

  it("an unknown name in a nested object is reported with its path", async () => {
    await using service = await startService()
    const { admin, server } = makeClients(service)
    const error = await rejection(admin.project.update({ config: { signupEnabled: false } }))
    assert.instanceOf(error, InvalidOptions)
    assert.strictEqual(error.option, "config.signupEnabled")
    assert.include(error.message, "signUpEnabled")
    assert.instanceOf(await rejection(server.can(id, "$read_members", { teamId: id })), InvalidOptions)
    assert.instanceOf(await rejection(server.sessions.create(id, 3600)), InvalidOptions)
    for (const override of [Promise.resolve({ a: 1 }), new Map([["a", 1]])]) {
      assert.instanceOf(await rejection(admin.config.replaceOverride("environment", override)), InvalidOptions)
      assert.instanceOf(await rejection(admin.config.updateOverride("environment", override)), InvalidOptions)
    }
    const users = server.users.stream({ limit: 2 })[Symbol.asyncIterator]()
    assert.deepInclude(await rejection(users.next()), { code: "INVALID_OPTIONS", option: "limit" })
    assert.instanceOf(await rejection(server.apiKeys.check("User", "sk_1")), InvalidOptions)
    assert.deepStrictEqual(service.requests, [])
  })
})

describe("accepted inputs", () => {
  it("calls accept list items, click events, map indexes, undefined and any metadata", async () => {
    await using service = await startService()
    const auth: Untyped = service.client()
    await auth.signUp.password(ada).orThrow()
    const team = await auth.teams.create({ displayName: "Engines", clientMetadata: undefined }).orThrow()
    assert.lengthOf(await Promise.all([team.id].map(auth.teams.get)), 1)
    await auth.teams.update(team.id, { clientMetadata: { any: { name: 1 } } }).orThrow()
    await auth.invitations.send({ teamId: team.id, email: "grace@example.com", callbackUrl: appUrl }).orThrow()
    const [invitation] = await auth.invitations.list(team.id).orThrow()
    await auth.invitations.revoke(invitation).orThrow()
    const { admin } = makeClients(service)
    const { config } = await admin.project.get().orThrow()
    await admin.project.update({ config: { ...config, signUpEnabled: true } }).orThrow()
    assert.isNull((await auth.totp.generate(new Event("click"))).error)
    assert.isNull((await auth.getUser(new Event("click"))).error)
    await auth.signOut(new Event("click")).orThrow()
    assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
  })
})
