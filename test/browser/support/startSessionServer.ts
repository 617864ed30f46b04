/** A server with sessions on it, over real HTTP or HTTPS, for browsers. The service is an emulator in this process. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Client, type Navigation, Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication, DeviceBoundSessions, SessionStore, StoredSessionHost } from "latchkey/server"
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createHttps } from "node:https"
import type { AddressInfo } from "node:net"
import { makeClockAhead } from "../../support/clockAhead.ts"
import type { Certificate } from "./makeCertificate.ts"

const path = "/auth/device"

/** An exchange with a browser. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The `Set-Cookie` headers. */
  readonly setCookies: ReadonlyArray<string>
  /** `true` if the request has a signed proof. */
  readonly isSigned: boolean
}

export interface SessionServer {
  readonly origin: string
  readonly exchanges: ReadonlyArray<Exchange>
  readonly alarms: ReadonlyArray<SessionStore.ReplacedIdUsed>
  /** Moves the clocks of the server and the service. */
  readonly advance: (millis: number) => void
  readonly close: () => Promise<void>
}

/**
 * Starts the server. `/sign-in` signs a new user up, `/sign-out` signs out, and `/me` responds with the tag of the principal
 * and the reason.
 */
export const startSessionServer = async (
  options: SessionStore.SessionStoreOptions,
  certificate?: Certificate
): Promise<SessionServer> => {
  const exchanges: Array<Exchange> = []
  const alarms: Array<SessionStore.ReplacedIdUsed> = []
  let origin = ""
  let users = 0
  let aheadMillis = 0
  const { projectId, publishableClientKey, secretServerKey } = Emulator.adminOptions

  const respondAfter = <A, E>(request: Request, effect: Effect.Effect<A, E, Client.Client | Navigation.Navigation>) =>
    Effect.andThen(effect, StoredSessionHost.respond("done", { headers: { "content-type": "text/html" } })).pipe(
      Effect.provide(
        Client.layer({ projectId, publishableClientKey: publishableClientKey! }).pipe(
          Layer.provideMerge(StoredSessionHost.layer(request, { origin, deviceBoundPath: path }))
        )
      )
    )

  const me = (request: Request) =>
    Effect.map(Authentication.authenticate(request), ({ headers, principal }) => {
      headers.set("content-type", "text/html")
      const text = principal._tag === "SignedOut" ? `SignedOut: ${principal.reason}` : principal._tag
      return new Response(text, { headers })
    })

  const handle = (
    request: Request
  ): Effect.Effect<
    Response,
    unknown,
    Authentication.Authentication | SessionStore.SessionStore | Emulator.Emulator
  > => {
    switch (new URL(request.url).pathname) {
      case "/sign-in":
        return respondAfter(
          request,
          Effect.suspend(() =>
            Password.signUp({ email: `ada${++users}@example.com`, password: Redacted.make("correct horse battery") })
          )
        )
      case "/sign-out":
        return respondAfter(request, Session.signOut)
      case "/me":
        return me(request)
      default:
        return Effect.map(
          DeviceBoundSessions.handle(request, { origin, path }),
          (response) => response ?? new Response(null, { status: 404 })
        )
    }
  }

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "GET", url = "/" } = incoming
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const response = await runtime.runPromise(handle(new Request(origin + url, { method, headers })))
    const setCookies = response.headers.getSetCookie()
    const isSigned = headers.has("secure-session-response")
    exchanges.push({ method, path: url, status: response.status, setCookies, isSigned })
    outgoing.writeHead(response.status, Object.fromEntries([...response.headers, ["set-cookie", setCookies]]))
    outgoing.end(await response.text())
  }
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      console.error(error)
      outgoing.writeHead(500).end()
    })
  }
  const server = certificate === undefined ? createHttp(listener) : createHttps(certificate, listener)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  // Sound: a server that listens on a TCP port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  origin = `${certificate === undefined ? "http" : "https"}://localhost:${port}`
  const runtime = ManagedRuntime.make(
    Authentication.layer({ projectId, secretServerKey: secretServerKey!, origin }).pipe(
      Layer.provideMerge(
        SessionStore.layerMemory({ ...options, onReplacedIdUsed: (event) => Effect.sync(() => alarms.push(event)) })
      ),
      Layer.provideMerge(Emulator.layer({ project: { config: { domains: [origin] } } })),
      Layer.provideMerge(Layer.succeed(Clock.Clock, makeClockAhead(() => aheadMillis)))
    )
  )
  return {
    origin,
    exchanges,
    alarms,
    advance: (millis) => {
      aheadMillis += millis
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await runtime.dispose()
    }
  }
}
