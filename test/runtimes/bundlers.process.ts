/** A page with the Promise client, built by bundlers, in Chromium: `npm test -- --project processes bundlers`. */
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { createServer as createViteServer } from "vite"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { launch } from "../browser/support/chromium.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"
import { patience } from "../browser/support/patience.ts"
import { type Service, startService } from "../browser/support/service.ts"
import { ada } from "../browser/support/users.ts"
import { bundlers, type Scripts } from "./bundlers.ts"
import { type App, makeApp } from "./support.ts"

const chromium = findChromium()
if (chromium === undefined) {
  if (process.env["CI"]) throw new Error(noChromium)
  console.warn(`${noChromium} Until then the tests of bundlers are skipped.`)
}

let app: App
let browser: Browser
let service: Service

/** The page, with the configuration of the app and the password of its user. */
const makePage = (): string => {
  const config = {
    ...Emulator.clientOptions,
    apiUrl: service.url,
    email: ada.primaryEmail,
    password: Redacted.value(ada.password)
  }
  return `<!doctype html>
<title>App</title>
<link rel="icon" href="data:,">
<script type="application/json" id="config">${JSON.stringify(config)}</script>
<body><script type="module" src="/main.js"></script></body>
`
}

/** What the page shows: a wrong password, a sign-in, a new team, a sign-out. */
const expected = [
  "Now: signed-out",
  "Wrong email or password.",
  "Now: signed-in",
  "Welcome!",
  "User: ada@example.com",
  "Teams: Engines",
  "Now: signed-out",
  "Goodbye!"
]

/** Opens the page at an origin, signs in and out. Returns the scripts before and after the first call. */
const open = async (origin: string) => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const scripts: Array<string> = []
    const reports: Array<string> = []
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname)
    })
    page.on("console", (message) => {
      // Chromium reports each response that is an error, such as that of the wrong password.
      if (!/status of 4\d\d/.test(message.text())) reports.push(message.text())
    })
    page.on("pageerror", (error) => reports.push(String(error)))
    await page.goto(origin)
    await page.getByText("Now: signed-out").waitFor()
    const initial = scripts.splice(0)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText("Teams: Engines").first().waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByText("Goodbye!").waitFor()
    const shown = await page.locator("p").allInnerTexts()
    return { initial, later: scripts, reports, shown }
  } finally {
    await context.close()
  }
}

/** Serves a page until the test ends. */
const serve = async (scripts: Scripts) => {
  const server = createServer((request, response) => {
    const body = scripts[request.url!.slice(1)]
    response.writeHead(200, { "content-type": body === undefined ? "text/html" : "text/javascript; charset=utf-8" })
    response.end(body ?? makePage())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const kB = (paths: ReadonlyArray<string>, scripts: Scripts): string =>
  `${
    (paths.reduce((sum, path) => sum + gzipSync(scripts[path.slice(1)]!, { level: 9 }).length, 0) / 1024).toFixed(1)
  } kB`

describe.skipIf(chromium === undefined)("a page with the Promise client", () => {
  beforeAll(async () => {
    app = await makeApp()
    app.write("main.js", readFileSync(join(import.meta.dirname, "page.js"), "utf8"))
    browser = await launch(chromium!)
  })

  beforeEach(async () => {
    service = await startService()
    await service.createUser(ada)
    return () => service.close()
  })

  afterAll(async () => {
    await browser?.close()
    app?.remove()
  })

  for (const { build, isMissing, name, splits } of bundlers) {
    it.skipIf(isMissing)(`works when built with ${name}`, async () => {
      const scripts = await build(app)
      const { close, origin } = await serve(scripts)
      try {
        const { initial, later, reports, shown } = await open(origin)
        assert.deepStrictEqual(reports, [])
        assert.sameMembers(shown, expected)
        assert.strictEqual(later.length > 0, splits, `the page loads ${later.join(", ") || "nothing"} later`)
        console.log(
          `${name}: ${initial.length} scripts, ${kB(initial, scripts)}; later ${later.length}, ${kB(later, scripts)}`
        )
      } finally {
        close()
      }
    })
  }

  it("works with the development server of Vite", async () => {
    app.write("index.html", makePage())
    const server = await createViteServer({
      root: app.folder,
      configFile: false,
      logLevel: "error",
      server: { port: 0 }
    })
    await server.listen()
    try {
      const { reports, shown } = await open(server.resolvedUrls!.local[0]!)
      assert.deepStrictEqual(reports.filter((text) => !text.startsWith("[vite]")), [])
      assert.sameMembers(shown, expected)
    } finally {
      await server.close()
    }
  })
})
