import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cli, Client, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { email, signUp } from "../emulator/support.ts"
import { type Run, run, waitForOutput } from "../support/processes.ts"
import { example, runScripts } from "./runScripts.ts"

const { projectId, publishableClientKey } = Emulator.clientOptions

/** Runs an example like a user, in a separate process with a clean environment. */
const start = (name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  run([example(`${name}.ts`), ...args], env)

const ended = (run: Run) =>
  Effect.map(Effect.promise(() => run.ended), (code) => ({ code, output: run.output(), errors: run.errors() }))

/** A user's machine: settings in a folder, and a command line for an app and a service. */
const machine = Effect.fnUntraced(function*(apiUrl: string, appUrl = "http://app.test") {
  const settings = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const env = {
    XDG_CONFIG_HOME: settings,
    APP_URL: appUrl,
    NEXT_PUBLIC_STACK_API_URL: apiUrl,
    NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey
  }
  return {
    file: join(settings, "latchkey-example", `${projectId}.json`),
    files: () => readdirSync(settings, { recursive: true }),
    start: (...args: ReadonlyArray<string>) => start("cli", args, env),
    /** Runs several command lines in one process, and returns the result of each. */
    run: (...commands: ReadonlyArray<ReadonlyArray<string>>) =>
      runScripts(commands.map((args) => ({ file: example("cli.ts"), args })), env)
  }
})

/** A browser in which Ada is signed in, at a service. */
const browser = (apiUrl: string) =>
  Layer.build(Layer.fresh(
    Client.layer({ ...Emulator.clientOptions, apiUrl }).pipe(Layer.provideMerge(TokenStore.layerMemory))
  ))

const address = /(http:\S+login_code=\S+)/

describe("the command-line example", () => {
  const layer = Emulator.layerWithoutTransport()

  it.live("signs in through the browser, keeps the user in later runs, and signs out", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const ada = yield* browser(url)
      const { tokens, userId } = yield* Effect.provide(signUp(), ada)
      const { file, files, run, start } = yield* machine(url)

      const login = yield* start("login", "--no-browser")
      const opened = yield* waitForOutput(login, address)
      assert.isTrue(opened.startsWith("http://app.test/handler/cli-auth-confirm?login_code="))
      const loginCode = Cli.parseLoginCode(opened)!
      yield* Effect.provide(Cli.confirm({ loginCode, userId }), ada)
      const loggedIn = yield* ended(login)
      assert.deepStrictEqual([loggedIn.code, loggedIn.errors], [0, ""])
      assert.strictEqual(
        loggedIn.output,
        `Open this link to sign in:\n\n  ${opened}\n\nCode: ${Cli.displayCode(loginCode)}\n\nSigned in as ${email}.\n`
      )
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.include(readFileSync(file, "utf8"), Redacted.value(tokens.refreshToken))

      const [known, loggedOut, unknown] = yield* run(["whoami"], ["logout"], ["whoami"])
      assert.deepStrictEqual(known, { code: 0, output: `${email}\n`, errors: "" })

      assert.deepStrictEqual(loggedOut, { code: 0, output: "Signed out.\n", errors: "" })
      assert.deepStrictEqual(files(), ["latchkey-example"])

      assert.deepStrictEqual(unknown, { code: 1, output: "", errors: "Not signed in.\n" })

      for (const { errors, output } of [loggedIn, known!, loggedOut!, unknown!]) {
        assert.notInclude(output + errors, Redacted.value(tokens.refreshToken))
        assert.notMatch(output + errors, /eyJ/)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.live("prints an error in one line, and exits with 1", () =>
    Effect.gen(function*() {
      const down = yield* Effect.scoped(serve())
      const { run } = yield* machine(down.url)
      const cases = [
        [[], /^Usage: cli/],
        [["dance"], /^Usage: cli/],
        [["login", "again"], /^Usage: cli/],
        [["login", "--colour"], /--colour/],
        [["login", "--app-url", "nowhere"], /^The option appUrl must be an absolute http or https URL/],
        [["whoami", "--project-id", "../../etc"], /^The option projectId must be a valid file name/],
        [["login"], /^cli\.initiate: /]
      ] as const
      const [help, ...results] = yield* run(["--help"], ...cases.map(([args]) => args))
      assert.strictEqual(help!.code, 0)
      for (const [index, [args, text]] of cases.entries()) {
        const { code, errors, output } = results[index]!
        assert.deepStrictEqual([code, output], [1, ""], args.join(" "))
        assert.match(errors, text)
        assert.notMatch(errors, /^\s+at /m)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.live("the command-line example ends with Ctrl+C, and leaves no session behind", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { files, start } = yield* machine(url)
      const login = yield* start("login", "--no-browser")
      yield* waitForOutput(login, address)
      login.child.kill("SIGINT")
      assert.deepInclude(yield* ended(login), { code: 1, errors: "" })
      assert.deepStrictEqual(files(), [])
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("the example app for the command line", () => {
  it.live(
    "asks for confirmation of the login, and accepts it only from its own form",
    () =>
      Effect.gen(function*() {
        const app = yield* start("cli-app", [], { PORT: "0", API_PORT: "0" })
        const appUrl = yield* waitForOutput(app, /APP_URL=(\S+)/)
        const { run, start: begin } = yield* machine(yield* waitForOutput(app, /API_URL=(\S+)/), appUrl)
        const login = yield* begin("login", "--no-browser")
        const page = yield* waitForOutput(login, address)
        assert.isTrue(page.startsWith(`${appUrl}/handler/cli-auth-confirm?`))
        const request = (url: string, init?: RequestInit) =>
          Effect.promise(async () => {
            const response = await fetch(url, init)
            return { status: response.status, text: await response.text() }
          })
        const asked = yield* request(page)
        assert.strictEqual(asked.status, 200)
        assert.include(asked.text, `<b>${yield* waitForOutput(login, /Code: (\S+)/)}</b>`)
        assert.include(asked.text, "<b>ada@example.com</b>")
        const elsewhere = yield* request(page, { method: "POST", headers: { origin: "https://evil.example" } })
        assert.strictEqual(elsewhere.status, 403)
        assert.strictEqual((yield* request(appUrl)).status, 404)
        assert.notInclude(login.output(), "Signed in")
        const post = (user: string) =>
          request(page, { method: "POST", headers: { origin: appUrl }, body: new URLSearchParams({ user }) })
        assert.strictEqual((yield* post("somebody else")).status, 409)
        assert.notInclude(login.output(), "Signed in")
        const user = /value="([^"]+)"/.exec(asked.text)![1]!
        assert.strictEqual((yield* post(user)).status, 200)
        assert.strictEqual((yield* ended(login)).code, 0)
        assert.include(login.output(), "Signed in as ada@example.com.")
        const again = yield* post(user)
        assert.strictEqual(again.status, 400)
        assert.include(again.text, "This login has expired")
        assert.strictEqual((yield* run(["whoami"]))[0]!.output, "ada@example.com\n")
        assert.strictEqual(app.errors(), "")
      }).pipe(Effect.scoped)
  )
})
