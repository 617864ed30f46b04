/** The service for examples without Effect: the emulator on the loopback interface, with one signed-in user. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as EmulatorServer from "latchkey/emulator/node"
import { Redacted, Server, Sessions, Users } from "latchkey/server"

/** Starts the emulator until it is disposed. */
export const serve = async () => {
  const scope = Scope.makeUnsafe()
  const { url: apiUrl } = await EmulatorServer.serve().pipe(
    Effect.provide(Emulator.layerWithoutTransport()),
    Scope.provide(scope),
    Effect.runPromise
  )
  const { projectId, secretServerKey } = Emulator.serverOptions
  const options = { projectId, secretServerKey, apiUrl }
  const accessToken = await Users.create({ displayName: "Ada" }).pipe(
    Effect.flatMap(({ id }) => Sessions.create({ userId: id })),
    Effect.map((tokens) => Redacted.value(tokens.accessToken!)),
    Effect.provide(Server.layer(options).pipe(Layer.provide(TokenStore.layerNone))),
    Effect.runPromise
  )
  return {
    options,
    /** Sends requests to a server of an example, and prints the responses. */
    show: async (server: string) => {
      for (
        const [path, headers] of [["/", {}], ["/", { authorization: `Bearer ${accessToken}` }], ["/reports", {
          authorization: `Bearer ${accessToken}`
        }]] as const
      ) {
        const response = await fetch(new URL(path, server), { headers })
        const challenge = response.headers.get("www-authenticate")
        console.log(`GET ${path}: ${response.status} ${challenge ?? await response.text()}`)
      }
    },
    [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
