/** An anonymous user who signs up: by password, email or provider, including all obstacles. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  type Client,
  ContactChannels,
  CurrentUser,
  MagicLink,
  Password,
  Session,
  Sessions,
  type SignedIn,
  TokenStore
} from "latchkey"
import type { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import {
  ada,
  authorizationUrl,
  exchange,
  follow,
  grace,
  layerOAuth,
  linkTo,
  signInWith,
  withQuery
} from "../emulator/oauthSupport.ts"
import { callbackUrl, codeTo, configure, device, email, on, password, signIn, signUp } from "../emulator/support.ts"
import {
  accessToken,
  type Answer,
  connectionReset,
  issued,
  jwt,
  knownError,
  layerClient,
  layerWire,
  refreshToken,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

const layer = layerOAuth({ anonymousEnabled: true })

/** An anonymous user with data to keep. */
const begin = Effect.gen(function*() {
  const { tokens, userId } = yield* Anonymous.signUp
  yield* CurrentUser.update({ clientMetadata: { cart: ["compass"] } })
  return { userId, tokens }
})

const sendLink = (address = email) => MagicLink.send({ email: address, callbackUrl })
const followLink = (address = email) => Effect.flatMap(codeTo(address), (code) => MagicLink.signIn({ code }))

/** Signs in with a provider from an authorization URL that contains the current user's token. */
const signInWithToken = (account: Emulator.ProviderDecision = ada, token?: string) =>
  Effect.gen(function*() {
    const own = yield* Session.getAccessToken()
    const url = Redacted.value(yield* authorizationUrl())
    const end = yield* follow(withQuery(url, { token: token ?? Redacted.value(own!) }), account)
    return yield* exchange(end)
  })

interface Refused {
  readonly _tag: string
}

/** Every way to sign up, for a new address or account. */
const waysUp: Record<string, Effect.Effect<SignedIn, Refused, Client.Client | Emulator.Emulator>> = {
  "Password.signUp": signUp(),
  "MagicLink.signIn": Effect.andThen(sendLink(), followLink()),
  "OAuth, with the token in the address": signInWithToken()
}

describe("an anonymous user who signs up", () => {
  for (const [name, wayUp] of Object.entries(waysUp)) {
    it.effect(`sign-up by ${name}: an anonymous user stays the same user and becomes regular`, () =>
      Effect.gen(function*() {
        const { userId } = yield* begin
        assert.strictEqual((yield* wayUp).userId, userId)
        const user = yield* CurrentUser.get({ or: "throw" })
        assert.strictEqual(user.id, userId)
        assert.isFalse(user.isAnonymous)
        assert.deepStrictEqual(user.clientMetadata, { cart: ["compass"] })
        assert.lengthOf((yield* Users.list()).items, 1)
      }).pipe(Effect.provide(layer)))

    // Since 2026, the new password ends the previous session.
    it.effect(`sign-up by ${name}: creates a session, and the old one ${name === "Password.signUp" ? "ends" : "continues"}`, () =>
      Effect.gen(function*() {
        const { tokens } = yield* begin
        const after = (yield* wayUp).tokens
        assert.notStrictEqual(Redacted.value(after.refreshToken), Redacted.value(tokens.refreshToken))
        const stored = yield* (yield* TokenStore.TokenStore).get
        assert.strictEqual(Redacted.value(stored!.refreshToken!), Redacted.value(after.refreshToken!))
        assert.lengthOf(yield* Sessions.list, name === "Password.signUp" ? 1 : 2)
        const old = yield* device({ refreshToken: tokens.refreshToken })
        if (name === "Password.signUp") return assert.isNull(yield* on(old)(Session.getAccessToken()))
        assert.isFalse((yield* on(old)(CurrentUser.get({ or: "throw" }))).isAnonymous)
      }).pipe(Effect.provide(layer)))

    it.effect(`sign-up by ${name}: CurrentUser.get with "anonymous" returns the user`, () =>
      Effect.gen(function*() {
        const { userId } = yield* begin
        yield* wayUp
        assert.strictEqual((yield* CurrentUser.get({ or: "anonymous" })).id, userId)
        assert.strictEqual((yield* CurrentUser.get())?.id, userId)
      }).pipe(Effect.provide(layer)))

    it.effect(`sign-up by ${name}: the user stays anonymous if the project accepts no new users`, () =>
      Effect.gen(function*() {
        const { userId } = yield* begin
        if (name === "MagicLink.signIn") yield* sendLink()
        yield* configure({ signUpEnabled: false })
        yield* Effect.exit(name === "MagicLink.signIn" ? followLink() : wayUp)
        assert.isNull(yield* CurrentUser.get())
        assert.strictEqual((yield* CurrentUser.get({ or: "anonymous" })).id, userId)
      }).pipe(Effect.provide(layer)))
  }

  it.effect("password sign-up: sets an unverified address and the password, and keeps the name", () =>
    Effect.gen(function*() {
      const { userId } = yield* begin
      yield* CurrentUser.update({ displayName: "Guest" })
      yield* signUp()
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.deepInclude(user, {
        primaryEmail: email,
        primaryEmailVerified: false,
        hasPassword: true,
        displayName: "Guest"
      })
      yield* codeTo(email)
      const another = yield* device()
      assert.strictEqual((yield* on(another)(signIn())).userId, userId)
    }).pipe(Effect.provide(layer)))

  it.effect("email sign-up: creates a user with a verified address", () =>
    Effect.gen(function*() {
      const { userId } = yield* begin
      yield* sendLink()
      assert.isTrue((yield* followLink()).isNewUser)
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.deepInclude(user, { primaryEmail: email, primaryEmailVerified: true, otpAuthEnabled: true })
      const another = yield* device()
      const again = yield* on(another)(Effect.andThen(sendLink(), followLink()))
      assert.deepStrictEqual([again.userId, again.isNewUser], [userId, false])
    }).pipe(Effect.provide(layer)))

  it.effect("provider sign-up: reports a new user, which keeps the accounts linked before", () =>
    Effect.gen(function*() {
      const { userId } = yield* begin
      yield* linkTo(grace, { provider: "google" })
      assert.isTrue((yield* signInWithToken()).isNewUser)
      const { oauthProviders } = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual(oauthProviders.map(({ id }) => id), ["google", "github"])
      const another = yield* device()
      assert.strictEqual((yield* on(another)(signInWith())).userId, userId)
    }).pipe(Effect.provide(layer)))

  it.effect("sign-up: an address that the anonymous user added before becomes the primary one, without a duplicate", () =>
    Effect.gen(function*() {
      yield* begin
      yield* ContactChannels.create({ value: "old@example.com", usedForAuth: false })
      yield* ContactChannels.create({ value: email, usedForAuth: false })
      yield* signUp()
      assert.deepStrictEqual(
        (yield* ContactChannels.list).map(({ isPrimary, usedForAuth, value }) => [value, isPrimary, usedForAuth]),
        [["old@example.com", false, false], [email, true, true]]
      )
    }).pipe(Effect.provide(layer)))

  it.effect("sign-up: requires the second factor that the anonymous user enabled", () =>
    Effect.gen(function*() {
      yield* begin
      yield* CurrentUser.update({ totpSecretBase64: Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=") })
      assert.strictEqual((yield* Effect.flip(signUp()))._tag, "MultiFactorAuthenticationRequired")
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).isAnonymous)
    }).pipe(Effect.provide(layer)))
})

describe("an anonymous user who signs in as an existing user", () => {
  const waysIn = {
    "Password.signIn": signIn(),
    "MagicLink.signIn": Effect.andThen(sendLink(), followLink()),
    "OAuth, with the token in the address": signInWithToken()
  }

  for (const [name, wayIn] of Object.entries(waysIn)) {
    it.effect(`sign-in by ${name}: signs in the existing user, and the anonymous user keeps its data`, () =>
      Effect.gen(function*() {
        const ada = yield* Users.create({
          primaryEmail: email,
          primaryEmailVerified: true,
          primaryEmailAuthEnabled: true,
          password
        })
        const { userId } = yield* begin
        assert.strictEqual((yield* wayIn).userId, ada.id)
        assert.isNull((yield* CurrentUser.get({ or: "throw" })).clientMetadata)
        const left = yield* Users.get(userId)
        assert.isTrue(left.isAnonymous)
        assert.deepStrictEqual(left.clientMetadata, { cart: ["compass"] })
      }).pipe(Effect.provide(layer)))
  }

  it.effect("stays anonymous and signed in if the address is in use", () =>
    Effect.gen(function*() {
      const another = yield* device()
      yield* on(another)(signUp())
      const { userId } = yield* begin
      assert.strictEqual((yield* Effect.flip(signUp()))._tag, "UserWithEmailAlreadyExists")
      const user = yield* CurrentUser.get({ or: "anonymous" })
      assert.deepStrictEqual([user.id, user.isAnonymous], [userId, true])
    }).pipe(Effect.provide(layer)))
})

describe("a regular user who signs another user up", () => {
  for (const [name, wayUp] of Object.entries(waysUp)) {
    it.effect(`sign-up by ${name}: a regular user stays separate from the new user`, () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp("grace@example.com")
        assert.notStrictEqual((yield* wayUp).userId, userId)
        assert.strictEqual((yield* Users.get(userId)).primaryEmail, "grace@example.com")
      }).pipe(Effect.provide(layer)))
  }
})

describe("OAuth with a token that cannot be upgraded", () => {
  for (
    const [name, token] of [
      ["garbage", "garbage"],
      ["nobody's", jwt({ sub: "nobody", aud: "nobody", exp: 4_000_000_000 })],
      ["the empty text", ""]
    ] as const
  ) {
    it.effect(`${name}: signs a new user up`, () =>
      Effect.gen(function*() {
        const { userId } = yield* begin
        const signedUp = yield* signInWithToken(ada, token)
        assert.isTrue(signedUp.isNewUser)
        assert.notStrictEqual(signedUp.userId, userId)
        assert.isTrue((yield* Users.get(userId)).isAnonymous)
      }).pipe(Effect.provide(layer)))
  }

  it.effect("OAuth with the token of a user who became regular in between signs up a new user", () =>
    Effect.gen(function*() {
      const { userId } = yield* begin
      const token = Redacted.value((yield* Session.getAccessToken())!)
      const url = withQuery(Redacted.value(yield* authorizationUrl()), { token })
      yield* signUp("grace@example.com")
      const signedUp = yield* exchange(yield* follow(url))
      assert.notStrictEqual(signedUp.userId, userId)
    }).pipe(Effect.provide(layer)))
})

describe("a sign-up with a session that", () => {
  const credentials = { email, password, verificationCallbackUrl: callbackUrl }
  const code = Redacted.make("0".repeat(45))
  const ways: Record<string, Effect.Effect<SignedIn, Refused, Client.Client>> = {
    "Password.signUp": Password.signUp(credentials),
    "MagicLink.signIn": MagicLink.signIn({ code })
  }
  const newUser = response(200, { ...issued, refresh_token: "new", is_new_user: true })
  const isRefresh = ({ url }: { readonly url: string }) => url.endsWith("/auth/oauth/token")

  /** The access tokens sent with the sign-ups, in order, and the number of refreshes. */
  const sent = Effect.map(Wire, ({ calls }) => ({
    tokens: calls.filter((call) => !isRefresh(call)).map(({ headers }) => headers["x-stack-access-token"]),
    refreshes: calls.filter(isRefresh).length
  }))

  const fresh = jwt({ sub: "user", iat: 1, exp: 4_000_000_001 })
  const refreshed = response(200, { access_token: fresh, token_type: "Bearer", expires_in: 3599, scope: "legacy" })
  const over = knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
  const refused = knownError("UNPARSABLE_ACCESS_TOKEN", 401)

  /** A service that accepts the listed access tokens, or none. */
  const service = (refresh: Answer, ...taken: ReadonlyArray<string>) =>
    layerWire((request) => {
      const token = request.headers["x-stack-access-token"]
      return isRefresh(request) ? refresh : token === undefined || taken.includes(token) ? newUser : refused
    })

  const expired = TokenStore.layerTokens({ refreshToken, accessToken: jwt({ sub: "user", exp: -1 }) })

  for (const [name, way] of Object.entries(ways)) {
    const runs = (
      title: string,
      wire: ReturnType<typeof service>,
      store: typeof signedIn,
      expected: Effect.Success<typeof sent>
    ) =>
      it.effect(`${title}: ${name}`, () =>
        Effect.gen(function*() {
          yield* way
          assert.deepStrictEqual(yield* sent, expected)
          const stored = yield* (yield* TokenStore.TokenStore).get
          assert.strictEqual(Redacted.value(stored!.refreshToken!), "new")
        }).pipe(Effect.provide(layerClient(wire, {}, store))))

    runs("is good takes its token along", service(over, accessToken), signedIn, {
      tokens: [accessToken],
      refreshes: 0
    })
    runs("is not there goes without", service(over), TokenStore.layerMemory, { tokens: [undefined], refreshes: 0 })
    runs("has an expired token takes a fresh one along", service(refreshed, fresh), expired, {
      tokens: [fresh],
      refreshes: 1
    })
    runs("is over goes without", service(over), expired, { tokens: [undefined], refreshes: 1 })
    runs("has a refused token takes a fresh one along", service(refreshed, fresh), signedIn, {
      tokens: [accessToken, fresh],
      refreshes: 1
    })
    runs("turns out to be over goes without", service(over), signedIn, {
      tokens: [accessToken, undefined],
      refreshes: 1
    })
    runs("has nothing but refused tokens goes without in the end", service(refreshed), signedIn, {
      tokens: [accessToken, fresh, undefined],
      refreshes: 1
    })

    it.effect(`a sign-up whose session is refused with any token ends after three requests: ${name}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* Effect.flip(way))._tag, "ApiError")
        assert.deepStrictEqual(yield* sent, { tokens: [accessToken, fresh, undefined], refreshes: 1 })
      }).pipe(
        Effect.provide(layerClient(layerWire((request) => isRefresh(request) ? refreshed : refused), {}, signedIn))
      ))

    it.effect(`a sign-up whose session cannot be refreshed fails and keeps the anonymous user: ${name}`, () =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.flip(way))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "ApiError")
        assert.deepStrictEqual((yield* sent).tokens, [])
      }).pipe(Effect.provide(layerClient(service(connectionReset), {}, expired))))
  }
})

describe("a call of an anonymous user", () => {
  const header = "x-stack-allow-anonymous-user"
  const headerOf = (claims: object) =>
    Effect.gen(function*() {
      yield* Effect.exit(CurrentUser.get())
      return (yield* Wire).calls[0]!.headers[header]
    }).pipe(Effect.provide(
      layerClient(
        layerWire(() => response(404, "")),
        {},
        TokenStore.layerTokens({ refreshToken, accessToken: jwt({ sub: "user", exp: 4_000_000_000, ...claims }) })
      )
    ))

  it.effect("a call sends the anonymous header if the token has is_anonymous, as newer services require", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* headerOf({ is_anonymous: true }), "true")
    }))

  it.effect("a call without is_anonymous sends no header, because older services refuse it from browsers", () =>
    Effect.gen(function*() {
      for (const claims of [{}, { is_anonymous: false }, { is_anonymous: "true" }]) {
        assert.isUndefined(yield* headerOf(claims))
      }
    }))
})
