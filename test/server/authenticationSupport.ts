/** Shared by the tests of authentication: an emulator, its requests, and sessions of its users. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { Client, RequestHost, RetryPolicy, Session, Transport, type TransportRequest } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AccessToken, Authentication, Sessions, Users } from "latchkey/server"
import { projectId } from "../emulator/support.ts"

const { publishableClientKey, secretServerKey } = Emulator.adminOptions

export { projectId }

export const origin = "https://app.example.com"

/** The services of `setup`. */
export type Services = Layer.Success<ReturnType<typeof setup>["layer"]>

/** Creates an authentication over an emulator, and the list of requests that it sends, except those for the keys. */
export const setup = (
  options: Partial<Authentication.AuthenticationOptions> = {},
  emulator?: Emulator.Options
) => {
  const requests: Array<TransportRequest> = []
  const layerEmulator = Layer.effect(
    Transport,
    Effect.map(Transport, (transport): Transport => (request) => {
      if (!request.url.includes("/.well-known/")) requests.push(request)
      return transport(request)
    })
  ).pipe(Layer.provideMerge(Emulator.layer(emulator)))
  const layer = Authentication.layer({ projectId, secretServerKey: secretServerKey!, ...options }).pipe(
    Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
    Layer.provideMerge(layerEmulator)
  )
  const paths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
  return { layer, requests, paths }
}

/** The services of `setup` with the clock of the test, for a host that runs effects itself. */
export const hostServices = Effect.map(
  Effect.all([Effect.context<Services>(), Clock.Clock]),
  ([context, clock]) => Layer.succeedContext(Context.add(context, Clock.Clock, clock))
)

/** Waits for the host to finish the work of other threads, such as verifications. */
export const flush = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Joins a fiber that sleeps between the work of other threads. */
export const joinSlow = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) {
      yield* flush
      yield* TestClock.adjust("100 millis")
    }
    return yield* Fiber.join(fiber)
  })

/** The texts of the tokens of a new session. */
export const makeSession = Effect.fnUntraced(function*(name = "Ada") {
  const { id } = yield* Users.create({ displayName: name })
  const session = yield* makeSessionOf(id)
  // Fetches the keys of the project.
  yield* AccessToken.verify(session.accessToken)
  return { userId: id, ...session }
})

export const makeSessionOf = Effect.fnUntraced(function*(userId: string) {
  const tokens = yield* Sessions.create({ userId })
  return { refreshToken: Redacted.value(tokens.refreshToken), accessToken: Redacted.value(tokens.accessToken!) }
})

export interface TestSession {
  readonly refreshToken: string
  readonly accessToken: string
}

export const bearer = ({ accessToken }: { readonly accessToken: string }) => ({
  authorization: `Bearer ${accessToken}`
})

export const encodeJson = (tokens: object, prefix = "stackauth_") =>
  prefix + Buffer.from(JSON.stringify(tokens)).toString("base64")

export const encoded = ({ accessToken, refreshToken }: TestSession, prefix?: string) => ({
  authorization: `Bearer ${encodeJson({ accessToken, refreshToken }, prefix)}`
})

/** The cookies of a session, as the newest official clients write them. */
export const cookiesOf = (
  { accessToken, refreshToken }: { readonly refreshToken: string; readonly accessToken?: string | undefined },
  name = `__Host-stack-refresh-${projectId}--default`
): string => {
  const refresh = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
  const access = accessToken === undefined
    ? ""
    : `; stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
  return `${name}=${refresh}${access}`
}

export const cookie = (...args: Parameters<typeof cookiesOf>) => ({ cookie: cookiesOf(...args) })

export const request = (
  headers: Record<string, string>,
  init: { readonly method?: string; readonly url?: string } = {}
) => new Request(init.url ?? `${origin}/orders`, { method: init.method ?? "GET", headers })

/** Signs out in a handler of the app, and returns its response. */
export const signOut = (headers: Record<string, string>) =>
  Effect.andThen(Session.signOut, RequestHost.respond()).pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: publishableClientKey! }).pipe(
        Layer.provideMerge(RequestHost.layer(request(headers, { method: "POST" }), { projectId, origin }))
      )
    )
  )

/** The names of the cookies that a response sets to a value. */
export const setNames = (headers: Headers): ReadonlyArray<string> =>
  headers.getSetCookie().filter((line) => !line.includes("Max-Age=0")).map((line) => line.slice(0, line.indexOf("=")))

/** The access token in the cookies of a response. */
export const accessTokenIn = (headers: Headers): string => {
  const [, value = ""] = /^stack-access=([^;]*)/.exec(
    headers.getSetCookie().find((line) => line.startsWith("stack-access=")) ?? ""
  ) ?? []
  const [, accessToken] = JSON.parse(decodeURIComponent(value)) as [string, string]
  return accessToken
}
