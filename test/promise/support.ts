/** Shared by the tests of the Promise wrapper: clients over an emulator, and a network whose responses a test releases. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Admin } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import {
  Auth,
  Client,
  Redacted,
  TokenStore,
  Transport,
  type TransportRequest,
  type TransportResponse
} from "latchkey/promise"
import { Auth as AdminAuth } from "latchkey/promise/admin"
import { Auth as ServerAuth } from "latchkey/promise/server"
import { Server } from "latchkey/server"

export const email = "ada@example.com"
export const password = Redacted.make("correct horse")
export const callbackUrl = "http://localhost:3000/verify"

/** A client with its own emulator. */
export const makeAuth = (options?: Emulator.Options) => Auth.fromLayer(Emulator.layerClient(options))

export const makeServer = (options?: Emulator.Options) =>
  ServerAuth.fromLayer(
    Server.layer(Emulator.serverOptions).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(Emulator.layer(options))
    )
  )

export const makeAdmin = (options?: Emulator.Options) =>
  AdminAuth.fromLayer(
    Admin.layer(Emulator.adminOptions).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(Emulator.layer(options))
    )
  )

export const ada = { email, password, verificationCallbackUrl: callbackUrl }

/** A network in which a request waits until the test answers it. */
export const makeNetwork = () => {
  const requests: Array<TransportRequest> = []
  const answers: Array<(body: string) => void> = []
  const network = {
    requests,
    /** The number of aborted requests. */
    aborted: 0,
    /** Resolves when there are that many requests. */
    arrived: async (count: number): Promise<void> => {
      while (requests.length < count) await Promise.resolve()
    },
    /** Answers the oldest waiting request. */
    answer: (body: string) => answers.shift()!(body),
    layer: Layer.succeed(Transport, (request) =>
      Effect.callback<TransportResponse>((resume) => {
        requests.push(request)
        answers.push((body) => resume(Effect.succeed({ status: 200, header: () => undefined, body })))
        return Effect.sync(() => void network.aborted++)
      }))
  }
  return network
}

/** A client on such a network. */
export const makeWaiting = () => {
  const network = makeNetwork()
  const layer = Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provide(network.layer)
  )
  return { network, auth: Auth.fromLayer(layer) }
}

/** A promise's rejection. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  const outcome = await promise.then((value) => ({ value }), (reason: unknown) => ({ reason }))
  if ("value" in outcome) throw new Error("It was not rejected")
  return outcome.reason
}

/** All items of an iterable. */
export const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}
