/** The app on a separate server, or at an origin that exists only within a test. */
import type { BrowserContext } from "playwright-core"
import { serve } from "srvx/node"
import type { AppConfig } from "../app/config.ts"
import { answer } from "../app/server.ts"

interface File {
  readonly type: string
  readonly body: string
}

const page = (config: AppConfig, script: string): File => ({
  type: "text/html",
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<link rel="icon" href="data:,">
<script type="application/json" id="config">${JSON.stringify(config)}</script>
<script type="module" src="/modules/${script}"></script>
</head>
<body><main></main></body>
</html>
`
})

/** Every path is a page, except the modules that it loads. The paths below `/promise` are the app with the Promise client. */
const fileAt = (url: string, modules: Readonly<Record<string, string>>, config: AppConfig): File => {
  const { pathname } = new URL(url)
  const body = modules[pathname.replace("/modules/", "")]
  if (body !== undefined) return { type: "text/javascript", body }
  return page(config, /^\/promise(?:\/|$)/.test(pathname) ? "promise/main.js" : "main.js")
}

/** Serves the app on loopback. */
export const serveApp = async (
  modules: Readonly<Record<string, string>>,
  config: AppConfig
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> => {
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: (request) => {
      const { body, type } = fileAt(request.url, modules, config)
      // A sandboxed page has no origin, so it loads modules cross-origin.
      const headers = { "content-type": `${type}; charset=utf-8`, "access-control-allow-origin": "*" }
      return answer(request, config) ?? new Response(body, { headers })
    }
  })
  await server.ready()
  const { port } = new URL(server.url!)
  return { origin: `http://localhost:${port}`, close: () => server.close(true) }
}

/** Answers a context's requests to an https origin with the app, without a certificate. */
export const routeApp = async (
  context: BrowserContext,
  origin: string,
  modules: Readonly<Record<string, string>>,
  config: AppConfig
): Promise<void> => {
  // Chromium requires permission for another origin's page to reach this machine, where the service is.
  await context.grantPermissions(["local-network-access"], { origin })
  await context.route(`${origin}/**`, (route) => {
    const { body, type } = fileAt(route.request().url(), modules, config)
    return route.fulfill({ status: 200, contentType: `${type}; charset=utf-8`, body })
  })
}
