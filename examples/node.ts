/**
 * A server with `node:http` and no knowledge of Effect. `examples/hosts` has apps on Express and Fastify.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/node.ts`. It prints the responses and exits with 0.
 */
import { createAuth } from "latchkey/node"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { serve as serveEmulator } from "./support/emulator.ts"

await using emulator = await serveEmulator()
const auth = createAuth({ ...emulator.options, origin: "https://app.example.com" })

const listener = auth.protect(async (request: IncomingMessage, response: ServerResponse, { require, requireUser }) => {
  const { claims } = requireUser()
  if (request.url === "/reports") await require({ permission: "read_reports" })
  response.end(`Hello, ${claims.name}!`)
})

const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1")
await once(server, "listening")
await emulator.show(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
server.close()
server.closeAllConnections()
await auth.dispose()
