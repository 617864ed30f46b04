/** Serves the app: as an empty page, or rendered by React for the user of the cookies. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache, Client, RequestHost, Resource, Resources } from "latchkey"
import { AuthProvider } from "latchkey/react"
import { renderToReadableStream } from "react-dom/server"
import { serve } from "srvx/node"
import type { AppConfig } from "../app/config.ts"
import { layerOf, Page, sceneOf } from "./App.tsx"

const script = (id: string, text: string) => `<script type="application/json" id="${id}">${text}</script>`

const page = (config: AppConfig, content = "", seed = "") =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<link rel="icon" href="data:,">
${script("config", JSON.stringify(config))}${seed}
</head>
<body><div id="root">${content}</div><script type="module" src="/main.js"></script></body>
</html>
`

/**
 * Renders for the request's user; `/seeded` sends the dehydrated cache, `/rendered` does not. `/layered` renders from it, with
 * the layer of the browser.
 */
const render = async (request: Request, config: AppConfig): Promise<string> => {
  const runtime = ManagedRuntime.make(
    Cache.layer().pipe(
      Layer.provideMerge(Client.layer(config)),
      Layer.provideMerge(RequestHost.layer(request, { projectId: config.projectId }))
    )
  )
  try {
    const url = new URL(request.url)
    const isSeeded = url.pathname === "/seeded"
    // Data shown without suspending is read first, and must be dehydrated.
    if (isSeeded && sceneOf(url).form === "state") await runtime.runPromise(Resource.get(Resources.user))
    if (url.pathname === "/layered") {
      await runtime.runPromise(Resource.get(Resources.user))
      const seed = Cache.stringify(await runtime.runPromise(Cache.dehydrate))
      const stream = await renderToReadableStream(
        <Page scene={sceneOf(url)}>
          {(content) => <AuthProvider layer={layerOf(config)} dehydrated={JSON.parse(seed)}>{content}</AuthProvider>}
        </Page>
      )
      return page(config, await new Response(stream).text(), script("seed", seed))
    }
    const stream = await renderToReadableStream(
      <Page scene={sceneOf(url)}>
        {(content) => <AuthProvider runtime={runtime}>{content}</AuthProvider>}
      </Page>
    )
    await stream.allReady
    const content = await new Response(stream).text()
    const seed = Cache.stringify(await runtime.runPromise(Cache.dehydrate))
    return page(config, content, isSeeded ? script("seed", seed) : "")
  } finally {
    await runtime.dispose()
  }
}

export const serveReact = async (
  code: string,
  config: AppConfig
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> => {
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === "/main.js") return new Response(code, { headers: { "content-type": "text/javascript" } })
      const isRendered = pathname === "/seeded" || pathname === "/rendered" || pathname === "/layered"
      const body = isRendered ? await render(request, config) : page(config)
      return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } })
    }
  })
  await server.ready()
  return { origin: `http://localhost:${new URL(server.url!).port}`, close: () => server.close(true) }
}
