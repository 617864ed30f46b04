/** Serves the files of a folder on the loopback interface, as a static host does. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "srvx/node"
import { staticMiddleware } from "srvx/static"

export interface StaticHost {
  readonly url: string
  readonly close: () => Promise<void>
}

export const serveFolder = async (dir: string): Promise<StaticHost> => {
  const serve = staticMiddleware({ dir })
  // Sound: the handler accepts HTTP/1 and HTTP/2 requests, but its type demands both.
  const server = createServer(
    toNodeHandler((request) => serve(request, () => new Response("Not found", { status: 404 }))) as RequestListener
  )
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  // Sound: a server that listens on a TCP port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
