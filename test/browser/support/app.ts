/** The app on a server of its own, or of an origin that exists only within a test. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext } from "playwright-core"

/** What the app is told by its page. */
export interface AppConfig {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

interface File {
  readonly type: string
  readonly body: string
}

const page = (config: AppConfig): File => ({
  type: "text/html",
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<link rel="icon" href="data:,">
<script type="application/json" id="config">${JSON.stringify(config)}</script>
<script type="module" src="/modules/main.js"></script>
</head>
<body><main></main></body>
</html>
`
})

/** Every path is the page, but for the modules that it loads. */
const fileAt = (path: string, modules: Readonly<Record<string, string>>, config: AppConfig): File => {
  const body = modules[path.replace("/modules/", "")]
  return body === undefined ? page(config) : { type: "text/javascript", body }
}

/** Serves the app on loopback. */
export const serveApp = async (
  modules: Readonly<Record<string, string>>,
  config: AppConfig
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const { body, type } = fileAt(new URL(request.url ?? "/", "http://localhost").pathname, modules, config)
    // A page in a sandbox has no origin, and so loads its modules as from elsewhere.
    const headers = { "content-type": `${type}; charset=utf-8`, "access-control-allow-origin": "*" }
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** Answers a context's requests to an https origin with the app: nothing has to know a certificate. */
export const routeApp = async (
  context: BrowserContext,
  origin: string,
  modules: Readonly<Record<string, string>>,
  config: AppConfig
): Promise<void> => {
  // Chromium asks its user whether a page from elsewhere may reach this machine, where the service is.
  await context.grantPermissions(["local-network-access"], { origin })
  await context.route(`${origin}/**`, (route) => {
    const { body, type } = fileAt(new URL(route.request().url()).pathname, modules, config)
    return route.fulfill({ status: 200, contentType: `${type}; charset=utf-8`, body })
  })
}
