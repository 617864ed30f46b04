import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { getAllNames } from "../../../src/call/environment.ts"
import { findDependents } from "../../../src/command/doctor/installedPackages.ts"
import { isInRange } from "../../../src/command/doctor/isInRange.ts"
import { Probe, ProbeFailed } from "../../../src/command/doctor/probe.ts"
import type { Files } from "../support.ts"
import { makeFolder } from "../support.ts"
import { diagnose, installed, nextApp, projectId, serveEmulator, serveResponses, viteApp } from "./support.ts"

/** Checks a project without a network. */
const offline = (files: Files, args: ReadonlyArray<string> = [], environment: Readonly<Record<string, string>> = {}) =>
  Effect.provideService(
    diagnose(files, args, { environment }),
    Probe,
    () => Effect.fail(new ProbeFailed({ code: "EAI_AGAIN" }))
  )

const api = "https://auth.example.com"

describe("variables", () => {
  it.live("a missing project id names the variable of the framework", () =>
    Effect.gen(function*() {
      const vite = (yield* offline({ ...viteApp(api), ".env.local": "" })).one("project-id")
      assert.strictEqual(vite.status, "problem")
      assert.include(vite.fix!, "Set VITE_STACK_PROJECT_ID")
      const next = (yield* offline({ ...nextApp(api), ".env.local": "" })).one("project-id")
      assert.include(next.fix!, "Set NEXT_PUBLIC_STACK_PROJECT_ID")
    }))

  it.live("an id and an address in the source code are found", () =>
    Effect.gen(function*() {
      const report = yield* offline({
        ...viteApp(api),
        ".env.local": "",
        "src/Auth.tsx": `import { AuthProvider, HandlerPage } from "latchkey/react"
          <AuthProvider projectId="${projectId}" apiUrl="https://other.example.com/">`
      })
      assert.strictEqual(report.one("project-id").text, "The project id is …e300, from the source code.")
      assert.strictEqual(report.one("api-url").text, "The API is at https://other.example.com.")
    }))

  it.live("a value that is not a project id is a problem, and is not printed", () =>
    Effect.gen(function*() {
      const report = yield* offline({ ...viteApp(api), ".env.local": "VITE_STACK_PROJECT_ID=sak_planted_1234567890" })
      assert.strictEqual(
        report.one("project-id").text,
        "VITE_STACK_PROJECT_ID in .env.local contains a super secret admin key."
      )
      assert.notInclude(report.output, "1234567890")
    }))

  it.live("invalid and insecure addresses are problems, without credentials in the text", () =>
    Effect.gen(function*() {
      for (
        const [url, text] of [
          ["auth.example.com", "is not an address of an API"],
          ["https://ada:planted-password@auth.example.com", "is not an address of an API"],
          ["https://auth.example.com?key=planted-password", "is not an address of an API"],
          ["http://auth.example.com", "without https on another machine"],
          ["https://auth.example.com/api/v1/", "contains /api/v1"]
        ] as const
      ) {
        const report = yield* offline(viteApp(url))
        assert.strictEqual(report.one("api-url").status, "problem", url)
        assert.include(report.one("api-url").text, text)
        assert.notInclude(report.output, "planted-password")
      }
    }))

  it.live("quotes and spaces around a value are a problem", () =>
    Effect.gen(function*() {
      const report = yield* offline(viteApp(api), [], { VITE_STACK_PUBLISHABLE_CLIENT_KEY: "pck_emulator " })
      assert.include(report.one("variables").text, "starts or ends with a space or a quote")
    }))

  it.live("variables that Vite does not expose are a problem", () =>
    Effect.gen(function*() {
      const report = yield* offline({ ...viteApp(api), ".env.local": `STACK_PROJECT_ID=${projectId}\n` })
      assert.strictEqual(report.one("variable-names").fix, "Rename it to VITE_STACK_PROJECT_ID.")
    }))

  it.live("the files have the precedence of the framework", () =>
    Effect.gen(function*() {
      const other = { ".env.development": "NEXT_PUBLIC_STACK_API_URL=https://dev.example.com\n" }
      assert.include((yield* offline({ ...nextApp(api), ...other })).one("api-url").text, "in .env.local")
      const vite = { ".env.development": "VITE_STACK_API_URL=https://dev.example.com\n" }
      const report = yield* offline({ ...viteApp(api), ...vite })
      assert.include(report.one("api-url").text, "in .env.development")
      assert.strictEqual(
        report.one("variable-names").text,
        "VITE_STACK_API_URL is set twice: .env.development replaces .env.local."
      )
      const env = yield* offline(viteApp(api), [], { VITE_STACK_API_URL: "https://env.example.com" })
      assert.include(env.one("api-url").text, "https://env.example.com")
    }))
})

describe("the names of an address", () => {
  const apps = { vite: viteApp, next: nextApp }

  it.live("each known name is found, and no request is sent to the hosted service", () =>
    Effect.gen(function*() {
      for (const [framework, app] of Object.entries(apps)) {
        for (const name of getAllNames("apiUrl")) {
          const hosts: Array<string> = []
          const files = {
            ...app("https://unused.test"),
            ".env.local": `${name}=${api}\nSTACK_SECRET_SERVER_KEY=ssk_1\n`
          }
          const report = yield* Effect.provideService(
            diagnose(files),
            Probe,
            ({ url }) => {
              if (url.includes("/api/v1/")) hosts.push(new URL(url).origin)
              return Effect.fail(new ProbeFailed({ code: "ECONNREFUSED" }))
            }
          )
          assert.deepStrictEqual([...new Set(hosts)], [api], `${name} in ${framework}`)
          assert.include(report.one("api-url").text, `from ${name} in .env.local`)
        }
      }
    }))

  it.live("an empty address is a problem, and no request is sent", () =>
    Effect.gen(function*() {
      for (const name of getAllNames("apiUrl")) {
        const files = { ...nextApp(api), ".env.local": `${name}=\nSTACK_SECRET_SERVER_KEY=ssk_1\n` }
        let requests = 0
        const report = yield* Effect.provideService(diagnose(files), Probe, ({ url }) => {
          if (url.includes("/api/v1/")) requests++
          return Effect.fail(new ProbeFailed({ code: "ECONNREFUSED" }))
        })
        assert.strictEqual(report.one("api-url").text, `${name} in .env.local is empty.`)
        assert.strictEqual(report.one("api-url").status, "problem")
        assert.strictEqual(requests, 0)
      }
    }))

  it.live("an empty address is no problem if another name has a value", () =>
    Effect.gen(function*() {
      const report = yield* offline(nextApp(api, "STACK_API_URL_SERVER=\n"))
      assert.strictEqual(report.one("api-url").status, "ok")
    }))

  it.live("an address for browsers only is a problem in an app with a server", () =>
    Effect.gen(function*() {
      const app = { ...nextApp(api), ".env.local": `STACK_PROJECT_ID=${projectId}\nSTACK_API_URL_BROWSER=${api}\n` }
      const { fix, text } = (yield* offline(app)).one("variable-names")
      assert.strictEqual(text, "The server does not read STACK_API_URL_BROWSER in .env.local.")
      assert.strictEqual(fix, "Rename it to STACK_API_URL.")
    }))

  it.live("HEXCLAVE precedes STACK, and a newer name that Vite does not expose is a problem", () =>
    Effect.gen(function*() {
      const both = yield* offline(nextApp(api, "NEXT_PUBLIC_HEXCLAVE_API_URL=https://newer.example.com\n"))
      assert.include(both.one("api-url").text, "https://newer.example.com")
      const vite = { ...viteApp(api), ".env.local": `HEXCLAVE_PROJECT_ID=${projectId}\n` }
      const { fix, text } = (yield* offline(vite)).one("variable-names")
      assert.strictEqual(text, "Vite does not pass HEXCLAVE_PROJECT_ID in .env.local to the browser.")
      assert.strictEqual(fix, "Rename it to VITE_STACK_PROJECT_ID.")
    }))

  it.live("an address that ends in /api/v1 is one problem, and other checks use it without /api/v1", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator()
      const report = yield* diagnose(viteApp(`${url}/api/v1/`))
      const problems = report.findings.filter(({ status }) => status === "problem")
      assert.deepStrictEqual(problems.map(({ check }) => check), ["api-url"])
      assert.strictEqual(report.one("reachability").status, "ok")
    }))
})

describe("exposed secrets", () => {
  for (const prefix of ["VITE", "NEXT_PUBLIC", "PUBLIC", "REACT_APP", "EXPO_PUBLIC"]) {
    it.live(`a secret key in a ${prefix} variable is a problem`, () =>
      Effect.gen(function*() {
        const report = yield* offline(viteApp(api, `${prefix}_SOME_NAME=ssk_planted_1234567890\n`))
        const { status, text } = report.one("exposed-secret")
        assert.strictEqual(status, "problem")
        assert.include(text, `${prefix}_SOME_NAME in .env.local contains a secret server key`)
        assert.notInclude(report.output, "1234567890")
      }))
  }

  it.live("a secret key in a production file or in the source code is a problem", () =>
    Effect.gen(function*() {
      const report = yield* offline({
        ...viteApp(api),
        ".gitignore": ".env*",
        ".env.production": "VITE_STACK_SECRET_SERVER_KEY=unprefixed-planted-1234567890\n",
        "src/admin.ts": "const key = \"sak_planted_1234567890\"\n"
      })
      const texts = report.get("exposed-secret").map(({ text }) => text)
      assert.strictEqual(texts.length, 2)
      assert.include(texts[0], "VITE_STACK_SECRET_SERVER_KEY in .env.production")
      assert.strictEqual(texts[1], "src/admin.ts contains a secret key.")
      assert.notInclude(report.output, "1234567890")
    }))

  it.live("a file with a secret that Git does not ignore is a warning", () =>
    Effect.gen(function*() {
      const report = yield* offline({ ...nextApp(api), ".gitignore": "node_modules\n" })
      assert.strictEqual(report.one("exposed-secret").status, "warning")
      assert.include(report.one("exposed-secret").text, "Git does not ignore .env.local")
    }))

  it.live("reports never contain a planted secret, for any place and spelling", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator()
      const marker = "Zk9planted7Qw3marker5Xy"
      const secrets = [
        `ssk_${marker}`,
        `sak_${marker}`,
        `"ssk_${marker}"`,
        `ssk_${marker} `,
        `ssk_${marker}\u00e9`,
        marker
      ]
      const names = [
        "STACK_PROJECT_ID",
        "STACK_PUBLISHABLE_CLIENT_KEY",
        "STACK_SECRET_SERVER_KEY",
        "STACK_SUPER_SECRET_ADMIN_KEY",
        "NEXT_PUBLIC_STACK_API_URL",
        "NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS",
        "NEXT_PUBLIC_STACK_SECRET_SERVER_KEY",
        "VITE_STACK_PROJECT_ID",
        "DATABASE_URL"
      ]
      const reports: Array<string> = []
      for (const secret of secrets) {
        for (const name of names) {
          const files = nextApp(url, `${name}=${secret}\n`)
          for (const args of [[], ["--fix-hints"]]) reports.push((yield* diagnose(files, args)).output)
          reports.push((yield* diagnose(viteApp(url), [], { environment: { [name]: secret } })).output)
        }
        reports.push(
          (yield* diagnose({ ...viteApp(url), "src/a.ts": `const a = '${secret}' // latchkey apiUrl: "${secret}"` }))
            .output
        )
      }
      const found = reports.filter((report) =>
        [marker, Buffer.from(marker).toString("base64"), encodeURIComponent(marker)].some((text) =>
          report.includes(text)
        )
      )
      assert.deepStrictEqual(found, [])
    }))
})

describe("the origin", () => {
  it.live("the origin is trusted by the project's domains, including wildcards", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator({
        project: {
          config: {
            domains: ["https://app.example.com", "https://*.preview.example.com", {
              domain: "https://b.example.com",
              handlerPath: "/auth"
            }]
          }
        }
      })
      const check = (origin: string) =>
        Effect.map(diagnose(viteApp(url), ["--origin", origin]), ({ one }) => one("trusted-domains"))
      assert.strictEqual((yield* check("https://app.example.com")).status, "ok")
      assert.strictEqual((yield* check("https://a.preview.example.com")).status, "ok")
      const other = yield* check("https://evil.example.com")
      assert.strictEqual(other.status, "problem")
      assert.include(other.fix!, "Add https://evil.example.com with the handler path /handler")
      assert.strictEqual((yield* check("http://app.example.com")).status, "problem")
      const path = yield* check("https://b.example.com")
      assert.strictEqual(path.status, "warning")
      assert.include(path.text, "handler path /auth")
    }))

  it.live("localhost needs the setting, which the admin key shows", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator({ project: { config: { allowLocalhost: false } } })
      const admin = "STACK_SUPER_SECRET_ADMIN_KEY=sak_emulator\n"
      assert.strictEqual((yield* diagnose(viteApp(url, admin))).one("trusted-domains").status, "problem")
      assert.strictEqual((yield* diagnose(viteApp(url))).one("trusted-domains").status, "skipped")
      const { url: open } = yield* serveEmulator()
      assert.strictEqual((yield* diagnose(viteApp(open, admin))).one("trusted-domains").status, "ok")
    }))

  it.live("a service of 2025 shows its domains to the admin key only", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator({
        generation: "2025",
        project: { config: { domains: ["https://app.example.com"] } }
      })
      const args = ["--origin", "https://app.example.com"]
      assert.strictEqual((yield* diagnose(viteApp(url), args)).one("trusted-domains").status, "skipped")
      const admin = viteApp(url, "STACK_SUPER_SECRET_ADMIN_KEY=sak_emulator\n")
      assert.strictEqual((yield* diagnose(admin, args)).one("trusted-domains").status, "ok")
    }))

  it.live("the check of cookies depends on the origin", () =>
    Effect.gen(function*() {
      const check = (origin: string, url = api) =>
        Effect.map(offline(viteApp(url), ["--origin", origin]), ({ get }) =>
          get("cookies").map(({ status, text }) => `${status}: ${text}`).join(" "))
      assert.match(yield* check("https://app.example.com"), /^ok: The cookies of the session are Secure/)
      assert.match(yield* check("http://localhost:3000"), /^ok: .*localhost as secure/)
      assert.match(yield* check("http://192.168.1.5:3000"), /^problem: .*turn Web Crypto and passkeys off/)
      assert.match(yield* check("http://127.0.0.1:3000"), /^warning: 127\.0\.0\.1 and localhost do not share cookies/)
      assert.match(yield* check("https://app.example.com", "http://auth.example.com"), /^problem: Browsers block/)
      assert.match(yield* check("https://app.example.com", "http://127.0.0.1:8102"), /^warning: Pages on another host/)
    }))

  it.live("an origin outside the option domain has a host-only session", () =>
    Effect.gen(function*() {
      const files = {
        ...viteApp(api),
        "src/Auth.tsx":
          "import { AuthProvider, HandlerPage } from \"latchkey/react\"\n<AuthProvider domain=\"example.com\">"
      }
      const check = (origin: string) => Effect.map(offline(files, ["--origin", origin]), ({ one }) => one("cookies"))
      assert.strictEqual((yield* check("https://app.example.com")).status, "ok")
      assert.strictEqual((yield* check("http://localhost:5173")).status, "ok")
      const other = yield* check("https://notexample.com")
      assert.strictEqual(other.status, "warning")
      assert.include(other.text, "The option domain is example.com, and has no effect on notexample.com")
    }))

  it.live("an invalid --origin fails", () =>
    Effect.gen(function*() {
      for (const origin of ["localhost:3000", "ftp://a", "https://a:planted@b"]) {
        const failure = yield* Effect.flip(Effect.scoped(Effect.gen(function*() {
          const { doctorIn } = yield* Effect.promise(() => import("../../../src/command/doctor.ts"))
          return yield* doctorIn(
            { folder: yield* makeFolder(viteApp(api)), environment: {}, isConnected: true, nodeVersion: "24.0.0" },
            ["--origin", origin]
          )
        })))
        assert.include(failure, "--origin must be the origin of the app's pages")
        assert.notInclude(failure, "planted")
      }
    }))
})

describe("CORS", () => {
  const serviceWith = (preflight: Readonly<Record<string, string>>, status = 200) =>
    serveResponses((request, response) => {
      response.setHeader("x-stack-request-id", "1")
      if (request.method === "OPTIONS") response.writeHead(status, preflight).end()
      else response.writeHead(404).end()
    })
  const headers = "access-control-allow-headers"
  const allowed = { "access-control-allow-origin": "*", [headers]: "*", "access-control-allow-methods": "*" }

  for (
    const [name, preflight, status, expected] of [
      ["every header", allowed, 200, /^ok: /],
      [
        "another origin",
        { ...allowed, "access-control-allow-origin": "https://a.example.com" },
        200,
        /does not allow requests from http:\/\/localhost:5173/
      ],
      [
        "few headers",
        { ...allowed, [headers]: "Content-Type, x-stack-project-id" },
        200,
        /does not allow the headers x-stack-access-token/
      ],
      [
        "few methods",
        { ...allowed, "access-control-allow-methods": "GET, POST" },
        200,
        /does not allow the method PATCH/
      ],
      ["no preflight", allowed, 405, /preflight of browsers with the status 405/]
    ] as const
  ) {
    it.live(`CORS: reports a service that allows ${name}`, () =>
      Effect.gen(function*() {
        const { url } = yield* serviceWith(preflight, status)
        const { status: found, text } = (yield* diagnose(viteApp(url))).one("cors")
        assert.match(`${found}: ${text}`, expected)
      }))
  }
})

describe("CORS of an app in Node.js", () => {
  const nodeApp = (url: string): Files => ({
    ...installed,
    "package.json": JSON.stringify({ name: "api", dependencies: { latchkey: "^0.1.0", effect: "^4.1.0" } }),
    ".env": `STACK_PROJECT_ID=${projectId}\nSTACK_API_URL=${url}\n`
  })

  it.live("CORS of a Node.js app is checked for --origin, and skipped without it", () =>
    Effect.gen(function*() {
      const { url } = yield* serveResponses((request, response) => {
        response.setHeader("x-stack-request-id", "1")
        response.writeHead(request.method === "OPTIONS" ? 403 : 404).end()
      })
      assert.strictEqual((yield* diagnose(nodeApp(url))).one("cors").status, "skipped")
      const { status, text } = (yield* diagnose(nodeApp(url), ["--origin", "https://app.example.com"])).one("cors")
      assert.strictEqual(
        `${status}: ${text}`,
        "problem: The API answers the preflight of browsers with the status 403."
      )
    }))
})

describe("the answer of a service", () => {
  const codes = { stack: "PROJECT_NOT_FOUND", hexclave: "INVALID_PUBLISHABLE_CLIENT_KEY" }
  const checksOf = (families: ReadonlyArray<keyof typeof codes>) =>
    Effect.gen(function*() {
      const { url } = yield* serveResponses((_, response) => {
        for (const family of families) {
          response.setHeader(`x-${family}-known-error`, codes[family])
          response.setHeader(`x-${family}-actual-status`, "400")
        }
        response.end("{}")
      })
      const { output } = yield* diagnose(viteApp(url))
      return output.replaceAll(url, "<url>")
    })

  it.live("the response headers are read from either family, with precedence for x-hexclave-*", () =>
    Effect.gen(function*() {
      const [stack, hexclave, both] = [
        yield* checksOf(["stack"]),
        yield* checksOf(["hexclave"]),
        yield* checksOf(["stack", "hexclave"])
      ]
      assert.notDeepEqual(stack, hexclave)
      assert.deepStrictEqual(both, hexclave)
    }))
})

describe("the handler", () => {
  it.live("needs a catch-all route in Next.js", () =>
    Effect.gen(function*() {
      const page = "import { HandlerPage } from \"latchkey/react\"\n"
      const { "app/handler/[...page]/page.tsx": _, ...files } = nextApp(api)
      const missing = (yield* offline(files)).one("handler")
      assert.strictEqual(missing.status, "problem")
      assert.include(missing.hint!, "app/handler/[...page]/page.tsx")
      assert.strictEqual((yield* offline({ ...files, "app/handler/page.tsx": page })).one("handler").status, "problem")
      for (const path of ["src/app/handler/[...slug]/page.jsx", "app/(auth)/handler/[[...x]]/page.tsx"]) {
        assert.strictEqual((yield* offline({ ...files, [path]: page })).get("handler")[0]!.status, "ok", path)
      }
    }))

  it.live("the handler page is requested if the app runs", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator()
      for (const [status, expected] of [[200, "ok"], [404, "problem"]] as const) {
        const app = yield* serveResponses((_request, response) => response.writeHead(status).end())
        const report = yield* diagnose(nextApp(url), ["--origin", app.url.replace("127.0.0.1", "localhost")])
        assert.strictEqual(report.get("handler")[1]!.status, expected)
      }
    }))
})

describe("versions", () => {
  it.live("an old Node is a warning", () =>
    Effect.gen(function*() {
      const report = yield* Effect.provideService(
        diagnose(viteApp(api), [], { nodeVersion: "22.18.0" }),
        Probe,
        () => Effect.fail(new ProbeFailed({ code: "EAI_AGAIN" }))
      )
      assert.strictEqual(report.one("node").status, "warning")
    }))

  it.live("packages outside the peer ranges are problems", () =>
    Effect.gen(function*() {
      const report = yield* offline({
        ...viteApp(api),
        "node_modules/effect/package.json": "{\"name\":\"effect\",\"version\":\"3.19.4\"}",
        "node_modules/react/package.json": "{\"name\":\"react\",\"version\":\"17.0.2\"}"
      })
      assert.include(report.one("effect").text, "effect is 3.19.4, but latchkey 0.1.0 requires ^4.1.0.")
      assert.include(report.one("react").text, "react is 17.0.2")
    }))

  it.live("a missing installation is a problem", () =>
    Effect.gen(function*() {
      const app = Object.fromEntries(Object.entries(viteApp(api)).filter(([path]) => !path.startsWith("node_modules")))
      assert.include((yield* offline(app)).one("latchkey").fix!, "Install the packages")
      const { "node_modules/effect/package.json": _, ...files } = viteApp(api)
      assert.strictEqual((yield* offline(files)).one("effect").status, "problem")
    }))

  it.live("two copies of effect are a problem if a package shares it with the app", () =>
    Effect.gen(function*() {
      const copy = {
        "node_modules/latchkey/node_modules/effect/package.json": "{\"name\":\"effect\",\"version\":\"4.1.3\"}"
      }
      const twice = (yield* offline({ ...viteApp(api), ...copy })).one("effect-copies")
      assert.strictEqual(twice.status, "problem")
      assert.include(twice.text, "other copies are loaded by latchkey (4.1.3)")
      const tool = {
        "node_modules/@tools/tool/package.json":
          "{\"name\":\"@tools/tool\",\"version\":\"1.0.0\",\"dependencies\":{\"effect\":\"3\"}}",
        "node_modules/@tools/tool/node_modules/effect/package.json": "{\"name\":\"effect\",\"version\":\"3.19.4\"}"
      }
      const own = (yield* offline({ ...viteApp(api), ...tool })).one("effect-copies")
      assert.strictEqual(own.status, "ok")
      assert.include(own.text, "Private copies: @tools/tool (3.19.4).")
    }))

  it.live("two copies of effect in the bundle of Vite are a problem", () =>
    Effect.gen(function*() {
      const marker = "const a=`~effect/Cause/Done`;"
      const bundle = { "dist/assets/a.js": marker, "dist/assets/b.js": "" }
      assert.include((yield* offline({ ...viteApp(api), ...bundle })).one("effect-copies").text, "also in the bundle")
      const twice = yield* offline({ ...viteApp(api), ...bundle, "dist/assets/b.js": marker })
      assert.include(twice.one("effect-copies").text, "contains 2 copies of Effect")
    }))

  it.live("a symbolic link to the same copy of effect is no second copy", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({
        "store/effect/package.json": installed["node_modules/effect/package.json"]!,
        "store/latchkey/package.json": installed["node_modules/latchkey/package.json"]!,
        "app/node_modules/a": ""
      })
      symlinkSync(join(folder, "store"), join(folder, "store/node_modules"))
      symlinkSync(join(folder, "store/effect"), join(folder, "app/node_modules/effect"))
      symlinkSync(join(folder, "store/latchkey"), join(folder, "app/node_modules/latchkey"))
      const copies = findDependents([join(folder, "app")], "effect").map(({ copy }) => copy.folder)
      assert.deepStrictEqual([...new Set(copies)].map((path) => path.slice(-13)), ["/store/effect"])
    }))

  it("ranges of npm are compared", () => {
    for (
      const [version, range, expected] of [
        ["4.1.0", "^4.1.0", true],
        ["4.9.1", "^4.1.0", true],
        ["4.0.9", "^4.1.0", false],
        ["5.0.0", "^4.1.0", false],
        ["4.1.0-beta.1", "^4.1.0", false],
        ["18.3.1", "^18.3.0 || ^19.0.0", true],
        ["18.2.0", "^18.3.0 || ^19.0.0", false],
        ["6.3.1", ">=5 <7", true],
        ["7.0.0", ">=5 <7", false],
        ["0.2.0", "^0.1.0", false],
        ["22.19.0", ">=22.19", true],
        ["22.18.9", ">=22.19", false],
        ["1.2.9", "~1.2.3", true],
        ["1.2.3", "1.2.3", true],
        ["file:../a", "^1.0.0", true],
        ["1.0.0", "workspace:*", true]
      ] as const
    ) assert.strictEqual(isInRange(version, range), expected, `${version} in ${range}`)
  })
})
