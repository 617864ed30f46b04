/** Serves the built site as a static host does, for tests and measurements. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { toNodeHandler } from "srvx/node"
import { staticMiddleware } from "srvx/static"
import { root } from "../scripts/repository.ts"

/** The folder of the built site. */
export const distFolder = join(root, "site/dist")

export interface ServedSite {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts a server on a free port of the loopback interface. A missing file is a response with the status 404. */
export const serveDist = async (): Promise<ServedSite> => {
  const serve = staticMiddleware({ dir: distFolder, compress: false })
  // Sound: the handler accepts HTTP/1 and HTTP/2 requests, but its type demands both.
  const listener = toNodeHandler((request) =>
    serve(request, () => new Response("Not found", { status: 404 }))
  ) as RequestListener
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // Sound: a server that listens on a TCP port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
}
