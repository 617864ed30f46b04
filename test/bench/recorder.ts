/** The cost of a recorder: one call with it over the same call without it. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, Password, TokenStore, Transport, type TransportResponse } from "latchkey"
import { Recorder } from "latchkey/recorder"
import { measureInTurns, subtract } from "./measure.ts"
import { printCost, printHeader } from "./report.ts"
import { targets } from "./targets.ts"
import { email, getUser, password, repeatEffect } from "./variants.ts"

const options = { projectId: "11111111-2222-4333-8444-555555555555", publishableClientKey: "pck_bench" }

/** Measures calls that a transport in memory answers immediately. */
export const measureRecorder = async (apiUrl: string): Promise<void> => {
  const transport = await respond(apiUrl)
  const client = Client.layer({ ...options, apiUrl })
  // The program provides the transport, not the client, which would add it to the context of each call.
  const absent = ManagedRuntime.make(
    Layer.merge(client.pipe(Layer.provide(TokenStore.layerMemory)), Layer.succeed(Transport, transport))
  )
  const present = ManagedRuntime.make(
    client.pipe(
      Layer.provideMerge(Recorder.layer()),
      Layer.provide(TokenStore.layerMemory),
      Layer.provide(Layer.succeed(Transport, transport))
    )
  )
  for (const runtime of [absent, present]) await runtime.runPromise(Password.signIn({ email, password }))
  const costs = await measureInTurns({
    absent: repeatEffect(absent, getUser),
    present: repeatEffect(present, getUser)
  }, { rounds: 40, calls: 5000 })
  printHeader("one call with a recorder, over the same call without", "processor", "wall")
  printCost("CurrentUser.get", costs.absent)
  printCost("more with Recorder.layer", subtract(costs.present, costs.absent), targets.recorder)
  await absent.dispose()
  await present.dispose()
}

/**
 * Returns a transport that answers with the responses of the service, without waiting. It can be started without a fiber, as
 * the transport of `fetch`.
 */
const respond = async (apiUrl: string): Promise<Transport> => {
  const read = async (path: string, init: RequestInit): Promise<TransportResponse> => {
    const response = await fetch(`${apiUrl}/api/v1${path}`, init)
    const body = await response.text()
    return { status: response.status, body, header: (name) => response.headers.get(name) ?? undefined }
  }
  const signedIn = await read("/auth/password/sign-in", { method: "POST", body: "{}" })
  const user = await read("/users/me", {})
  return ({ method }) => {
    const exit = Exit.succeed(method === "POST" ? signedIn : user)
    const start = (onExit: (response: typeof exit) => void) => {
      onExit(exit)
      return Effect.void
    }
    return Object.assign(Effect.suspend(() => exit), { start })
  }
}
