/**
 * A server with a `fetch` handler and no knowledge of Effect. `auth.protect` works the same on Bun, Deno and Cloudflare
 * Workers.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/fetch.ts`. It prints the responses and exits with 0.
 */
import { createAuth } from "latchkey/fetch"
import { serve } from "srvx"
import { serve as serveEmulator } from "./support/emulator.ts"

await using emulator = await serveEmulator()
const auth = createAuth({ ...emulator.options, origin: "https://app.example.com" })

const handler = auth.protect(async (request, { require, requireUser }) => {
  const { claims } = requireUser()
  if (new URL(request.url).pathname === "/reports") await require({ permission: "read_reports" })
  return new Response(`Hello, ${claims.name}!`)
})

const server = await serve({ fetch: (request) => handler(request), hostname: "127.0.0.1", port: 0, silent: true })
  .ready()
await emulator.show(server.url!)
await server.close(true)
await auth.dispose()
