/** Serves the app, rendered for the user of the cookies, under a strict Content Security Policy. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache, Client, RequestHost, Resource, Resources } from "latchkey"
import { AuthProvider } from "latchkey/react"
import { randomBytes } from "node:crypto"
import { renderToReadableStream } from "react-dom/server"
import { serve } from "srvx/node"
import type { AppConfig } from "../app/config.ts"
import { Page } from "./App.tsx"

export interface KitApp {
  readonly origin: string
  /** The browsers' reports of violations. */
  readonly violations: ReadonlyArray<string>
  /** React's warnings, and errors in pages. */
  readonly complaints: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** The strictest policy that allows the components. */
const policyOf = (nonce: string, { apiUrl }: AppConfig): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // The icons of the stylesheet are data: URLs, and a picture is a blob: URL while it is cropped. The service stores pictures.
    `img-src data: blob: ${apiUrl}`,
    `connect-src 'self' ${apiUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "report-uri /violations"
  ].join("; ")

/** Sends the warnings and errors of a page to the server. */
const watch = `
const report = (text) => fetch("/complaints", { method: "POST", body: location.pathname + ": " + text, keepalive: true })
for (const level of ["error", "warn"]) {
  const log = console[level]
  console[level] = (...all) => { report(all.map(String).join(" ")); log(...all) }
}
addEventListener("error", ({ message }) => report(message))
addEventListener("unhandledrejection", ({ reason }) => report(String(reason)))
`

const page = (config: AppConfig, nonce: string, content: string, seed: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/styles.css" nonce="${nonce}">
<script nonce="${nonce}">${watch}</script>
<script type="application/json" id="config">${JSON.stringify(config)}</script>
<script type="application/json" id="seed">${seed}</script>
</head>
<body><div id="root">${content}</div><script type="module" src="/main.js" nonce="${nonce}"></script></body>
</html>
`

const render = async (request: Request, config: AppConfig, nonce: string): Promise<string> => {
  const runtime = ManagedRuntime.make(
    Cache.layer().pipe(
      Layer.provideMerge(Client.layer(config)),
      Layer.provideMerge(RequestHost.layer(request, { projectId: config.projectId }))
    )
  )
  try {
    await runtime.runPromise(Resource.get(Resources.user))
    const stream = await renderToReadableStream(
      <Page path={new URL(request.url).pathname}>
        {(content) => <AuthProvider runtime={runtime}>{content}</AuthProvider>}
      </Page>,
      { nonce }
    )
    await stream.allReady
    const content = await new Response(stream).text()
    return page(config, nonce, content, Cache.stringify(await runtime.runPromise(Cache.dehydrate)))
  } finally {
    await runtime.dispose()
  }
}

export const serveKit = async (files: Readonly<Record<string, string>>, config: AppConfig): Promise<KitApp> => {
  const violations: Array<string> = []
  const complaints: Array<string> = []
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const file = files[pathname.slice(1)]
      if (file !== undefined) {
        const type = pathname.endsWith(".css") ? "text/css" : "text/javascript"
        return new Response(file, { headers: { "content-type": type } })
      }
      if (request.method === "POST") {
        const reports = { "/violations": violations, "/complaints": complaints }[pathname]
        reports?.push(await request.text())
        return new Response(null, { status: reports === undefined ? 405 : 204 })
      }
      const nonce = randomBytes(16).toString("base64")
      return new Response(await render(request, config, nonce), {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policyOf(nonce, config)
        }
      })
    }
  })
  await server.ready()
  const { port } = new URL(server.url!)
  return { origin: `http://localhost:${port}`, violations, complaints, close: () => server.close(true) }
}
