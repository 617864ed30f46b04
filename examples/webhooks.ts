/**
 * An app that receives webhooks from the emulator over HTTP: users sign up and are deleted, and the app learns of it.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/webhooks.ts`. It prints the events and exits with 0.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as EmulatorServer from "latchkey/emulator/node"
import { Server, Users, Webhooks } from "latchkey/server"
import { serve } from "srvx"

/** The signing secret of the endpoint. The service's dashboard shows it. */
const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

const describe = (event: Webhooks.WebhookEvent): string => {
  switch (event.type) {
    case "user.created":
      return `${event.data.primaryEmail} signed up`
    case "user.deleted":
      return `a user with ${event.data.teams.length} teams was deleted`
    case "unknown":
    case "undecodable":
      return `${event.name} is new to this app`
    default:
      return event.type
  }
}

/** Serves the endpoint until the scope closes, and returns its URL. */
const listen = Effect.fnUntraced(function*(events: Queue.Queue<string>) {
  const respond = Webhooks.handler(secret, (event) => Queue.offer(events, describe(event)), {
    replays: Webhooks.makeMemory()
  })
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      serve({
        fetch: (request) => Effect.runPromise(respond(request)),
        hostname: "127.0.0.1",
        port: 0,
        silent: true
      }).ready()
    ),
    (server) => Effect.promise(() => server.close(true))
  )
  return server.url!
})

const program = Effect.gen(function*() {
  const events = yield* Queue.unbounded<string>()
  const url = yield* listen(events)
  const emulator = yield* Emulator.Emulator
  yield* emulator.setWebhooks([{ url, secret, events: ["user.created", "user.deleted"] }])

  const { url: apiUrl } = yield* EmulatorServer.serve()
  yield* Effect.gen(function*() {
    const ada = yield* Users.create({ primaryEmail: "ada@example.com" })
    yield* Console.log(`Event: ${yield* Queue.take(events)}`)
    yield* Users.remove(ada.id)
    yield* Console.log(`Event: ${yield* Queue.take(events)}`)
  }).pipe(
    Effect.provide(
      Server.layer({ ...Emulator.serverOptions, apiUrl }).pipe(Layer.provide(TokenStore.layerMemory))
    )
  )

  const unsigned = yield* Effect.promise(() => fetch(url, { method: "POST", body: "{\"type\":\"user.deleted\"}" }))
  yield* Console.log(`A message without a signature: ${unsigned.status}`)
  for (const { attempts, status, type } of yield* emulator.webhookDeliveries()) {
    yield* Console.log(`${type}: ${status} after ${attempts.length} attempt`)
  }
})

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport())))
