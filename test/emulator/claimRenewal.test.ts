/** The claims of access tokens after changes of the user. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import {
  type Claims,
  type Client,
  ContactChannels,
  CurrentUser,
  Passkey,
  RetryPolicy,
  Session,
  TeamInvitations,
  Teams,
  TokenStore,
  Totp,
  Transport
} from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { createAuthFromLayer } from "latchkey/fetch"
import {
  CurrentUser as ServerCurrentUser,
  Server,
  TeamInvitations as ServerTeamInvitations,
  Teams as ServerTeams,
  Users
} from "latchkey/server"
import { hostServices, setup } from "../server/authenticationSupport.ts"
import { Authenticator } from "../support/Authenticator.ts"
import { callbackUrl, codeTo, configure, device, email, layerTest, on, recorded, signUp } from "./support.ts"

const totpSecret = Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=")
/** The code at second 59 (RFC 6238, appendix B). */
const totpCode = Redacted.make("287082")

/** The server level over an emulator, and the paths of the requests. */
const recordedLevel = (options?: Emulator.Options) => {
  const { layer, requests } = recorded(options)
  return {
    paths: () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`),
    layer: Server.layer(Emulator.serverOptions).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(layer)
    )
  }
}

const refreshPath = "POST /auth/oauth/token"

const countRefreshes = (paths: ReadonlyArray<string>) => paths.filter((path) => path === refreshPath).length

interface Change {
  /** Runs before the change, and returns its effect. */
  readonly prepare: Effect.Effect<
    Effect.Effect<unknown, unknown, Client.Client | Server.Server>,
    unknown,
    Client.Client | Server.Server | Emulator.Emulator
  >
  readonly claims: Partial<Claims.Claims>
  /** The number of refreshes, 1 by default. */
  readonly refreshes?: number
}

const ownChannel = Effect.map(ContactChannels.list, ([channel]) => channel!.id)

const invited = Effect.gen(function*() {
  const { id } = yield* ServerTeams.create({ displayName: "Compilers" })
  yield* ServerTeamInvitations.send({ teamId: id, email, callbackUrl })
  return yield* codeTo(email)
})

const changes: Readonly<Record<string, Change>> = {
  "CurrentUser.update of the name": {
    prepare: Effect.succeed(CurrentUser.update({ displayName: "Ada Lovelace" })),
    claims: { name: "Ada Lovelace" }
  },
  "CurrentUser.update of the server level": {
    prepare: Effect.succeed(ServerCurrentUser.update({ displayName: "Ada Lovelace" })),
    claims: { name: "Ada Lovelace" }
  },
  "ContactChannels.verify": {
    prepare: Effect.map(codeTo(email), (code) => ContactChannels.verify({ code })),
    claims: { emailVerified: true }
  },
  "ContactChannels.makePrimary": {
    prepare: Effect.map(
      ContactChannels.create({ value: "second@example.com", usedForAuth: false }),
      ({ id }) => ContactChannels.makePrimary(id)
    ),
    claims: { email: "second@example.com" }
  },
  "ContactChannels.update": {
    prepare: Effect.map(ownChannel, (id) => ContactChannels.update(id, { isPrimary: false })),
    claims: { email: null }
  },
  "ContactChannels.create of a primary address": {
    prepare: Effect.succeed(
      ContactChannels.create({ value: "second@example.com", usedForAuth: false, isPrimary: true })
    ),
    claims: { email: "second@example.com" }
  },
  "ContactChannels.remove": {
    prepare: Effect.map(ownChannel, (id) => ContactChannels.remove(id)),
    claims: { email: null }
  },
  "Totp.enable": {
    prepare: Effect.as(
      TestClock.setTime(59_000),
      Totp.enable({ secret: totpSecret, code: totpCode })
    ),
    claims: { requiresTotpMfa: true }
  },
  "Totp.disable": {
    prepare: Effect.as(CurrentUser.update({ totpSecretBase64: totpSecret }), Totp.disable),
    claims: { requiresTotpMfa: false }
  },
  "Teams.create": {
    prepare: Effect.succeed(Teams.create({ displayName: "Compilers" })),
    claims: {}
  },
  "Teams.select": {
    prepare: Effect.as(Teams.create({ displayName: "Compilers" }), Teams.select(null)),
    claims: { selectedTeamId: null }
  },
  "Teams.leave": {
    prepare: Effect.map(Teams.create({ displayName: "Compilers" }), ({ id }) => Teams.leave(id)),
    claims: { selectedTeamId: null }
  },
  "Teams.remove": {
    prepare: Effect.map(Teams.create({ displayName: "Compilers" }), ({ id }) => Teams.remove(id)),
    claims: { selectedTeamId: null }
  },
  "TeamInvitations.accept": {
    prepare: Effect.map(invited, (code) => TeamInvitations.accept({ code })),
    claims: {}
  },
  "Passkey.completeRegistration": {
    prepare: Effect.map(Passkey.startRegistration, ({ code, options }) =>
      Passkey.completeRegistration({
        credential: new Authenticator().create(options, "http://localhost:3000"),
        code
      })),
    claims: {}
  },
  "CurrentUser.update of metadata": {
    prepare: Effect.succeed(CurrentUser.update({ clientMetadata: { theme: "dark" } })),
    claims: {},
    refreshes: 0
  }
}

describe("the claims after a change by this client", () => {
  for (const [name, { claims, prepare, refreshes = 1 }] of Object.entries(changes)) {
    it.effect(`${name}: the token is ${refreshes === 1 ? "new" : "kept"} when the call returns`, () => {
      const { layer, paths } = recordedLevel()
      return Effect.gen(function*() {
        yield* signUp()
        const change = yield* prepare
        const before = yield* Session.claims
        const count = countRefreshes(paths())
        yield* change
        const user = yield* CurrentUser.get({ or: "throw" })
        const after = yield* Session.claims
        assert.deepInclude(after, {
          ...claims,
          name: user.displayName,
          email: user.primaryEmail,
          emailVerified: user.primaryEmailVerified,
          selectedTeamId: user.selectedTeamId,
          requiresTotpMfa: user.requiresTotpMfa
        })
        if (Object.keys(claims).length > 0) assert.notDeepInclude(before, claims)
        yield* Session.getAccessToken()
        assert.strictEqual(countRefreshes(paths()) - count, refreshes)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("a 2025 service, whose tokens have no user claims: a change keeps the token", () => {
    const { layer, paths } = recordedLevel({ generation: "2025" })
    return Effect.gen(function*() {
      yield* signUp()
      yield* ContactChannels.verify({ code: yield* codeTo(email) })
      yield* CurrentUser.update({ displayName: "Ada Lovelace" })
      yield* Session.getAccessToken()
      assert.strictEqual(countRefreshes(paths()), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("without a refresh token, a change keeps the access token", () => {
    const { layer, paths } = recordedLevel()
    return Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* (yield* TokenStore.TokenStore).modify(() => ({
        refreshToken: undefined,
        accessToken: tokens.accessToken!
      }))
      yield* CurrentUser.update({ displayName: "Ada Lovelace" })
      assert.strictEqual(
        Redacted.value((yield* Session.getAccessToken())!),
        Redacted.value(tokens.accessToken!)
      )
      assert.strictEqual(countRefreshes(paths()), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("another user who signed in during the call keeps the access token", () => {
    const { layer, paths } = recordedLevel()
    return Effect.gen(function*() {
      yield* signUp()
      const other = yield* device()
      const { tokens } = yield* on(other)(signUp("grace@example.com"))
      const store = yield* TokenStore.TokenStore
      const transport = yield* Transport
      const update = CurrentUser.update({ displayName: "Ada Lovelace" }).pipe(
        Effect.provideService(Transport, (request) => Effect.tap(transport(request), () => store.modify(() => tokens)))
      )
      yield* update
      assert.strictEqual(Redacted.value((yield* store.get)!.accessToken!), Redacted.value(tokens.accessToken!))
      assert.strictEqual(countRefreshes(paths()), 0)
    }).pipe(Effect.provide(layer))
  })
})

describe("the claims if the refresh after a change fails", () => {
  /** Refreshes fail without a response, or get none. */
  const failing = (refresh: Transport) =>
    Effect.map(
      Transport,
      (transport): Transport => (request) =>
        request.url.endsWith("/auth/oauth/token") ? refresh(request) : transport(request)
    )

  it.effect("the call succeeds after 5 seconds, later calls use the old token, and the next token is new", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const broken = yield* failing(() => Effect.never)
      const update = yield* CurrentUser.update({ displayName: "Ada Lovelace" }).pipe(
        Effect.provideService(Transport, broken),
        Effect.forkChild
      )
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(update)).displayName, "Ada Lovelace")
      const user = yield* Effect.provideService(CurrentUser.get(), Transport, broken)
      assert.strictEqual(user?.displayName, "Ada Lovelace")
      const stored = yield* (yield* TokenStore.TokenStore).get
      assert.strictEqual(Redacted.value(stored!.accessToken!), Redacted.value(tokens.accessToken!))
      yield* TestClock.adjust("15 seconds")
      yield* Session.getAccessToken({ maxAge: Infinity })
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a change whose response was lost is in the next token for another server", () => {
    const { layer, paths } = recordedLevel()
    return Effect.gen(function*() {
      yield* signUp()
      const failing = CurrentUser.update({ displayName: "Ada Lovelace" }).pipe(
        Effect.provideService(RetryPolicy, Schedule.recurs(0)),
        Faults.provide(Faults.limitTo(({ method }) => method === "PATCH", Faults.responseLost)),
        Effect.flip
      )
      assert.strictEqual((yield* failing)._tag, "ApiError")
      assert.strictEqual(countRefreshes(paths()), 0)
      yield* Session.authHeaders
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a change while the refresh of another call is pending is in the next token", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("75 seconds")
      const transport = yield* Transport
      const slow: Transport = (request) =>
        request.url.endsWith("/auth/oauth/token")
          // The service reads the user, and its response takes a second.
          ? Effect.tap(transport(request), () => Effect.sleep("1 second"))
          : transport(request)
      const handOut = yield* Session.getAccessToken().pipe(Effect.provideService(Transport, slow), Effect.forkChild)
      yield* TestClock.adjust(10)
      const update = yield* CurrentUser.update({ displayName: "Ada Lovelace" }).pipe(
        Effect.provideService(Transport, slow),
        Effect.forkChild
      )
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(handOut)
      yield* Fiber.join(update)
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
    }).pipe(Effect.provide(layerTest())))
})

describe("the claims after a change elsewhere", () => {
  it.effect("CurrentUser.get returns a change made elsewhere, and renews the token once", () => {
    const { layer, paths } = recordedLevel()
    return Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { displayName: "Ada Lovelace" })
      yield* CurrentUser.get()
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
      yield* CurrentUser.get()
      yield* Session.getAccessToken()
      assert.strictEqual(countRefreshes(paths()), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a change made elsewhere and its reversal are each in the next token", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      for (const displayName of ["Ada", "Countess", "Ada", "Countess"]) {
        yield* CurrentUser.update({ displayName })
        assert.strictEqual((yield* Session.claims)?.name, displayName)
        yield* Users.update(userId, { displayName: "Grace" })
        yield* CurrentUser.get()
        assert.strictEqual((yield* Session.claims)?.name, "Grace")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token handed out after 75 seconds contains a change made elsewhere", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { displayName: "Ada Lovelace" })
      yield* TestClock.adjust("75 seconds")
      yield* Session.authorizationHeader
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.refresh returns a token with a change made elsewhere", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { displayName: "Ada Lovelace" })
      yield* Session.refresh
      assert.strictEqual((yield* Session.claims)?.name, "Ada Lovelace")
    }).pipe(Effect.provide(layerTest())))
})

describe("the app's own server, with createAuth().protect", () => {
  const { layer } = setup()

  /** Returns the status and the tag of the server's answer to a request of the client. */
  const makeServer = (check: "requireVerifiedEmail" | "requireMfa") =>
    Effect.gen(function*() {
      const auth = createAuthFromLayer(yield* hostServices)
      const handler = auth.protect(async (_request, state) => {
        await state[check]()
        return new Response("ok")
      })
      const client = yield* device()
      const ask = Effect.gen(function*() {
        const authorization = yield* on(client)(Session.authorizationHeader)
        const request = new Request("https://app.example.com/orders", {
          headers: { authorization: Redacted.value(authorization!) }
        })
        return yield* Effect.promise(() => handler(request).then(({ status }) => status))
      })
      return { ask, client }
    })

  it.effect("requireVerifiedEmail accepts the user immediately after ContactChannels.verify", () =>
    Effect.gen(function*() {
      const { ask, client } = yield* makeServer("requireVerifiedEmail")
      yield* on(client)(signUp())
      assert.strictEqual(yield* ask, 403)
      const code = yield* codeTo(email)
      yield* on(client)(ContactChannels.verify({ code }))
      assert.strictEqual(yield* ask, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("requireMfa accepts the user immediately after Totp.enable, and refuses after Totp.disable", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(59_000)
      const { ask, client } = yield* makeServer("requireMfa")
      yield* on(client)(signUp())
      assert.strictEqual(yield* ask, 403)
      yield* on(client)(Totp.enable({ secret: totpSecret, code: totpCode }))
      assert.strictEqual(yield* ask, 200)
      yield* on(client)(Totp.disable)
      assert.strictEqual(yield* ask, 403)
    }).pipe(Effect.provide(layer)))

  it.effect("accepts a restricted user immediately after the verification", () =>
    Effect.gen(function*() {
      yield* configure({ requireEmailVerification: true })
      const { ask, client } = yield* makeServer("requireVerifiedEmail")
      yield* on(client)(signUp())
      assert.strictEqual(yield* ask, 401)
      const code = yield* codeTo(email)
      yield* on(client)(ContactChannels.verify({ code }))
      assert.strictEqual(yield* ask, 200)
    }).pipe(Effect.provide(layer)))
})
