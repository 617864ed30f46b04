import { assert, describe, it } from "@effect/vitest"
import { type ApiError, ApiErrors, KnownErrors, Redacted } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import {
  type AuthClient,
  type Cached,
  type Call,
  type CallError,
  Disposed,
  type Subscribe,
  type SubscribeTo,
  type User,
  type UserFilter
} from "latchkey/promise"
import { createServerClient } from "latchkey/promise/server"
import { ada, rejection, startService, until } from "./support.ts"

const grace = { email: "grace@example.com", password: "battery staple" }

/** Subscribes, and records the states. */
const record = <A, E>(subscribe: Subscribe<A, E>) => {
  const seen: Array<Cached<A, E>> = []
  const stop = subscribe((state) => void seen.push(state))
  return {
    seen,
    stop,
    /** Waits until the newest state has a status and is not refreshing. */
    settled: async (status: Cached<A, E>["status"] = "ready") => {
      await until(() => seen.at(-1)?.status === status && !seen.at(-1)!.isRefreshing)
      return seen.at(-1)!
    }
  }
}

const of = <A, E>(subscribe: SubscribeTo<A, E>, id: string): Subscribe<A, E> => (listener) => subscribe(id, listener)

describe.each(Emulator.generations)("a cached value of a service of %s", (generation) => {
  it("is loading, then ready, and follows each call of the client", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { seen, settled, stop } = record(auth.teams.subscribe)
    assert.deepStrictEqual(seen, [{ status: "loading", data: undefined, error: null, isRefreshing: true }])
    assert.deepStrictEqual(await settled(), { status: "ready", data: [], error: null, isRefreshing: false })
    const team = await auth.teams.create({ displayName: "Engines" }).orThrow()
    const names = () => {
      const { data } = seen.at(-1)!
      return data?.map(({ displayName }) => displayName).join()
    }
    await until(() => names() === "Engines")
    await auth.teams.update(team.id, { displayName: "Analytical Engines" }).orThrow()
    await until(() => names() === "Analytical Engines")
    await auth.teams.leave(team.id).orThrow()
    await until(() => names() === "")
    stop()
  })

  it("a cached value changes with the user, and fails if no user is signed in", async () => {
    await using service = await startService({ generation })
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    await auth.teams.create({ displayName: "Engines" }).orThrow()
    const { seen, settled } = record(auth.teams.subscribe)
    assert.lengthOf((await settled()).data!, 1)
    await auth.signOut().orThrow()
    await settled("failed")
    const signedOut = seen.at(-1)!
    assert.isUndefined(signedOut.data)
    assert.instanceOf(signedOut.error, KnownErrors.CannotGetOwnUserWithoutUser)
    assert.strictEqual(signedOut.error!.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    await auth.signUp.password(grace).orThrow()
    await until(() => seen.at(-1)?.status === "ready")
    assert.deepStrictEqual(seen.at(-1)!.data, [])
  })
})

describe("a cached value", () => {
  it("fails with the reason of an ApiError, which is the cause", async () => {
    await using service = await startService()
    await service.emulator.setFault(Faults.status(503))
    const { seen, settled } = record(service.client().project.subscribe)
    await settled("failed")
    const { error } = seen.at(-1)!
    assert.instanceOf(error, ApiErrors.ServiceUnavailable)
    assert.strictEqual((error as CallError & { readonly cause: Error }).cause.name, "ApiError")
  })

  it("keeps its data when a refresh fails", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { seen, settled } = record(auth.user.subscribe)
    const { data } = await settled()
    // The call succeeds, and the user that it has changed cannot be read.
    await service.emulator.setFault(Faults.limitTo(({ method }) => method === "GET", Faults.status(503)))
    await auth.emails.create({ email: "grace@example.com" }).orThrow()
    await until(() => seen.at(-1)!.error !== null && !seen.at(-1)!.isRefreshing)
    const last = seen.at(-1)!
    assert.deepStrictEqual([last.status, last.data], ["ready", data])
    assert.strictEqual(last.error!.code, "SERVICE_UNAVAILABLE")
  })

  it("the cached user is null for users that getUser() excludes, unless the options include them", async () => {
    await using service = await startService({ generation: "2026" })
    const user = await service.emulator.createUser()
    const { accessToken, refreshToken } = await service.emulator.createSession(user)
    await using server = createServerClient({ ...Emulator.serverOptions, fetch: service.fetch })
    await server.users.update(user.id, { restrictedByAdmin: true }).orThrow()
    const restricted = service.client({ tokens: { accessToken, refreshToken } })
    const anonymous = service.client()
    await anonymous.signIn.anonymous().orThrow()
    const idOf = async (auth: AuthClient, options?: UserFilter) => {
      const { settled } = record<User | null, ApiError>((listener) => auth.user.subscribe(listener, options))
      const { data } = await settled()
      const answer = await auth.getUser(options).orThrow()
      assert.strictEqual(data?.id, answer?.id)
      return data === null ? null : data?.id
    }
    assert.isNull(await idOf(restricted))
    assert.strictEqual(await idOf(restricted, { includeRestricted: true }), user.id)
    assert.isNull(await idOf(anonymous))
    assert.isString(await idOf(anonymous, { or: "anonymous-if-exists" }))
    // A store of Svelte passes a function in the second place.
    const { settled } = record((listener) => Reflect.apply(restricted.user.subscribe, undefined, [listener, () => {}]))
    assert.isNull((await settled()).data)
  })

  it("is requested once for all subscribers", async () => {
    await using service = await startService()
    const auth = service.client()
    const records = Array.from({ length: 3 }, () => record(auth.project.subscribe))
    await Promise.all(records.map(({ settled }) => settled()))
    assert.deepStrictEqual(service.requests, ["GET /projects/current"])
    const late = record(auth.project.subscribe)
    await late.settled()
    for (const { seen } of [...records, late]) {
      assert.deepStrictEqual(seen.map(({ status }) => status), ["loading", "ready"])
    }
    assert.lengthOf(service.requests, 1)
  })

  it("a cached value calls no unsubscribed listener, even before the code has loaded", async () => {
    await using service = await startService()
    const auth = service.client()
    const { seen, stop } = record(auth.project.subscribe)
    stop()
    const other = record(auth.project.subscribe)
    await other.settled()
    assert.lengthOf(seen, 1)
    other.stop()
    other.stop()
  })

  it("calls no listener after it has unsubscribed itself at the first value", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const other = record(auth.teams.subscribe)
    await other.settled()
    const seen: Array<string> = []
    const stop = auth.teams.subscribe(({ status }) => {
      seen.push(status)
      if (status === "ready") stop()
    })
    await until(() => seen.includes("ready"))
    await auth.teams.create({ displayName: "Engines" }).orThrow()
    await until(() => other.seen.at(-1)?.data?.length === 1)
    assert.deepStrictEqual(seen, ["loading", "ready"])
  })

  it("survives an exception in a listener", async () => {
    await using service = await startService()
    const auth = service.client()
    const { error: print } = console
    const reported: Array<unknown> = []
    console.error = (error) => void reported.push(error)
    try {
      const bug = new Error("a bug")
      auth.project.subscribe(() => {
        throw bug
      })
      await record(auth.project.subscribe).settled()
      assert.isTrue(reported.length >= 2 && reported.every((each) => each === bug))
    } finally {
      console.error = print
    }
  })

  it("fails if the client is disposed", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth[Symbol.asyncDispose]()
    const { seen } = record(auth.project.subscribe)
    await until(() => seen.length > 1)
    assert.strictEqual(seen.at(-1)!.status, "failed")
    assert.instanceOf(seen.at(-1)!.error, Disposed)
    assert.instanceOf(await rejection(auth.getUser()), Disposed)
  })

  it("exists for every list of the user", async () => {
    await using service = await startService()
    const auth = service.client()
    await auth.signUp.password(ada).orThrow()
    const { id } = await auth.teams.create({ displayName: "Engines" }).orThrow()
    const check = async <A, E, F>(subscribe: Subscribe<A, E>, list: Call<A, F>) =>
      assert.deepStrictEqual((await record(subscribe).settled()).data, await list.orThrow())
    await check(auth.user.subscribe, auth.getUser())
    await check(auth.emails.subscribe, auth.emails.list())
    await check(auth.sessions.subscribe, auth.sessions.list())
    await check(auth.teams.subscribe, auth.teams.list())
    await check(of(auth.teams.members.subscribe, id), auth.teams.members.list(id))
    await check(auth.invitations.subscribe, auth.invitations.listOwn())
    await check(of(auth.invitations.subscribeTo, id), auth.invitations.list(id))
    await check(auth.permissions.subscribe, auth.permissions.listInTeams())
    await check(auth.permissions.subscribeInProject, auth.permissions.listInProject())
    await check(auth.apiKeys.subscribe, auth.apiKeys.list())
    await check(of(auth.apiKeys.subscribeTo, id), auth.apiKeys.list({ teamId: id }))
    await check(auth.project.subscribe, auth.project.get())
  })

  it("project.owned: has the projects of a user of the dashboard", async () => {
    await using service = await startService()
    const auth = service.client(Emulator.internalClientOptions)
    await auth.signUp.password(ada).orThrow()
    const { seen, settled } = record(auth.project.owned.subscribe)
    assert.deepStrictEqual((await settled()).data, [])
    const [team] = await auth.teams.list().orThrow()
    const oauthProviders = [
      { id: "github", type: "standard", clientId: "id", clientSecret: Redacted.make("github-secret") } as const
    ]
    await auth.project.owned.create({ displayName: "Engines", ownerTeamId: team!.id, config: { oauthProviders } })
      .orThrow()
    await until(() => seen.at(-1)?.data?.length === 1)
    const [project] = seen.at(-1)!.data!
    // The secret is a plain string, and not enumerable.
    const [provider] = project!.config.oauthProviders
    assert.propertyVal(provider, "clientSecret", "github-secret")
    assert.notInclude(JSON.stringify(project), "github-secret")
  })
})
