/** The service of the load test, in its own process. Signs users in, and sends its options and their tokens to the parent. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Server, Sessions, Users } from "latchkey/server"

/** The options of a server of the service. */
export interface ServiceOptions {
  readonly apiUrl: string
  readonly projectId: string
  readonly secretServerKey: string
}

/** The options of the service, and a session of each user. */
export interface Started {
  readonly options: ServiceOptions
  readonly sessions: ReadonlyArray<{ readonly refreshToken: string; readonly accessToken: string }>
}

const { projectId, secretServerKey } = Emulator.serverOptions

const makeSession = Effect.gen(function*() {
  const { id: userId } = yield* Users.create({ displayName: "Ada" })
  const { accessToken, refreshToken } = yield* Sessions.create({ userId })
  return { refreshToken: Redacted.value(refreshToken), accessToken: Redacted.value(accessToken!) }
})

const start = Effect.gen(function*() {
  const { url: apiUrl } = yield* serve()
  const options = { apiUrl, projectId, secretServerKey: Redacted.value(secretServerKey) }
  const sessions = yield* Effect.replicateEffect(makeSession, Number(process.argv[2])).pipe(
    Effect.provide(Server.layer(options).pipe(Layer.provide(TokenStore.layerNone)))
  )
  process.send!({ options, sessions } satisfies Started)
  return yield* Effect.never
})

await start.pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()), Effect.runPromise)
