/** The server of the playground: the service, the control API and the page, at one origin on loopback. */
import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import type { ServerRequest } from "srvx"
import { toNodeHandler } from "srvx/node"
import { staticMiddleware } from "srvx/static"
import { handleControl } from "./control.ts"
import { type Service, startService } from "./service.ts"
import { viteConfig } from "./vite.ts"

export interface Playground {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface PlaygroundOptions {
  /** Any free port by default. */
  readonly port?: number | undefined
  /** A folder that Vite has built the page into. Without one, Vite serves the sources. */
  readonly built?: string | undefined
}

export const startPlayground = async ({ built, port = 0 }: PlaygroundOptions = {}): Promise<Playground> => {
  const service = await startService()
  const server = createServer()
  const page = await (built === undefined ? develop(server) : files(built))
  const emulator = emulatorListener(service)
  server.on("request", (request: IncomingMessage, response: ServerResponse): unknown => {
    if (!isOwnName(request)) return refuse(response, 403, "This is not the name of the playground")
    const path = request.url ?? ""
    if (path.startsWith("/playground/")) {
      return handleControl(service, request, response).catch(() => refuse(response, 500, "That did not work"))
    }
    // The emulator's own inbox and faults answer every origin, and are not for pages elsewhere.
    if (/^\/(api|latchkey\/oauth|health)\b/.test(path)) return emulator(request, response)
    return page.answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  // Sound: a server that listens on a port has an address of this kind.
  const { port: actual } = server.address() as AddressInfo
  return {
    // Passkeys need a name; browsers let none be used at an IP address.
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

/** A page elsewhere may have its own name lead here: to the browser, this is then a part of that page, which may read it. */
const isOwnName = ({ headers: { host = "" } }: IncomingMessage) => /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host)

const refuse = (response: ServerResponse, status: number, text: string): void => {
  if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain" })
  response.end(response.headersSent ? undefined : text)
}

// Sound: the handler takes the requests of HTTP/1 and HTTP/2 servers alike, its type asks for both at once.
const listener = (handler: (request: ServerRequest) => Response | Promise<Response>) =>
  toNodeHandler(handler) as RequestListener

/** Answers from the service. Where it does not answer, the connection is cut. */
const emulatorListener = (service: Service) =>
  listener(async (request) => {
    const answer = await service.handle(request)
    if (answer !== undefined) return answer
    request.runtime?.node?.req.socket?.destroy()
    return new Response(null, { status: 502 })
  })

/** The files of a folder. Every other address is the page, which knows its own routes. */
const files = async (dir: string) => {
  const page = await readFile(resolve(dir, "index.html"), "utf8")
  const serve = staticMiddleware({ dir, compress: false })
  const html = { headers: { "content-type": "text/html; charset=utf-8" } }
  return { answer: listener((request) => serve(request, () => new Response(page, html))), close: async () => {} }
}

/** Vite's own server, within this one. It is loaded only where it is needed. */
const develop = async (server: Server) => {
  const { createServer } = await import("vite")
  const vite = await createServer({ ...viteConfig, server: { middlewareMode: true, hmr: { server } }, appType: "spa" })
  return { answer: vite.middlewares, close: () => vite.close() }
}
