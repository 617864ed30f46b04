import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { initIn } from "../../../src/command/init.ts"
import { type Files, makeFolder, makeTerminal, readFiles, run, writeFiles } from "../support.ts"
import { effectServer, nextSrcJs, nextTs, node, viteJs, viteTs } from "./templates.ts"

/** Runs `latchkey init` in a new project. */
const start = Effect.fnUntraced(function*(files: Files, args: ReadonlyArray<string> = [], subfolder = "") {
  const folder = yield* makeFolder(files)
  const { commands, provide } = makeTerminal()
  const result = yield* run(provide(initIn(join(folder, subfolder), args)))
  const after = readFiles(folder)
  return {
    ...result,
    folder,
    commands,
    after,
    created: Object.keys(after).filter((path) => files[path] === undefined),
    changed: Object.keys(files).filter((path) => files[path] !== after[path])
  }
})

const dev = (after: Files, path = "package.json"): string =>
  (JSON.parse(after[path]!) as { readonly scripts: { readonly dev: string } }).scripts.dev

/** Sets the terminal's title, hides what follows, and reverses the direction of a text. */
const hostile = "evil\u001b]0;title\u0007\u001b[8m\u202e\u009b31m\r"

describe("init", () => {
  it.effect("prints no control character of the project's names, lines, options or errors", () =>
    Effect.gen(function*() {
      const manifest = JSON.stringify({
        ...JSON.parse(viteTs["package.json"]!),
        name: hostile,
        scripts: { dev: hostile }
      })
      const runs = [
        yield* start({ ...viteTs, "package.json": manifest }),
        yield* start({ ...viteTs, "package.json": manifest }, ["--dry-run"]),
        yield* start({ ...viteTs, "vite.config.ts": `${viteTs["vite.config.ts"]!.trimEnd()} // ${hostile}\n` }),
        yield* start(viteTs, ["--framework", hostile]),
        yield* start(viteTs, [`--${hostile}`])
      ]
      for (const { failure, output } of runs) {
        assert.notMatch(output + (failure ?? ""), /[^\P{Cc}\n\t]|\p{Cf}/u)
      }
      assert.include(runs[0]!.output, "evil\\u001b]0;title")
    }))

  describe("writes a start for", () => {
    it.effect("Vite with TypeScript", () =>
      Effect.gen(function*() {
        const { after, changed, commands, created, failure, output } = yield* start(viteTs)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [".env.local", "src/Auth.tsx", "src/styles.css"])
        assert.deepStrictEqual(changed, ["package.json", "vite.config.ts", "src/main.tsx"])
        assert.strictEqual(
          after["vite.config.ts"],
          `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

// Other sites must not frame the pages, or see the codes in their URLs. Set these headers in production too.
const headers = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
}

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
  server: { headers },
  preview: { headers },
})
`
        )
        assert.strictEqual(dev(after), "latchkey emulator --user ada@example.com:correct-horse -- vite")
        assert.include(after[".env.local"]!, "VITE_STACK_API_URL=http://127.0.0.1:8102\n")
        assert.include(after["src/main.tsx"]!, "    <Auth>\n      <App />\n    </Auth>\n")
        assert.include(after["src/main.tsx"]!, "import App from './App.tsx'\nimport { Auth } from './Auth.tsx'\n")
        assert.include(after["src/Auth.tsx"]!, "{ children }: { children: ReactNode }")
        // The order of the layers must be declared before the stylesheet of the components.
        assert.match(after["src/main.tsx"]!, /'\.\/styles\.css'[^]*'\.\/Auth\.tsx'/)
        assert.strictEqual(
          after["src/styles.css"],
          "@layer base, latchkey;\n@import './index.css' layer(base);\n\n.auth-header {\n  padding: 16px;\n}\n"
        )
        assert.deepStrictEqual(commands, ["npm install latchkey@^0.1.0 effect@^4.1.0"])
        assert.include(output, "Sign in as ada@example.com with the password correct-horse, or sign up.")
      }))

    it.effect("init: writes a start for Vite with JavaScript", () =>
      Effect.gen(function*() {
        const { after, created, failure } = yield* start(viteJs)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [".env.local", "src/Auth.jsx", "src/styles.css"])
        assert.notInclude(after["src/Auth.jsx"]!, "ReactNode")
        assert.include(after["src/main.jsx"]!, "import { Auth } from './Auth.jsx'\n")
      }))

    it.effect("init: writes a start for Next.js with TypeScript", () =>
      Effect.gen(function*() {
        const { after, changed, created, failure } = yield* start(nextTs)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [
          ".env.local",
          "app/Auth.tsx",
          "app/AuthClient.tsx",
          "app/dashboard/loading.tsx",
          "app/dashboard/page.tsx",
          "app/handler/[...page]/page.tsx",
          "auth.ts",
          "proxy.ts"
        ])
        assert.deepStrictEqual(changed, ["package.json", "app/globals.css", "app/layout.tsx"])
        assert.strictEqual(
          after["app/globals.css"],
          "@layer theme, base, latchkey, components, utilities;\n@import \"tailwindcss\";\n" +
            "@import \"latchkey/react/styles.css\";\n\nbody {}\n"
        )
        assert.strictEqual(dev(after), "latchkey emulator --user ada@example.com:correct-horse -- next dev")
        assert.include(after["app/layout.tsx"]!, "import { Auth } from \"./Auth\";\nimport \"./globals.css\";\n")
        assert.include(after["app/layout.tsx"]!, "        <Auth>{children}</Auth>\n")
        assert.include(after[".env.local"]!, "STACK_SECRET_SERVER_KEY=ssk_emulator\n")
      }))

    it.effect("Next.js with JavaScript below src", () =>
      Effect.gen(function*() {
        const { after, created, failure } = yield* start(nextSrcJs)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [
          ".env.local",
          "src/app/Auth.js",
          "src/app/AuthClient.js",
          "src/app/dashboard/loading.js",
          "src/app/dashboard/page.js",
          "src/app/handler/[...page]/page.js",
          "src/app/styles.css",
          "src/auth.js",
          "src/proxy.js"
        ])
        const types = Object.entries(after).filter(([path, content]) =>
          /^src\/.*\.js$/.test(path) && /: \{|: Meta/.test(content)
        )
        assert.deepStrictEqual(types, [])
        assert.strictEqual(
          after["src/app/styles.css"],
          "@layer base, latchkey;\n@import \"./globals.css\" layer(base);\n@import \"latchkey/react/styles.css\";\n" +
            "\n.auth-header {\n  padding: 16px;\n}\n"
        )
        assert.include(after["src/app/layout.js"]!, "import \"./styles.css\";\n")
        assert.include(after["src/app/AuthClient.js"]!, "export function AuthClient({ children, seed }) {\n")
      }))

    it.effect("React without a style attribute, whose class has a rule, and with headers for the handler pages", () =>
      Effect.gen(function*() {
        for (const template of [viteTs, viteJs, nextTs, nextSrcJs]) {
          const { after } = yield* start(template)
          const all = Object.values(after).join("\n")
          assert.notMatch(all, /style=/)
          assert.match(all, /<header className="(?:p-4|auth-header)">/)
          assert.strictEqual(/className="auth-header"/.test(all), /\.auth-header \{/.test(all))
          assert.match(all, /frame-ancestors/)
          assert.match(all, /Referrer-Policy/)
        }
      }))

    it.effect("Next.js with a proxy that protects the handler pages only", () =>
      Effect.gen(function*() {
        const { after: typed } = yield* start(nextTs)
        assert.include(typed["proxy.ts"]!, "proxy(request: NextRequest)")
        const { after } = yield* start(nextSrcJs)
        const source = after["src/proxy.js"]!
        // The module as a function of the session's proxy.
        const body = source.replace(/^import .*$/gm, "").replaceAll(/^export /gm, "") + "\nreturn proxy;"
        const proxy: (request: unknown) => Promise<Response> = new Function("refresh", body)(async () =>
          new Response(null, { headers: { "set-cookie": "a=b" } })
        )
        const headersOf = async (pathname: string) => {
          const { headers } = await proxy({ nextUrl: { pathname } })
          return [headers.get("content-security-policy"), headers.get("referrer-policy"), headers.get("set-cookie")]
        }
        const found = yield* Effect.promise(() => Promise.all(["/handler/sign-in", "/handlers", "/"].map(headersOf)))
        assert.deepStrictEqual(found, [
          ["frame-ancestors 'none'", "no-referrer", "a=b"],
          [null, null, "a=b"],
          [null, null, "a=b"]
        ])
      }))

    it.effect("a program in Node", () =>
      Effect.gen(function*() {
        const { after, commands, created, failure } = yield* start(node)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [".env", ".gitignore", "src/signIn.ts"])
        assert.strictEqual(
          dev(after),
          "latchkey emulator --user ada@example.com:correct-horse -- node --env-file=.env src/signIn.ts"
        )
        assert.deepStrictEqual(commands, ["npm install latchkey@^0.1.0 effect@^4.1.0"])
      }))

    it.effect("a program in a CommonJS package, as an ES module", () =>
      Effect.gen(function*() {
        const { created } = yield* start({ "package.json": "{}" }, ["--framework", "node"])
        assert.include(created, "signIn.mts")
      }))

    it.effect("a server with Effect", () =>
      Effect.gen(function*() {
        const { after, commands, created, failure } = yield* start(effectServer)
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [".env", "server.ts"])
        assert.include(after[".env"]!, "STACK_SECRET_SERVER_KEY=ssk_emulator\n")
        assert.deepStrictEqual(commands, ["npm install latchkey@^0.1.0"])
      }))
  })

  describe("runs", () => {
    for (const [name, files] of Object.entries({ viteTs, viteJs, nextTs, nextSrcJs, node, effectServer })) {
      it.effect(`a second time without changes: ${name}`, () =>
        Effect.gen(function*() {
          const { after, folder } = yield* start(files)
          // As after the installation.
          const dependencies = { latchkey: "^0.1.0", effect: "^4.1.0" }
          const manifest = JSON.parse(after["package.json"]!) as { readonly dependencies?: object }
          const installed = { ...manifest, dependencies: { ...manifest.dependencies, ...dependencies } }
          writeFiles(folder, {
            "package.json": `${JSON.stringify(installed, undefined, 2)}\n`,
            "node_modules/latchkey/package.json": "{}"
          })
          const before = readFiles(folder)
          const { commands, provide } = makeTerminal({ write: () => Effect.die("nothing must be written") })
          const { failure, output } = yield* run(provide(initIn(folder, [])))
          assert.isUndefined(failure)
          assert.deepStrictEqual(readFiles(folder), before)
          assert.deepStrictEqual(commands, [])
          assert.notMatch(output, /^ {2}(?:create|edit|run|by hand) /m)
        }))

      it.effect(`init runs with --dry-run without changes, and prints every file: ${name}`, () =>
        Effect.gen(function*() {
          const real = yield* start(files)
          const { after, commands, failure, output } = yield* start(files, ["--dry-run"])
          assert.isUndefined(failure)
          assert.deepStrictEqual(after, { ...files })
          assert.deepStrictEqual(commands, [])
          const printed = output.split("\n").map((line) => line.trim())
          for (const path of real.created) {
            assert.include(output, path)
            for (const line of real.after[path]!.split("\n")) assert.include(printed, line.trim())
          }
          assert.include(output, "nothing was changed")
        }))
    }

    it.effect("init runs in the nearest package above a subfolder", () =>
      Effect.gen(function*() {
        const { created, failure } = yield* start(viteTs, [], "src")
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, [".env.local", "src/Auth.tsx", "src/styles.css"])
      }))

    it.effect("init runs in a package of a workspace, with the package manager of its root", () =>
      Effect.gen(function*() {
        const { "package-lock.json": _, ...app } = viteTs
        const inside = Object.fromEntries(Object.entries(app).map(([path, text]) => [`apps/web/${path}`, text]))
        const { after, commands, created, failure, output } = yield* start(
          { ...inside, "package.json": "{}", "pnpm-lock.yaml": "", "pnpm-workspace.yaml": "" },
          [],
          "apps/web"
        )
        assert.isUndefined(failure)
        assert.deepStrictEqual(created, ["apps/web/.env.local", "apps/web/src/Auth.tsx", "apps/web/src/styles.css"])
        assert.deepStrictEqual(commands, ["pnpm add latchkey@^0.1.0 effect@^4.1.0"])
        assert.strictEqual(after["package.json"], "{}")
        assert.include(output, "Run \"pnpm dev\".")
      }))

    it.effect("init runs with --project-id against that project, without the emulator", () =>
      Effect.gen(function*() {
        const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
        const { after, changed, failure, output } = yield* start(nextTs, [
          "--project-id",
          projectId,
          "--api-url",
          "https://auth.example.com"
        ])
        assert.isUndefined(failure)
        assert.deepStrictEqual(changed, ["app/globals.css", "app/layout.tsx"])
        assert.strictEqual(
          after[".env.local"],
          "# The dashboard of the service has these values.\n" +
            `NEXT_PUBLIC_STACK_PROJECT_ID=${projectId}\n` +
            "NEXT_PUBLIC_STACK_API_URL=https://auth.example.com\n" +
            "STACK_SECRET_SERVER_KEY=\n"
        )
        assert.include(output, "Set STACK_SECRET_SERVER_KEY in .env.local.")
        assert.notInclude(output, "ada@example.com")
      }))

    it.effect("init: edits keep each file's quotes, indentation and line ends", () =>
      Effect.gen(function*() {
        const main = viteTs["src/main.tsx"]!.replaceAll("'", "\"").replaceAll(/([")])$/gm, "$1;").replace(
          "/index.css\"",
          "/index.css\""
        )
        const manifest = viteTs["package.json"]!.replaceAll("  ", "\t").replaceAll("\n", "\r\n")
        const { after, failure } = yield* start({ ...viteTs, "src/main.tsx": main, "package.json": manifest })
        assert.isUndefined(failure)
        assert.include(after["src/main.tsx"]!, "import { Auth } from \"./Auth.tsx\";\n")
        assert.strictEqual(
          after["package.json"],
          manifest.replace("\"vite\"", "\"latchkey emulator --user ada@example.com:correct-horse -- vite\"")
        )
      }))

    it.effect("init: changes no file if the user answers no", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        const { commands, provide } = makeTerminal({ isInteractive: true, confirm: () => Effect.succeed(false) })
        const { failure } = yield* run(provide(initIn(folder, [])))
        assert.strictEqual(failure, "Nothing was changed.")
        assert.deepStrictEqual(readFiles(folder), { ...viteTs })
        assert.deepStrictEqual(commands, [])
      }))

    it.effect("init runs with --yes without a question", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        const { provide } = makeTerminal({ isInteractive: true })
        const { failure } = yield* run(provide(initIn(folder, ["--yes"])))
        assert.isUndefined(failure)
      }))
  })

  describe("leaves to the user", () => {
    const byHand = /^ {2}by hand +(\S+)/gm
    const left = (output: string) => Array.from(output.matchAll(byHand), ([, path]) => path)

    it.effect("an entry that is not the template's, and prints the lines to add", () =>
      Effect.gen(function*() {
        const main = viteTs["src/main.tsx"]!.replace("<App />", "<Router><App /></Router>")
        const { after, created, failure, output } = yield* start({ ...viteTs, "src/main.tsx": main })
        assert.strictEqual(after["src/main.tsx"], main)
        assert.deepStrictEqual(left(output), ["src/main.tsx"])
        assert.include(output, "<Auth><App /></Auth>")
        assert.include(failure!, "1 step is left to you")
        assert.deepStrictEqual(created, [".env.local", "src/Auth.tsx", "src/styles.css"])
      }))

    it.effect("a layout with its own provider", () =>
      Effect.gen(function*() {
        const layout = nextTs["app/layout.tsx"]!.replace("{children}</body>", "<Theme>{children}</Theme></body>")
        const { after, output } = yield* start({ ...nextTs, "app/layout.tsx": layout })
        assert.strictEqual(after["app/layout.tsx"], layout)
        assert.deepStrictEqual(left(output), ["app/layout.tsx"])
      }))

    it.effect("existing files with other content, an existing middleware, and a custom script", () =>
      Effect.gen(function*() {
        const existing = {
          "auth.ts": "export const auth = 1\n",
          "middleware.ts": "export const middleware = () => {}\n",
          ".env.local": "NEXT_PUBLIC_STACK_PROJECT_ID=my-own\nOTHER=1\n",
          "package.json": nextTs["package.json"]!.replace("next dev", "node server.js && next dev")
        }
        const { after, failure, output } = yield* start({ ...nextTs, ...existing })
        for (const [path, content] of Object.entries(existing)) assert.strictEqual(after[path], content)
        assert.deepStrictEqual(left(output), [".env.local", "auth.ts", "middleware.ts", "package.json"])
        assert.isUndefined(after["proxy.ts"])
        assert.include(failure!, "4 steps are left to you")
        assert.include(output, "STACK_SECRET_SERVER_KEY=ssk_emulator")
        assert.notInclude(output, "NEXT_PUBLIC_STACK_PROJECT_ID=")
        assert.notInclude(output, "my-own")
      }))

    it.effect("a stylesheet with other rules before Tailwind", () =>
      Effect.gen(function*() {
        const globals = "@import \"./fonts.css\";\n@import \"tailwindcss\";\n"
        const { after, output } = yield* start({ ...nextTs, "app/globals.css": globals })
        assert.strictEqual(after["app/globals.css"], globals)
        assert.isUndefined(after["app/styles.css"])
        assert.deepStrictEqual(left(output), ["app/globals.css"])
        assert.include(output, "@layer theme, base, latchkey, components, utilities;")
      }))

    it.effect("a Vite configuration with its own server", () =>
      Effect.gen(function*() {
        const config = viteTs["vite.config.ts"]!.replace("plugins", "server: { port: 1 },\n  plugins")
        const { after, failure, output } = yield* start({ ...viteTs, "vite.config.ts": config })
        assert.include(failure!, "1 step is left to you")
        assert.strictEqual(after["vite.config.ts"], config)
        assert.match(output, /by hand {2}vite\.config\.ts\n[^]*frame-ancestors/)
      }))

    it.effect("a package.json that a rewrite would change otherwise, without an installation", () =>
      Effect.gen(function*() {
        const manifest = viteTs["package.json"]!
        const withField = (field: string) => manifest.replace("{\n", `{\n  ${field},\n`)
        const cases: ReadonlyArray<readonly [content: string | Uint8Array, reason: string]> = [
          [`\uFEFF${manifest}`, "starts with a byte order mark"],
          [new Uint8Array(Buffer.from(withField("\"author\": \"J\u00f6rg\""), "latin1")), "is not UTF-8"],
          [withField("\"build\": 12345678901234567890"), "has values that a rewrite would change"],
          [withField("\"ratio\": 1.0"), "has values that a rewrite would change"],
          [withField("\"license\": \"MIT\", \"license\": \"ISC\""), "has values that a rewrite would change"]
        ]
        for (const [content, reason] of cases) {
          const folder = yield* makeFolder({ ...viteTs })
          const path = join(folder, "package.json")
          writeFileSync(path, content)
          const { commands, provide } = makeTerminal()
          const { failure, output } = yield* run(provide(initIn(folder, [])))
          assert.include(failure!, "2 steps are left to you")
          assert.include(output, `The file ${reason}, and was not changed.`)
          assert.match(output, /"dev": "latchkey emulator [^]*"latchkey": "\^0\.1\.0",\n *"effect": "\^4\.1\.0"/)
          assert.deepStrictEqual([...readFileSync(path)], [...Buffer.from(content)])
          assert.deepStrictEqual(commands, [])
        }
      }))

    it.effect("variables if another file of the project sets some of them", () =>
      Effect.gen(function*() {
        const { after, output } = yield* start({ ...viteTs, ".env": "VITE_STACK_PROJECT_ID=mine\n" })
        assert.isUndefined(after[".env.local"])
        assert.deepStrictEqual(left(output), [".env.local"])
      }))

    it.effect("variables with the names of the newer brand, which the files of the start then read", () =>
      Effect.gen(function*() {
        const { after, output } = yield* start({
          ...nextTs,
          ".env": "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID=mine\nHEXCLAVE_SECRET_SERVER_KEY=mine\n"
        })
        assert.isUndefined(after[".env.local"])
        assert.deepStrictEqual(left(output), [".env.local"])
        assert.include(output, "NEXT_PUBLIC_STACK_API_URL=")
        assert.notMatch(output, /STACK_PROJECT_ID|STACK_SECRET_SERVER_KEY/)
        const sources = Object.values(after).join("\n")
        assert.include(sources, "projectId={process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID}")
        assert.include(sources, "apiUrl={process.env.NEXT_PUBLIC_STACK_API_URL}")
      }))

    it.effect("init: leaves a .gitignore that does not ignore the variables to the user", () =>
      Effect.gen(function*() {
        const { after, output } = yield* start({ ...node, ".gitignore": "dist\n!.env\n" })
        assert.strictEqual(after[".gitignore"], "dist\n!.env\n")
        assert.deepStrictEqual(left(output), [".gitignore"])
      }))
  })

  describe("fails", () => {
    const fails = Effect.fnUntraced(function*(files: Files, args: ReadonlyArray<string>, message: string) {
      const { after, commands, failure } = yield* start(files, args)
      assert.include(failure!, message)
      assert.deepStrictEqual(after, { ...files })
      assert.deepStrictEqual(commands, [])
    })

    it.effect("init fails without a package.json", () => fails({ "a.txt": "" }, [], "No package.json in "))
    it.effect("init fails with an invalid package.json, without printing it", () =>
      Effect.gen(function*() {
        const { failure } = yield* start({ "package.json": "{ \"token\": npm_secret" })
        assert.include(failure!, "is not valid JSON")
        assert.notInclude(failure!, "npm_secret")
      }))
    it.effect("init fails with a package.json in UTF-16, and names the encoding", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder({})
        writeFileSync(join(folder, "package.json"), Buffer.from(`\uFEFF${viteTs["package.json"]}`, "utf16le"))
        const { failure } = yield* run(makeTerminal().provide(initIn(folder, [])))
        assert.include(failure!, "package.json is not UTF-8.")
      }))
    it.effect("init fails with a package.json that is not an object", () =>
      fails({ "package.json": "[]" }, [], "is not valid JSON"))
    it.effect("init fails for an unknown framework", () =>
      fails({ "package.json": "{\"dependencies\":{\"svelte\":\"5\"}}" }, [], "It has svelte."))
    it.effect("init fails for Vite without React", () =>
      fails({ "package.json": "{\"devDependencies\":{\"vite\":\"8\"}}" }, [], "no dependency on a supported framework"))
    it.effect("init fails for an unknown --framework", () =>
      fails(viteTs, ["--framework", "ember"], "--framework must be vite, next"))
    it.effect("init fails for an unknown option", () => fails(viteTs, ["--force"], "--force"))
    it.effect("init fails for the Pages Router", () =>
      fails({ "package.json": nextTs["package.json"]!, "pages/index.tsx": "" }, [], "Pages Router"))
    it.effect("init fails for the Pages Router in src", () =>
      fails({ "package.json": nextTs["package.json"]!, "src/pages/index.tsx": "" }, [], "Pages Router"))
    it.effect("init fails at the root of a workspace, and names its apps", () =>
      fails(
        { "package.json": "{\"workspaces\":[\"apps/*\"]}", "apps/web/package.json": viteTs["package.json"]! },
        [],
        "cd apps/web && npx latchkey init"
      ))
    it.effect("init fails for an invalid --project-id", () => fails(viteTs, ["--project-id", "mine"], "must be a UUID"))
    it.effect("init fails for --api-url without --project-id", () =>
      fails(viteTs, ["--api-url", "https://auth.example.com"], "--api-url needs --project-id"))
    it.effect("init fails for an insecure --api-url", () =>
      fails(viteTs, ["--project-id", "internal", "--api-url", "http://auth.example.com"], "absolute https URL"))

    it.effect("init fails in a folder that cannot be written, and names the file", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        const { commands, provide } = makeTerminal({ write: () => Effect.fail("EROFS: read-only file system") })
        const { failure } = yield* run(provide(initIn(folder, [])))
        assert.strictEqual(failure, ".env.local cannot be created: EROFS: read-only file system")
        assert.deepStrictEqual(commands, [])
      }))

    // The superuser can write everywhere.
    it.effect.skipIf(process.getuid?.() === 0)("init fails in a read-only folder", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        chmodSync(folder, 0o555)
        const { failure } = yield* run(makeTerminal().provide(initIn(folder, [])))
        chmodSync(folder, 0o755)
        assert.include(failure!, ".env.local cannot be created: EACCES")
      }))

    it.effect("if the installation fails, after the files are written", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        const { provide } = makeTerminal({ run: () => Effect.succeed(7) })
        const { failure } = yield* run(provide(initIn(folder, [])))
        assert.include(failure!, "\"npm install latchkey@^0.1.0 effect@^4.1.0\" ended with the exit code 7")
        assert.isDefined(readFiles(folder)["src/Auth.tsx"])
      }))

    it.effect("if a file appears while the user answers, and keeps that file", () =>
      Effect.gen(function*() {
        const folder = yield* makeFolder(viteTs)
        const { provide } = makeTerminal({
          isInteractive: true,
          confirm: () => Effect.as(Effect.sync(() => writeFiles(folder, { "src/Auth.tsx": "mine" })), true)
        })
        const { failure } = yield* run(provide(initIn(folder, [])))
        assert.include(failure!, "src/Auth.tsx cannot be created: EEXIST")
        assert.strictEqual(readFiles(folder)["src/Auth.tsx"], "mine")
      }))
  })
})
