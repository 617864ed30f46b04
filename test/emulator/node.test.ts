import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { connect } from "node:net"
import { version } from "../../src/emulator/version.ts"
import { type Run, run } from "../support/processes.ts"
import { clientHeaders, failure, layerTest, serverHeaders, signUp, tagsOf } from "./support.ts"

const get = (url: string, init?: RequestInit) => Effect.promise(() => fetch(url, init))

const portOf = (url: string) => Number(new URL(url).port)

describe("serve", () => {
  const layer = Emulator.layerWithoutTransport()

  it.live("listens on loopback, on a free port that it returns", () =>
    Effect.gen(function*() {
      const [one, another] = [yield* serve(), yield* serve()]
      assert.match(one.url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.notStrictEqual(one.url, another.url)
      const response = yield* get(`${one.url}/health`)
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { status: "ok" })
    }).pipe(Effect.provide(layer)))

  it.live("answers a client over fetch, and issues tokens with its URL as issuer", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(
        Layer.provide(TokenStore.layerMemory)
      )
      yield* Effect.gen(function*() {
        const { tokens, userId } = yield* signUp()
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
        const payload = JSON.parse(
          Buffer.from(Redacted.value(tokens.accessToken!).split(".")[1]!, "base64url").toString()
        )
        assert.strictEqual(payload.iss, `${url}/api/v1/projects/${Emulator.adminOptions.projectId}`)
        yield* Session.signOut
        assert.isNull(yield* CurrentUser.get())
      }).pipe(Effect.provide(client))
    }).pipe(Effect.provide(layer)))

  it.live("passes cookies in both directions, and redirects without following them", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const at = (address: string, headers: Record<string, string> = {}) =>
        get(address, { headers, redirect: "manual" })
      const query = new URLSearchParams({
        client_id: Emulator.adminOptions.projectId,
        client_secret: Emulator.adminOptions.publishableClientKey,
        redirect_uri: "http://localhost:3000/callback",
        scope: "legacy",
        state: "a-state",
        grant_type: "authorization_code",
        code_challenge: "a-challenge",
        code_challenge_method: "plain",
        response_type: "code"
      })
      const start = yield* at(`${url}/api/v1/auth/oauth/authorize/github?${query}`)
      assert.strictEqual(start.status, 307)
      const location = start.headers.get("location")!
      assert.isTrue(location.startsWith(`${url}/latchkey/oauth/github?`))
      const form = yield* at(location)
      assert.strictEqual(form.headers.get("content-type"), "text/html; charset=utf-8")
      const chosen = yield* at(`${location}&account_id=1`)
      const [cookie] = start.headers.getSetCookie()
      const end = yield* at(chosen.headers.get("location")!, { cookie: cookie!.split(";")[0]! })
      assert.strictEqual(end.status, 303)
      assert.match(end.headers.get("location")!, /^http:\/\/localhost:3000\/callback\?code=[0-9a-f]{64}&state=a-state$/)
    }).pipe(Effect.provide(Emulator.layerWithoutTransport({ project: { config: { oauthProviders: ["github"] } } }))))

  it.live("sends statuses, headers and bodies unchanged", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const refused = yield* get(`${url}/api/v1/users`, { headers: clientHeaders })
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.headers.get("x-stack-known-error"), "INSUFFICIENT_ACCESS_TYPE")
      const redirect = yield* get(`${url}/api/v1/users/`, { redirect: "manual" })
      assert.strictEqual(redirect.status, 308)
      assert.strictEqual(redirect.headers.get("location"), "/api/v1/users")
      const preflight = yield* get(`${url}/api/v1/users`, { method: "OPTIONS" })
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
      const head = yield* get(`${url}/health`, { method: "HEAD" })
      assert.strictEqual(head.status, 200)
    }).pipe(Effect.provide(layer)))

  it.live("sends the date of the service's clock, unless a fault has another one", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { advanceClock, setFault } = yield* Emulator.Emulator
      const readLead = Effect.map(get(`${url}/health`), ({ headers }) => Date.parse(headers.get("date")!) - Date.now())
      assert.closeTo(yield* readLead, 0, 2000)
      yield* advanceClock("3 hours")
      assert.closeTo(yield* readLead, 3 * 3_600_000, 2000)
      const date = "Thu, 01 Jan 1970 00:00:00 GMT"
      yield* setFault(Faults.status(503, { headers: { date } }))
      assert.strictEqual((yield* get(`${url}/api/v1/users`)).headers.get("date"), date)
    }).pipe(Effect.provide(layer)))

  it.live("ends with its scope, together with incomplete requests", () =>
    Effect.gen(function*() {
      const { closed, url } = yield* Effect.scoped(Effect.gen(function*() {
        const { url } = yield* serve()
        const socket = connect(portOf(url), "127.0.0.1")
        const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()))
        yield* Effect.callback<void>((resume) => {
          socket.on("connect", () => socket.write("POST /api/v1/users HTTP/1.1\r\n", () => resume(Effect.void)))
        })
        // Answered on another connection: the server has received the first one by now.
        yield* Effect.promise(async () => (await fetch(`${url}/health`)).text())
        return { closed, url }
      }))
      yield* Effect.promise(() => closed)
      const error = yield* Effect.flip(Effect.tryPromise(() => fetch(`${url}/health`)))
      assert.match(String((error.cause as Error).cause), /ECONNREFUSED|other side closed|ECONNRESET/)
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on a port in use", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const error = yield* failure(serve({ port: portOf(url) }))
      assert.strictEqual(error._tag, "ServerFailed")
      assert.include(error.message, "EADDRINUSE")
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on an address of another machine", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(serve({ hostname: "192.0.2.1" })))._tag, "ServerFailed")
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on an invalid port", () =>
    Effect.gen(function*() {
      for (const port of [-1, 65_536, 1.5, NaN]) {
        assert.strictEqual((yield* failure(serve({ port })))._tag, "ServerFailed", `${port}`)
      }
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed for an empty host, which would be every address of the machine", () =>
    Effect.gen(function*() {
      const error = yield* failure(serve({ hostname: "" }))
      assert.strictEqual(error.message, "The host is empty. Pass a name or an address, such as 127.0.0.1")
    }).pipe(Effect.provide(layer)))

  it.live("survives a client that disconnects within its request, which has no effect", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const head = Object.entries({
        ...serverHeaders,
        host: "localhost",
        "content-length": "100",
        "content-type": "text/plain"
      })
        .map(([name, value]) => `${name}: ${value}\r\n`).join("")
      yield* Effect.callback<void>((resume) => {
        const socket = connect(portOf(url), "127.0.0.1", () => {
          socket.write(`POST /api/v1/users HTTP/1.1\r\n${head}\r\n{`, () => setTimeout(() => socket.destroy(), 20))
        })
        socket.on("close", () => resume(Effect.void))
      })
      yield* Effect.sleep(20)
      const response = yield* get(`${url}/api/v1/users`, { headers: serverHeaders })
      const { items } = yield* Effect.promise(() =>
        response.json() as Promise<{ readonly items: ReadonlyArray<unknown> }>
      )
      assert.deepStrictEqual(items, [])
    }).pipe(Effect.provide(layer)))

  it.live("is unreachable after it closed, which is a NetworkFailure", () =>
    Effect.gen(function*() {
      const { url } = yield* Effect.scoped(serve())
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(
        Layer.provide(TokenStore.layerMemory)
      )
      assert.strictEqual(tagsOf(yield* failure(Effect.provide(signUp(), client))), "ApiError/NetworkFailure")
    }).pipe(Effect.provide(layer)))

  it.live("shares its state with calls in the same program", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { userId } = yield* signUp()
      const response = yield* get(`${url}/api/v1/users/${userId}`, { headers: serverHeaders })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(layerTest())))
})

describe("the command line", () => {
  const start = (...args: ReadonlyArray<string>) => run(["src/bin.ts", ...args])

  const finished = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
    const run = yield* start(...args)
    const code = yield* Effect.promise(() => run.ended)
    return { code, output: run.output(), errors: run.errors() }
  })

  /** Waits until the emulator prints its URL. */
  const urlOf = (run: Run) =>
    Effect.suspend(() => Effect.as(Effect.sleep(10), /on (http:\/\/\S+)/.exec(run.output())?.[1])).pipe(
      Effect.repeat({ until: (url) => url !== undefined }),
      Effect.timeout("30 seconds"),
      Effect.map((url) => url!)
    )

  it.live("prints every option with --help, and exits with 0", () =>
    Effect.gen(function*() {
      const versions = yield* finished("--version")
      assert.deepStrictEqual([versions.code, versions.output.trim()], [0, version])
      const general = yield* finished("--help")
      assert.strictEqual(general.code, 0)
      assert.match(general.output, /^Usage: latchkey <command>[^]*\n {2}emulator /)
      for (const args of [["emulator", "--help"], ["emulator", "--port", "0", "--help"]]) {
        const { code, errors, output } = yield* finished(...args)
        assert.strictEqual(code, 0)
        assert.strictEqual(errors, "")
        const options = [
          "--port",
          "--host",
          "--allow-origin",
          "--allow-host",
          "--env",
          "--user",
          "--seed",
          "--export",
          "--persist",
          "--generation",
          "--project-id",
          "--publishable-key",
          "--secret-key",
          "--admin-key",
          "--internal-publishable-key",
          "--internal-secret-key",
          "--internal-admin-key",
          "--passkey-challenge",
          "--oauth-page",
          "--version",
          "--help"
        ]
        assert.deepStrictEqual(output.match(/^ {2}--[a-z-]+/gm)?.map((option) => option.trim()), options)
      }
    }))

  it.live("reports unknown arguments on stderr, and exits with 1", () =>
    Effect.gen(function*() {
      const wrong = [
        [[], /^Usage: latchkey <command>/],
        [["serve"], /^Unknown command: serve\n\nUsage: latchkey <command>/],
        [["toString"], /^Unknown command: toString/],
        [["emulator", "more"], /^Unexpected argument 'more'/],
        [["emulator", "--colour", "red"], /--colour/],
        [["emulator", "--port"], /--port/],
        [["emulator", "--port", "http"], /port must be a number/],
        [["emulator", "--port", "65536"], /port must be a number/],
        [["emulator", "--port="], /port must be a number/],
        [["emulator", "--port", "0", "--generation", "2024"], /generation must be 2025 or 2026/],
        [["emulator", "--port", "0", "--host="], /host is empty/],
        [["emulator", "--port", "0", "--passkey-challenge", "a b"], /passkeyChallenge must be base64url/],
        [["emulator", "--port", "0", "--oauth-page", "/auth"], /oauthPage must be an absolute URL/]
      ] as const
      yield* Effect.forEach(wrong, ([args, text]) =>
        Effect.map(finished(...args), ({ code, errors, output }) => {
          assert.strictEqual(code, 1, args.join(" "))
          assert.strictEqual(output, "")
          assert.match(errors, text)
          assert.notMatch(errors, /^\s+at /m)
        }), { concurrency: 2 })
    }), 60_000)

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it.live(`serves until ${signal}, and then exits with 0`, () =>
      Effect.gen(function*() {
        const run = yield* start("emulator", "--port", "0")
        const url = yield* urlOf(run)
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
        assert.strictEqual((yield* get(`${url}/health`)).status, 200)
        assert.include(run.output(), Emulator.adminOptions.projectId)
        assert.include(run.output(), `${url}/latchkey/faults`)
        // The default keys are public. No other secret key is printed.
        assert.match(run.output(), /^ {2}secret server key +ssk_emulator$/m)
        assert.match(run.output(), /^ {2}super secret admin key +sak_emulator$/m)
        assert.deepStrictEqual([...new Set(run.output().match(/ssk_\w*|sak_\w*/g))], ["ssk_emulator", "sak_emulator"])
        run.child.kill(signal)
        assert.strictEqual(yield* Effect.promise(() => run.ended), 0)
        assert.strictEqual(run.errors(), "")
      }))
  }

  it.live("emulates the generation of --generation", () =>
    Effect.gen(function*() {
      const domainsOf = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
        const url = yield* urlOf(yield* start("emulator", "--port=0", ...args))
        const response = yield* get(`${url}/api/v1/projects/current`, {
          headers: {
            "x-stack-project-id": Emulator.clientOptions.projectId,
            "x-stack-access-type": "client",
            "x-stack-publishable-client-key": Emulator.clientOptions.publishableClientKey
          }
        })
        const { config } = yield* Effect.promise(() => response.json())
        return config.domains as unknown
      })
      assert.isUndefined(yield* domainsOf("--generation", "2025"))
      assert.isArray(yield* domainsOf("--generation", "2026"))
      assert.isArray(yield* domainsOf())
    }))

  it.live("accepts the project's id and keys", () =>
    Effect.gen(function*() {
      const id = "11111111-2222-4333-8444-555555555555"
      const keys = ["--publishable-key", "pck_mine", "--secret-key", "ssk_mine", "--admin-key", "sak_mine"]
      const run = yield* start("emulator", "--port=0", "--project-id", id, ...keys)
      const url = yield* urlOf(run)
      const statusOf = (level: string, name: string, key: string) =>
        Effect.map(
          get(`${url}/api/v1/projects/current`, {
            headers: { "x-stack-project-id": id, "x-stack-access-type": level, [`x-stack-${name}`]: key }
          }),
          ({ status }) => status
        )
      assert.strictEqual(yield* statusOf("client", "publishable-client-key", "pck_mine"), 200)
      assert.strictEqual(yield* statusOf("server", "secret-server-key", "ssk_mine"), 200)
      assert.strictEqual(yield* statusOf("admin", "super-secret-admin-key", "sak_mine"), 200)
      assert.strictEqual(yield* statusOf("server", "secret-server-key", "ssk_emulator"), 401)
      assert.include(run.output(), id)
      assert.include(run.output(), "pck_mine")
      assert.notMatch(run.output(), /ssk_|sak_/)
      assert.match(run.output(), /^ {2}secret server key +from --secret-key$/m)
    }))

  it.live("accepts the keys of the project internal beside those of the ordinary one", () =>
    Effect.gen(function*() {
      const keys = ["--internal-publishable-key", "pck_in", "--internal-secret-key", "ssk_in"]
      const run = yield* start(
        "emulator",
        "--port=0",
        ...keys,
        "--internal-admin-key=sak_in",
        "--secret-key",
        "ssk_out"
      )
      const url = yield* urlOf(run)
      const statusOf = (project: string, level: string, name: string, key: string) =>
        Effect.map(
          get(`${url}/api/v1/projects/current`, {
            headers: { "x-stack-project-id": project, "x-stack-access-type": level, [`x-stack-${name}`]: key }
          }),
          ({ status }) => status
        )
      assert.strictEqual(yield* statusOf("internal", "client", "publishable-client-key", "pck_in"), 200)
      assert.strictEqual(yield* statusOf("internal", "server", "secret-server-key", "ssk_in"), 200)
      assert.strictEqual(yield* statusOf("internal", "admin", "super-secret-admin-key", "sak_in"), 200)
      assert.strictEqual(yield* statusOf("internal", "server", "secret-server-key", "ssk_out"), 401)
      assert.strictEqual(
        yield* statusOf(
          "internal",
          "client",
          "publishable-client-key",
          Emulator.internalAdminOptions.publishableClientKey
        ),
        401
      )
      assert.strictEqual(
        yield* statusOf(Emulator.adminOptions.projectId, "server", "secret-server-key", "ssk_out"),
        200
      )
      // The admin key of the ordinary project is the default one, which is public.
      assert.deepStrictEqual([...new Set(run.output().match(/ssk_\w*|sak_\w*/g))], ["sak_emulator"])
    }))

  it.live("reports a port in use, and exits with 1", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { code, errors } = yield* finished("emulator", "--port", String(portOf(url)))
      assert.strictEqual(code, 1)
      assert.match(errors, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${portOf(url)}: .*EADDRINUSE`))
      assert.include(errors, "Another program uses the port. --port 0 selects a free one.")
    }).pipe(Effect.provide(Emulator.layerWithoutTransport())), 20_000)
})
