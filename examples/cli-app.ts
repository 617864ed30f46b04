/**
 * A web app for `examples/cli.ts` with one page, on which a signed-in user confirms the login of a command line. It
 * runs on the emulator with Ada already signed in, so it needs no setup.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cli, Client, CurrentUser, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const sendHtml = (response: ServerResponse, status: number, html: string) =>
  Effect.sync(() => {
    // Prevents clickjacking: no other site may embed this page.
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "frame-ancestors 'none'"
    })
    response.end(`<!doctype html><title>Command line</title><body>${html}`)
  })

const confirmPage = (request: IncomingMessage, response: ServerResponse) =>
  Effect.gen(function*() {
    const loginCode = Cli.parseLoginCode(request.url ?? "")
    const user = yield* CurrentUser.get()
    if (!request.url?.startsWith("/handler/cli-auth-confirm?") || loginCode === undefined) {
      return yield* sendHtml(response, 404, "<p>Page not found.</p>")
    }
    if (user === null) return yield* sendHtml(response, 401, "<p>Sign in first.</p>")
    if (request.method !== "POST") {
      return yield* sendHtml(
        response,
        200,
        `<p>Did you start a login on a command line that shows the code <b>${Cli.displayCode(loginCode)}</b>?</p>
<p>If you confirm, it gets full access to your account, <b>${escapeHtml(user.primaryEmail ?? user.id)}</b>.</p>
<form method="post"><button name="user" value="${escapeHtml(user.id)}">Confirm</button></form>`
      )
    }
    // Prevents cross-site request forgery: a form on another site could post here too.
    if (request.headers.origin !== `http://${request.headers.host}`) {
      return yield* sendHtml(response, 403, "<p>Confirm the login on this page.</p>")
    }
    const form = new URLSearchParams(yield* Effect.promise(() => text(request)))
    yield* Cli.confirm({ loginCode, userId: form.get("user") ?? "" })
    yield* sendHtml(response, 200, "<p>Confirmed. Return to your terminal.</p>")
  }).pipe(
    Effect.catchReason("ApiError", "RequestRefused", () =>
      sendHtml(response, 400, "<p>This login has expired or was already confirmed. Start it again.</p>")),
    Effect.catchTag("UserAuthenticationRequired", () =>
      sendHtml(response, 409, "<p>Another user is signed in now. Reload this page.</p>")),
    Effect.catch((error) =>
      sendHtml(response, 500, `<p>${escapeHtml(error.message)}</p>`)
    )
  )

const program = Effect.gen(function*() {
  const { url } = yield* serve({ port: Number(process.env["API_PORT"] ?? 8102) })
  const ada = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(Layer.provide(TokenStore.layerMemory))
  yield* Effect.gen(function*() {
    yield* Password.signUp({
      email: "ada@example.com",
      password: Redacted.make("correct horse battery"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    })
    const run = Effect.runForkWith(yield* Effect.context<Client.Client>())
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer((request, response) => void run(confirmPage(request, response)))),
      (server) => Effect.sync(() => server.close())
    )
    const port = yield* Effect.callback<number, Error>((resume) => {
      server.once("error", (error) => resume(Effect.fail(error)))
      server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    })
    yield* Console.log(`Ada's app runs on http://127.0.0.1:${port}. To sign in a command line as Ada:

  export APP_URL=http://127.0.0.1:${port}
  export NEXT_PUBLIC_STACK_API_URL=${url}
  export NEXT_PUBLIC_STACK_PROJECT_ID=${Emulator.clientOptions.projectId}
  export NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=${Emulator.clientOptions.publishableClientKey}
  npm exec -- node --conditions=@latchkey/source examples/cli.ts login`)
    return yield* Effect.never
  }).pipe(Effect.provide(ada))
}).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))

const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
process.once("SIGTERM", () => stop.abort())

Effect.runPromise(program, { signal: stop.signal }).catch((error: unknown) => {
  if (stop.signal.aborted) return
  console.error(error)
  process.exitCode = 1
})
