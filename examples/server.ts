/**
 * An app's server (see `examples/server-app.ts`), two users who send requests to it, and the emulator, all over HTTP on
 * the loopback interface.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/server.ts`. It prints the responses and exits
 * with 0.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Password, Session, Teams, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as EmulatorServer from "latchkey/emulator/node"
import { serve } from "srvx"
import { type Options, routes } from "./server-app.ts"

const password = Redacted.make("correct horse")

const users = [
  { displayName: "Ada", primaryEmail: "ada@example.com", password },
  { displayName: "Bob", primaryEmail: "bob@example.com", password }
]

/** The public origin of the app. In production, a reverse proxy with TLS would forward it to the server. */
const origin = "https://app.example.com"

/**
 * Serves the routes until the scope closes, and returns the URL. On Bun, Deno and edge runtimes, pass the handler
 * directly.
 */
const listen = Effect.fnUntraced(function*(options: Options) {
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => HttpRouter.toWebHandler(routes(options), { disableLogger: true })),
    ({ dispose }) => Effect.promise(dispose)
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      serve({ fetch: (request) => handler(request), hostname: "127.0.0.1", port: 0, silent: true }).ready()
    ),
    (server) => Effect.promise(() => server.close(true))
  )
  return server.url!
})

/** Sends a request to the server and prints the response. */
const makeRequester = (url: string) => (name: string, method: string, path: string, init: RequestInit = {}) =>
  Effect.gen(function*() {
    const response = yield* Effect.promise((signal) => fetch(new URL(path, url), { ...init, method, signal }))
    const text = yield* Effect.promise(() => response.text())
    const cookies = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")))
    const set = cookies.map((cookie) => `\n  sets ${cookie.slice(0, cookie.indexOf("="))}`).join("")
    yield* Console.log(`${name}: ${method} ${path}\n  ${response.status} ${text}${set}`)
    return { cookie: cookies.join("; ") }
  })

const program = Effect.gen(function*() {
  const { url: apiUrl } = yield* EmulatorServer.serve()
  const ask = makeRequester(yield* listen({ ...Emulator.serverOptions, apiUrl, origin }))

  yield* ask("Visitor", "GET", "/greeting")

  // Ada's app holds the session and sends it in a header.
  const { id } = yield* Effect.gen(function*() {
    yield* Password.signIn({ email: "ada@example.com", password })
    const team = yield* Teams.create({ displayName: "Analytical Engines" })
    const headers = { "x-stack-auth": Redacted.value((yield* Session.authHeaders)["x-stack-auth"]) }
    yield* ask("Ada", "GET", "/greeting", { headers })
    yield* ask("Ada", "GET", `/teams/${team.id}/members`, { headers })
    return team
  }).pipe(Effect.provide(
    Client.layer({ ...Emulator.clientOptions, apiUrl }).pipe(Layer.provide(TokenStore.layerMemory))
  ))

  // Bob's browser signs in through the server, which stores the session in cookies.
  const body = JSON.stringify({ email: "bob@example.com", password: Redacted.value(password) })
  const headers = yield* ask("Bob", "POST", "/sign-in", { body, headers: { origin } })
  yield* ask("Bob", "GET", "/greeting", { headers })
  yield* ask("Bob", "GET", `/teams/${id}/members`, { headers })
}).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport({ project: { users } })))

await Effect.runPromise(program)
