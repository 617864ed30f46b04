/** Shared by the tests of `latchkey/next`: an app over an emulator, and the requests that it sends to the service. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { type InvalidOptions, RetryPolicy, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createAuth, type NextAuth, type NextAuthOptions } from "latchkey/next"
import { Server, Sessions, Users } from "latchkey/server"
import { recorded } from "../emulator/support.ts"
import { cookiesOf, origin, projectId } from "../server/authenticationSupport.ts"

export { cookiesOf, origin, projectId }

/** Creates a session of a user, with the texts of its tokens. */
const makeSessionOf = Effect.fnUntraced(function*(userId: string) {
  const tokens = yield* Sessions.create({ userId })
  return { userId, refreshToken: Redacted.value(tokens.refreshToken), accessToken: Redacted.value(tokens.accessToken!) }
})

/** Creates a session of a new user; `makeSession.of` of an existing one. */
export const makeSession = Object.assign(
  (name = "Ada") => Effect.flatMap(Users.create({ displayName: name }), ({ id }) => makeSessionOf(id)),
  { of: makeSessionOf }
)

export const promise = <A>(evaluate: () => Promise<A>): Effect.Effect<A> => Effect.promise(evaluate)

/** Returns the error of a promise. */
export const errorOf = (evaluate: () => Promise<unknown>) =>
  promise(async () => {
    try {
      await evaluate()
    } catch (error) {
      return error as { readonly _tag?: string; readonly url?: string }
    }
    throw new Error("The promise resolved.")
  })

export const withoutKeySet = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !path.includes("jwks"))

/** The request of a refresh. */
export const refresh = "POST /auth/oauth/token"

/** A copy of the app, as each route of Next.js has one. */
export type Copy = (options?: NextAuthOptions) => NextAuth

export interface App {
  /** Creates a further copy of the app. */
  readonly copy: Copy
  /** The requests to the service since the last call. The key set counts like any other. */
  readonly takePaths: () => ReadonlyArray<string>
}

/** Runs a test with an app. Each test starts with an empty process state. */
export const withApp = <A, E>(
  test: (app: App) => Effect.Effect<A, E, Server.Server | Emulator.Emulator>,
  options?: Emulator.Options
): Effect.Effect<A, E | InvalidOptions> => {
  Reflect.deleteProperty(globalThis, Symbol.for("latchkey/next/ProcessState"))
  const { layer, requests } = recorded(options)
  return Effect.gen(function*() {
    const context = yield* Effect.context<Server.Server | Emulator.Emulator>()
    const copy: Copy = (options) =>
      createAuth({
        ...Emulator.serverOptions,
        // The clock, the transport and the other references of the test.
        references: Layer.succeedContext(context),
        ...options
      })
    return yield* test({
      copy,
      takePaths: () =>
        requests.splice(0).map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
    })
  }).pipe(
    Effect.provide(
      Server.layer(Emulator.serverOptions).pipe(
        Layer.provide(TokenStore.layerNone),
        Layer.provideMerge(layer),
        Layer.provideMerge(Layer.succeed(RetryPolicy, Schedule.recurs(0)))
      )
    )
  )
}
