/** The adapters on real frameworks, over HTTP. Run it with `npm test -- --project hosts`. */
import { serve } from "@hono/node-server"
import * as Effect from "effect/Effect"
import * as fetchAuth from "latchkey/fetch"
import * as nodeAuth from "latchkey/node"
import type { AddressInfo, Server } from "node:net"
import { describeAdapter, type Host } from "../../test/adapters/scenarios.ts"
import * as express from "./express.ts"
import * as fastify from "./fastify.ts"
import * as hono from "./hono.ts"

/** Sends requests to a server on the loopback interface until the scope closes. */
const listen = <Auth extends { readonly dispose: () => Promise<void> }>(
  make: (layer: Parameters<Host>[0]) => Auth,
  start: (auth: Auth, listening: (address: AddressInfo) => void) => () => unknown
): Host =>
(layer) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<{ readonly auth: Auth; readonly port: number; readonly close: () => unknown }>((resolve) => {
          const auth = make(layer)
          const close = start(auth, ({ port }) => resolve({ auth, port, close: () => close() }))
        })
      ),
      ({ auth, close }) =>
        Effect.promise(async () => {
          await close()
          await auth.dispose()
        })
    ),
    ({ port }) => ({ headers, method, url }) =>
      fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, { method, headers })
  )

const closeServer = (server: Pick<Server, "close"> & { closeAllConnections?: () => void }) => {
  server.close()
  server.closeAllConnections?.()
}

describeAdapter(
  "Hono",
  listen(fetchAuth.createAuthFromLayer, (auth, listening) => {
    const server = serve({ fetch: hono.makeApp(auth).fetch, hostname: "127.0.0.1", port: 0 }, listening)
    return () => closeServer(server as Server)
  })
)

describeAdapter(
  "Express",
  listen(nodeAuth.createAuthFromLayer, (auth, listening) => {
    const server = express.makeApp(auth).listen(0, "127.0.0.1", () => listening(server.address() as AddressInfo))
    return () => closeServer(server)
  })
)

describeAdapter(
  "Fastify",
  listen(nodeAuth.createAuthFromLayer, (auth, listening) => {
    const app = fastify.makeApp(auth)
    void app.listen({ host: "127.0.0.1", port: 0 }).then(() => listening(app.server.address() as AddressInfo))
    return () => app.close()
  })
)
