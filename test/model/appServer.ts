/**
 * The servers of the app: two processes, which share state in Redis and use the two hosts of one service. They get the cookies
 * of the browser, and access tokens that its tabs hand out.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import { AccessToken, Client, RequestHost, Session, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { RedisState } from "latchkey/redis"
import { AccessToken as Verification, Authentication } from "latchkey/server"
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto"
import { parse as parseCookies } from "../../src/platform/Cookies.ts"
import { EndedSessions, make as makeEnded } from "../../src/session/EndedSessions.ts"
import { endedName, parseEnded, parseTokens } from "../../src/session/sessionCookies.ts"
import { fakeRedis } from "../redis/fakeRedis.ts"
import type { SessionOf } from "./places.ts"
import type { Plant } from "./plants.ts"
import type { Begun } from "./records.ts"

const { projectId, publishableClientKey, secretServerKey } = Emulator.adminOptions

export const origin = "https://app.example.com"

/** The two hosts of the hosted service. */
export const hosts = ["https://api.stack-auth.com", "https://api.hexclave.com"] as const

/** A service with the same keys, whose tokens must not be accepted. */
export const foreignHost = "https://api.elsewhere.example"

/** The work of Web Crypto, which takes no time on the test clock. */
const counts = { crypto: 0 }

/** The functions of Web Crypto that the servers use. */
const methods = ["decrypt", "deriveKey", "digest", "encrypt", "importKey"] as const

/**
 * Counts the work of Web Crypto. Replaces the verification of signatures by a synchronous one, so that the same sequence has
 * the same order. Returns a function that restores the methods.
 */
const replaceCrypto = () => {
  const { subtle } = globalThis.crypto
  const imported = new WeakMap<CryptoKey, KeyObject>()
  const replace = (name: string, value: unknown) => Object.defineProperty(subtle, name, { value, configurable: true })
  for (const name of methods) {
    // Sound: each of the methods returns a promise.
    const run = subtle[name].bind(subtle) as (...args: ReadonlyArray<unknown>) => Promise<unknown>
    replace(name, async (...args: ReadonlyArray<unknown>) => {
      counts.crypto++
      try {
        const result = await run(...args)
        const [format, data] = args
        // Sound: an imported JWK has this type, and its key as the result.
        if (format === "jwk") imported.set(result as CryptoKey, createPublicKey({ key: data as JsonWebKey, format }))
        return result
      } finally {
        counts.crypto--
      }
    })
  }
  replace(
    "verify",
    async (_: unknown, key: CryptoKey, signature: Uint8Array, data: Uint8Array) =>
      verify("sha256", data, { key: imported.get(key)!, dsaEncoding: "ieee-p1363" }, signature)
  )
  return () => {
    // The methods of the prototype reappear.
    for (const name of [...methods, "verify"]) Reflect.deleteProperty(subtle, name)
  }
}

/** The known facts about sessions. */
interface Books {
  readonly begun: ReadonlyMap<string, Begun>
  /** The session of each access token ever issued. */
  readonly issued: ReadonlyMap<string, string>
  readonly isDead: (session: string) => boolean
  readonly violate: (law: string) => void
}

/** A response of the app's server. */
export interface PageResponse {
  readonly setCookies: ReadonlyArray<string>
}

/** Starts the processes. `transport` sends their requests to the service. */
export const makeAppServer = Effect.fnUntraced(function*(
  { begun, isDead, issued, violate }: Books,
  transport: Transport,
  serviceClock: Clock.Clock,
  scheduler: Scheduler.Scheduler,
  plant: Plant | undefined
) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) => Scope.close(scope, exit))
  yield* Effect.acquireRelease(Effect.sync(replaceCrypto), (restore) => Effect.sync(restore))
  const { server: redis } = yield* fakeRedis.startRedis()
  const services = Context.make(Clock.Clock, serviceClock).pipe(
    Context.add(Scheduler.Scheduler, scheduler),
    Context.add(Transport, transport)
  )
  /** The number of requests that are being handled. */
  let running = 0
  /** Sessions whose sign-out on the server has completed. */
  const signedOut = new Set<string>()

  const startProcess = Effect.fnUntraced(function*(apiUrl: string) {
    const known = new Set<string>()
    const state = RedisState.layer({
      secret: secretServerKey!,
      commandTimeout: "1 day",
      lease: "1 day",
      lockTimeout: "1 day"
    }).pipe(
      // Sound: the fake server is a layer.
      Layer.provide(redis as Exclude<typeof redis, string>),
      Layer.provide(Layer.sync(EndedSessions, () => makeEnded(() => known)))
    )
    const ended = Layer.effect(EndedSessions, Effect.map(EndedSessions, (ended) => plant?.ended?.(ended) ?? ended))
    const verifier = Layer.effect(
      Verification.AccessTokenVerifier,
      Effect.map(Verification.AccessTokenVerifier, (verifier) => plant?.verifier?.(verifier, apiUrl) ?? verifier)
    )
    const layer = Layer.provideMerge(
      verifier,
      Authentication.layer({ projectId: projectId!, secretServerKey: secretServerKey!, apiUrl, origin })
    ).pipe(
      Layer.provideMerge(ended),
      Layer.provideMerge(state)
    )
    const context = yield* Layer.buildWithScope(Layer.fresh(layer), scope).pipe(Effect.provideContext(services))
    return { apiUrl, context: Context.merge(services, context) }
  })

  const processes = yield* Effect.forEach(hosts, startProcess)
  type Process = typeof processes[number]
  const processOf = (index: number): Process => processes[index % processes.length]!

  /** Handles a request in a process. */
  const handling = <A, E, R>(process: Process, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      running++
      return Effect.provideContext(Effect.ensuring(effect, Effect.sync(() => running--)), process.context)
    })

  const sessionIn = (header: string): SessionOf => {
    const token = parseTokens(parseCookies(header), projectId!)?.refreshToken
    return token && Redacted.value(token)
  }

  /** Returns `true` if cookies of a response set a session. */
  const sets = (setCookies: ReadonlyArray<string>, session: string) =>
    setCookies.some((line) => decodeURIComponent(line).includes(session))

  const requestOf = (header: string, method: string) =>
    new Request(`${origin}/orders`, { method, headers: { cookie: header, origin } })

  /** Opens a page with the cookies of a `Cookie` header. */
  const visit = (index: number, header: string): Effect.Effect<PageResponse> => {
    const session = sessionIn(header)
    const isOver = session !== undefined && signedOut.has(session)
    const endedIds = parseEnded(parseCookies(header))
    return handling(
      processOf(index),
      Effect.gen(function*() {
        const authenticated = yield* Effect.option(Authentication.authenticate(requestOf(header, "GET")))
        if (authenticated._tag === "None") return { setCookies: [] }
        const { principal, settle } = authenticated.value
        const isOverNow = session !== undefined && signedOut.has(session)
        yield* settle
        const setCookies = authenticated.value.headers.getSetCookie()
        if (principal._tag === "User") {
          const owner = issued.get(Redacted.value(principal.accessToken))
          if (owner !== session) violate("a page is served to another session than that of its cookies")
          if (begun.get(session!)?.userId !== principal.userId) violate("a page is served to another user")
          if (isOver) violate("a page is served to a session that was signed out on the server")
          if (endedIds.includes(principal.sessionId!)) {
            violate("a page is served to a session that the browser has ended")
          }
        }
        if (isOverNow && sets(setCookies, session)) {
          violate("a response sets the cookies of a session that was signed out")
        }
        return { setCookies }
      })
    )
  }

  /** Signs out in a handler of the app. */
  const leave = (index: number, header: string): Effect.Effect<PageResponse> => {
    const session = sessionIn(header)
    const process = processOf(index)
    return handling(
      process,
      Effect.gen(function*() {
        const exit = yield* Effect.exit(Session.signOut)
        if (session !== undefined && exit._tag === "Success") signedOut.add(session)
        const response = yield* RequestHost.respond()
        return { setCookies: response.headers.getSetCookie() }
      }).pipe(
        Effect.provide(
          Layer.fresh(
            Client.layer({ projectId: projectId!, publishableClientKey: publishableClientKey!, apiUrl: process.apiUrl })
              .pipe(
                Layer.provideMerge(RequestHost.layer(requestOf(header, "POST"), { projectId: projectId!, origin }))
              )
          )
        ),
        Effect.orDie
      )
    )
  }

  /** Sends an access token to a process as a header, and checks the answer. */
  const accept = (index: number, accessToken: string, session: string): Effect.Effect<void> =>
    handling(
      processOf(index),
      Effect.gen(function*() {
        const asked = new Request(`${origin}/orders`, { headers: { authorization: `Bearer ${accessToken}` } })
        const { expiresAtMillis } = AccessToken.parse(Redacted.make(accessToken))!
        const results = [
          yield* Effect.result(Effect.map(Authentication.authenticate(asked), ({ principal }) => principal)),
          yield* Effect.result(Effect.map(Verification.verify(accessToken), ({ userId }) => ({ _tag: "User", userId })))
        ]
        const isExpired = expiresAtMillis <= (yield* Clock.currentTimeMillis)
        for (const result of results) {
          if (result._tag === "Success") {
            const userId = "userId" in result.success ? result.success.userId : undefined
            if (userId !== begun.get(session)?.userId) violate("a token is accepted as another user")
          } else if (result.failure._tag === "SessionRevoked") {
            if (!signedOut.has(session) && !isDead(session)) violate("a token is refused, but its session is not over")
          } else if (result.failure._tag !== "AccessTokenExpired" || !isExpired) {
            violate(`a token is refused: ${result.failure.message}`)
          }
        }
      })
    )

  /** Sends a token of another service to both processes. */
  const refuseForeign = (accessToken: string): Effect.Effect<void> =>
    Effect.forEach(processes, (process) =>
      handling(
        process,
        Effect.map(Effect.option(Verification.verify(accessToken)), (claims) => {
          if (claims._tag === "Some") violate("a token of another service is accepted")
        })
      ), { discard: true })

  return {
    visit,
    leave,
    accept,
    refuseForeign,
    /** Returns `true` while a request is handled, so that work outside of Effect may be left. */
    isWorking: () => running > 0,
    isComputing: () => counts.crypto > 0,
    /** Returns `true` if a response marks a session as signed out. */
    marks: (setCookies: ReadonlyArray<string>) => setCookies.some((line) => line.startsWith(`${endedName}=`)),
    sessionIn
  }
})
