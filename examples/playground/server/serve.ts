/** The playground's HTTP server: the service, the control API and the page, at one origin on the loopback interface. */
import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import type { ServerRequest } from "srvx"
import { toNodeHandler } from "srvx/node"
import { staticMiddleware } from "srvx/static"
import { handleControl } from "./control.ts"
import { type Service, startService } from "./service.ts"
import { makeViteConfig } from "./vite.ts"

export interface Playground {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface PlaygroundOptions {
  /** Defaults to a free port. */
  readonly port?: number | undefined
  /** The folder of the built page. By default, Vite serves the sources. */
  readonly built?: string | undefined
}

export const startPlayground = async ({ built, port = 0 }: PlaygroundOptions = {}): Promise<Playground> => {
  const service = await startService()
  const server = createServer()
  const page = await (built === undefined ? develop(server) : files(built))
  const emulator = emulatorListener(service)
  server.on("request", (request: IncomingMessage, response: ServerResponse): unknown => {
    if (!isOwnName(request)) return refuse(response, 403, "Unknown host. Open the playground at localhost.")
    const path = request.url ?? ""
    if (path.startsWith("/playground/")) {
      return handleControl(service, request, response).catch(() => refuse(response, 500, "Internal error"))
    }
    // The emulator refuses foreign pages at its control API, which the developer tools use.
    if (/^\/(api|latchkey|health)\b/.test(path)) return emulator(request, response)
    // The gallery is a separate page without the app's styles.
    if (isGallery(path)) request.url = `/gallery.html${new URL(path, "http://localhost").search}`
    return page.answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  // Sound: a server that listens on a TCP port has an `AddressInfo`.
  const { port: actual } = server.address() as AddressInfo
  return {
    // A host name, because browsers do not support passkeys on IP addresses.
    url: `http://localhost:${actual}`,
    close: async () => {
      await page.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await service.close()
    }
  }
}

/** Prevents DNS rebinding: another site could point its host name to this server and read the responses. */
const isOwnName = ({ headers: { host = "" } }: IncomingMessage) => /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host)

const isGallery = (path: string): boolean => /^\/gallery(?![^/?])/.test(path)

const refuse = (response: ServerResponse, status: number, text: string): void => {
  if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain" })
  response.end(response.headersSent ? undefined : text)
}

// Sound: the handler accepts HTTP/1 and HTTP/2 requests, but its type demands both.
const listener = (handler: (request: ServerRequest) => Response | Promise<Response>) =>
  toNodeHandler(handler) as RequestListener

/** Serves the emulated service. Closes the connection if there is no response. */
const emulatorListener = (service: Service) =>
  listener(async (request) => {
    const answer = await service.handle(request)
    if (answer !== undefined) return answer
    request.runtime?.node?.req.socket?.destroy()
    return new Response(null, { status: 502 })
  })

/** Serves the files of a folder. Other paths get the page, which has a client-side router. */
const files = async (dir: string) => {
  const page = await readFile(resolve(dir, "index.html"), "utf8")
  const serve = staticMiddleware({ dir, compress: false })
  const html = { headers: { "content-type": "text/html; charset=utf-8" } }
  return { answer: listener((request) => serve(request, () => new Response(page, html))), close: async () => {} }
}

/** Serves the sources with Vite, which is imported on demand. */
const develop = async (server: Server) => {
  const { createServer } = await import("vite")
  const vite = await createServer({
    ...makeViteConfig(),
    server: { middlewareMode: true, hmr: { server } },
    appType: "spa"
  })
  return { answer: vite.middlewares, close: () => vite.close() }
}
