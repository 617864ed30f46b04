/**
 * A minimal fake service: it issues tokens, refreshes them and knows users, with its own clock, which a test can set apart from
 * the device's. Its next responses can be scripted.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import {
  Client,
  Session,
  type Tokens,
  TokenStore,
  Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse
} from "latchkey"

import type { SessionState } from "../../src/session/SessionState.ts"

/** The start time of every test. */
export const start = Date.UTC(2026, 0, 1)

export const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

export interface Request {
  readonly method: string
  /** Below `/api/v1`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The device's time. */
  readonly at: number
}

export type Answer = Effect.Effect<TransportResponse, TransportFailure>

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): TransportResponse => ({
  status,
  header: (name) => headers[name],
  body: typeof body === "string" ? body : JSON.stringify(body)
})

export const knownError = (status: number, code: string, details?: object): TransportResponse =>
  answer(status, { code, error: `Text of ${code}`, ...(details && { details }) }, { "x-stack-known-error": code })

export const networkError: Answer = Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))

/** Creates an unsigned string with the shape of a JWT. */
export const jwt = (claims: object, header: object = { alg: "ES256", kid: "test" }): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part(header)}.${part(claims)}.c2lnbmF0dXJl`
}

interface Issued extends Tokens.RefreshableTokens {
  readonly accessToken: Redacted.Redacted<string>
}

interface User {
  readonly id: string
  readonly isAnonymous: boolean
  /** A 2026 service states in its responses and tokens that a user is restricted. */
  readonly isRestricted?: boolean | undefined
  readonly restrictedReason?: string | undefined
}

/** The fake service as tests see and change it. */
export class Service extends Context.Service<Service, {
  /** Every received request. */
  readonly requests: ReadonlyArray<Request>
  /** The number of requests aborted by the client. */
  aborted: number
  /** The service's clock minus the device's. */
  skewMillis: number
  /** Milliseconds added to the times in tokens, as by a broken service. */
  tokenTimeErrorMillis: number
  lifetimeSeconds: number
  /** The service's response time. */
  delayMillis: number
  /** `true` to refuse every access token, as a service that lost its keys does. */
  refusesAccessTokens: boolean
  /** Users by refresh token. */
  readonly users: Map<string, User>
  /** The requests to a route, such as `POST /auth/oauth/token`. */
  readonly to: (route: string) => ReadonlyArray<Request>
  /** Scripts responses that come before the service's normal ones. */
  readonly script: (route: string, ...answers: ReadonlyArray<TransportResponse | Answer>) => void
  /** Creates a session, and returns its tokens as a sign-in does. */
  readonly begin: (refreshToken: string, isAnonymous?: boolean, more?: Partial<User>) => Effect.Effect<Issued>
}>()("test/session/Service") {
  static readonly layer = Layer.effectContext(Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  yield* TestClock.setTime(start)
  const users = new Map<string, User>()
  const requests: Array<Request> = []
  const scripts = new Map<string, Array<Answer>>()
  let counter = 0

  const service: Service["Service"] = {
    requests,
    aborted: 0,
    skewMillis: 0,
    tokenTimeErrorMillis: 0,
    lifetimeSeconds: 600,
    delayMillis: 0,
    refusesAccessTokens: false,
    users,
    to: (route) => requests.filter(({ method, path }) => `${method} ${path}` === route),
    script: (route, ...answers) => {
      scripts.set(route, [
        ...scripts.get(route) ?? [],
        ...answers.map((answer) => Effect.isEffect(answer) ? answer : Effect.succeed(answer))
      ])
    },
    begin: (refreshToken, isAnonymous = false, more = {}) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        users.set(refreshToken, { id: `user of ${refreshToken}`, isAnonymous, ...more })
        return { refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make(issue(refreshToken, now)) }
      })
  }

  const issue = (refreshToken: string, deviceTime: number): string => {
    const iat = Math.floor((deviceTime + service.skewMillis + service.tokenTimeErrorMillis) / 1000)
    const user = users.get(refreshToken)
    return jwt({
      ...user?.isRestricted !== undefined && { is_restricted: user.isRestricted, is_anonymous: user.isAnonymous },
      sub: user?.id,
      refresh_token_id: `id of ${refreshToken}`,
      aud: projectId,
      iat,
      exp: iat + service.lifetimeSeconds,
      jti: ++counter
    })
  }

  const answers: Record<string, (request: Request) => TransportResponse> = {
    "POST /auth/oauth/token": ({ at, body }) => {
      const refreshToken = new URLSearchParams(body).get("refresh_token")!
      return users.has(refreshToken)
        ? answer(200, { access_token: issue(refreshToken, at), token_type: "Bearer", expires_in: 3599 })
        : knownError(401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    },
    "POST /auth/anonymous/sign-up": ({ at }) => signedIn(`anonymous-${users.size}`, true, at),
    "POST /auth/password/sign-in": ({ at, body }) =>
      JSON.parse(body!).password === "correct horse"
        ? signedIn(`password-${users.size}`, false, at)
        : knownError(400, "EMAIL_PASSWORD_MISMATCH"),
    "POST /auth/password/set": (request) => userOf(request, () => answer(200, { success: true })),
    "GET /users/me": (request) => userOf(request, (user) => answer(200, userJson(user, request.at))),
    "DELETE /users/me": (request) =>
      userOf(request, (user) => {
        for (const [refreshToken, { id }] of users) if (id === user.id) users.delete(refreshToken)
        return answer(200, { success: true })
      }),
    "DELETE /auth/sessions/current": (request) =>
      request.headers["x-stack-access-token"] === undefined
        ? knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: request.at })
        : userOf(request, (user) => {
          for (const [refreshToken, { id }] of users) if (id === user.id) users.delete(refreshToken)
          return answer(200, { success: true })
        }),
    "POST /contact-channels/verify": () => answer(200, { success: true }),
    "PATCH /users/me": (request) => userOf(request, (user) => answer(200, userJson(user, request.at))),
    "GET /health": () => answer(200, "OK"),
    "GET /": () => answer(200, "API")
  }

  const signedIn = (refreshToken: string, isAnonymous: boolean, at: number) => {
    users.set(refreshToken, { id: `user of ${refreshToken}`, isAnonymous })
    return answer(200, {
      access_token: issue(refreshToken, at),
      refresh_token: refreshToken,
      user_id: `user of ${refreshToken}`
    })
  }

  const userOf = ({ at, headers }: Request, then: (user: User) => TransportResponse) => {
    const token = headers["x-stack-access-token"]
    if (token === undefined) return knownError(400, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    const { exp, sub } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())
    if (service.refusesAccessTokens) return knownError(401, "UNPARSABLE_ACCESS_TOKEN")
    if (exp * 1000 <= at + service.skewMillis) {
      return knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: exp * 1000 })
    }
    const user = [...users.values()].find(({ id }) => id === sub)
    return user === undefined ? knownError(400, "CANNOT_GET_OWN_USER_WITHOUT_USER") : then(user)
  }

  const transport = ({ body, headers, method, url }: TransportRequest): Answer =>
    Effect.gen(function*() {
      const path = new URL(url).pathname.replace(/^\/api\/v1\/?/, "/")
      const request = { method, path, headers, body, at: yield* Clock.currentTimeMillis }
      requests.push(request)
      yield* Effect.sleep(service.delayMillis)
      const route = `${method} ${path}`
      const scripted = scripts.get(route)?.shift()
      if (scripted !== undefined) return yield* scripted
      // The service's state and time at the moment of the response count.
      return answers[route]!({ ...request, at: yield* Clock.currentTimeMillis })
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => service.aborted++)))

  return Context.make(Service, service).pipe(Context.add(Transport, transport))
})

export const userJson = ({ id, isAnonymous, isRestricted, restrictedReason }: User, at: number) => ({
  ...isRestricted !== undefined && {
    is_restricted: isRestricted,
    restricted_reason: restrictedReason === undefined ? null : { type: restrictedReason }
  },
  id,
  display_name: null,
  primary_email: null,
  primary_email_verified: false,
  profile_image_url: null,
  signed_up_at_millis: Math.floor(at),
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: isAnonymous,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null
})

/** A client over a store, and the service behind it. Every build has its own service, unless the test's layer shares one. */
export const layerTest = <E>(
  store: Layer.Layer<TokenStore.TokenStore, E> = TokenStore.layerMemory,
  options: Partial<Client.ClientOptions> = {}
) =>
  layerClient(options).pipe(
    Layer.provideMerge(store),
    Layer.provideMerge(Service.layer)
  )

/** A client for an existing store and service. */
export const layerClient = (options: Partial<Client.ClientOptions> = {}) =>
  Client.layer({ projectId, publishableClientKey: "pck_test", apiUrl: "https://api.test", ...options })

/** Stores the tokens of a session, as a program finds them when it starts. */
export const stored = Effect.fnUntraced(function*(refreshToken: string, isAnonymous = false) {
  const tokens = yield* (yield* Service).begin(refreshToken, isAnonymous)
  yield* (yield* TokenStore.TokenStore).modify(() => tokens)
  return tokens
})

/** The same with an access token that expired a minute ago. */
export const storedExpired = Effect.fnUntraced(function*(refreshToken: string) {
  const tokens = yield* stored(refreshToken)
  yield* TestClock.adjust("11 minutes")
  return tokens
})

/** The stored tokens as plain strings. */
export const inStore = Effect.gen(function*() {
  const tokens = yield* (yield* TokenStore.TokenStore).get
  return tokens && {
    refreshToken: tokens.refreshToken && Redacted.value(tokens.refreshToken),
    accessToken: tokens.accessToken && Redacted.value(tokens.accessToken)
  }
})

/** Runs all fibers until they wait for time or for each other. */
export const settle = TestClock.adjust(0)

/** Moves the device's clock, but not true time or the service's clock. */
export const moveDeviceClock = Effect.fnUntraced(function*(millis: number) {
  const service = yield* Service
  service.skewMillis -= millis
  yield* TestClock.setTime((yield* Clock.currentTimeMillis) + millis)
})

/** Subscribes to the session for the duration of the test, and returns the states so far. */
export const listen = Effect.gen(function*() {
  const states: Array<SessionState> = []
  yield* Effect.forkScoped(Stream.runForEach(Session.changes, (state) => Effect.sync(() => states.push(state))))
  yield* settle
  return states
})

/** An in-memory store that counts subscribers and writes. */
export const makeCountingStore = () => {
  const counts = { listeners: 0, writes: 0 }
  const layer = Layer.effect(
    TokenStore.TokenStore,
    Effect.map(TokenStore.makeMemory(undefined), (memory) => ({
      get: memory.get,
      modify: (f) =>
        Effect.suspend(() => {
          counts.writes++
          return memory.modify(f)
        }),
      subscribe: (listener) =>
        Effect.andThen(
          Effect.acquireRelease(
            Effect.sync(() => counts.listeners++),
            () => Effect.sync(() => counts.listeners--)
          ),
          memory.subscribe(listener)
        )
    } satisfies TokenStore.TokenStore["Service"]))
  )
  return { counts, layer }
}

/** An in-memory store that runs immediately but responds later, as a remote one does: delays per read and per write. */
export const layerSlow = (readMillis: number, writesMillis: ReadonlyArray<number> = []) =>
  Layer.effect(
    TokenStore.TokenStore,
    Effect.map(TokenStore.makeMemory(undefined), (memory) => {
      const delays = [...writesMillis]
      const later = (millis: number) =>
        Effect.flatMap((tokens: Tokens.Tokens | undefined) => Effect.delay(Effect.succeed(tokens), millis))
      return {
        get: later(readMillis)(memory.get),
        modify: (f) => Effect.suspend(() => later(delays.shift() ?? 0)(memory.modify(f))),
        subscribe: memory.subscribe
      } satisfies TokenStore.TokenStore["Service"]
    })
  )

/** Yields a fiber at random steps, as the scheduler does after about 2,000 operations. */
class BusyScheduler extends Scheduler.MixedScheduler {
  private seed: number
  constructor(seed: number) {
    super()
    this.seed = seed
  }
  override shouldYield(): boolean {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0
    return this.seed / 2 ** 32 < 0.2
  }
}

/** Runs an effect with random yields. One seed is one order of steps. */
export const busy = (seed: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.Scheduler, new BusyScheduler(seed))

/** Yields to other fibers that many times. */
export const turns = (n: number) => Effect.forEach(Array.from({ length: n }), () => Effect.yieldNow, { discard: true })
