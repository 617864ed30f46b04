import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { parseEmulatorOptions } from "../../../src/command/emulator/parseEmulatorOptions.ts"
import { makeStart } from "../../../src/command/emulator/Start.ts"
import { saveChanges } from "../../../src/command/emulator/StateFolder.ts"
import { version } from "../../../src/emulator/version.ts"
import { makeOwnerName } from "../../../src/terminal/lockOwner.ts"
import { endedPid } from "../../support/endedPid.ts"
import { restoreExitCode } from "../../support/exitCode.ts"
import { fakeChildren } from "../../support/fakeChild.ts"
import { checkRowsEffect } from "../../support/mismatches.ts"
import { advanceUntil, turn, waitUntil } from "../../support/turns.ts"
import { createUser, emailsOf, errorsOf, folder, outputOf, read, request, start, write } from "./support.ts"

/** The variables of the printed `.env` file. */
const envOf = (output: string) => Object.fromEntries(output.match(/^\w+=.*$/gm)?.map((line) => line.split("=")) ?? [])

/** The status of a request with headers. */
const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.promise(async () => (await fetch(url, { headers })).status)

const signIn = (url: string, email: string, password: string) =>
  Effect.gen(function*() {
    yield* Password.signIn({ email, password: Redacted.make(password) })
    return yield* CurrentUser.get({ or: "throw" })
  }).pipe(Effect.provide(
    Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(Layer.provide(TokenStore.layerMemory))
  ))

describe("latchkey emulator", () => {
  it.effect("prints the version of the package", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* outputOf("--version"), `${version}\n`)
      assert.strictEqual(version, read("package.json").version)
    }))

  it.effect("prints every option with --help, in any position", () =>
    Effect.gen(function*() {
      const options = [
        "--port",
        "--host",
        "--allow-origin",
        "--allow-host",
        "--env",
        "--user",
        "--webhook",
        "--seed",
        "--export",
        "--persist",
        "--generation",
        "--newest",
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
      for (const args of [["--help"], ["--port", "0", "--help"]]) {
        const output = yield* outputOf(...args)
        assert.deepStrictEqual(output.match(/^ {2}--[a-z-]+/gm)?.map((option) => option.trim()), options)
      }
    }))

  it.effect("prints its URL, the project and the default keys, which are public", () =>
    Effect.gen(function*() {
      const { errors, output, stop, url } = yield* start()
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.strictEqual(yield* statusOf(`${url}/health`, {}), 200)
      assert.include(output(), Emulator.adminOptions.projectId)
      assert.include(output(), `${url}/latchkey/faults`)
      assert.match(output(), /^ {2}secret server key +ssk_emulator$/m)
      assert.match(output(), /^ {2}super secret admin key +sak_emulator$/m)
      // No other secret key is printed.
      assert.deepStrictEqual([...new Set(output().match(/ssk_\w*|sak_\w*/g))], ["ssk_emulator", "sak_emulator"])
      yield* stop
      assert.strictEqual(errors(), "")
      yield* Effect.flip(Effect.tryPromise(() => fetch(`${url}/health`)))
    }))

  it.effect("--generation: emulates the given generation", () =>
    Effect.gen(function*() {
      const domainsOf = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
        const { url } = yield* start(...args)
        const headers = {
          "x-stack-project-id": Emulator.clientOptions.projectId,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": Emulator.clientOptions.publishableClientKey
        }
        const { config } = yield* Effect.promise(async () =>
          (await fetch(`${url}/api/v1/projects/current`, { headers })).json()
        )
        return config.domains as unknown
      })
      assert.isUndefined(yield* domainsOf("--generation", "2025"))
      assert.isArray(yield* domainsOf("--generation", "2026"))
      assert.isArray(yield* domainsOf())
    }))

  it.effect("--newest: accepts pages of teams", () =>
    Effect.gen(function*() {
      const statusWith = (...args: ReadonlyArray<string>) =>
        Effect.flatMap(start(...args), ({ url }) =>
          statusOf(`${url}/api/v1/teams?limit=1`, {
            "x-stack-project-id": Emulator.serverOptions.projectId,
            "x-stack-access-type": "server",
            "x-stack-secret-server-key": "ssk_emulator"
          }))
      assert.strictEqual(yield* statusWith("--newest"), 200)
      assert.strictEqual(yield* statusWith(), 400)
    }))

  it.effect("accepts the project's id and keys", () =>
    Effect.gen(function*() {
      const id = "11111111-2222-4333-8444-555555555555"
      const keys = ["--publishable-key", "pck_mine", "--secret-key", "ssk_mine", "--admin-key", "sak_mine"]
      const run = yield* start("--project-id", id, ...keys)
      const statusFor = (level: string, name: string, key: string) =>
        statusOf(`${run.url}/api/v1/projects/current`, {
          "x-stack-project-id": id,
          "x-stack-access-type": level,
          [`x-stack-${name}`]: key
        })
      assert.strictEqual(yield* statusFor("client", "publishable-client-key", "pck_mine"), 200)
      assert.strictEqual(yield* statusFor("server", "secret-server-key", "ssk_mine"), 200)
      assert.strictEqual(yield* statusFor("admin", "super-secret-admin-key", "sak_mine"), 200)
      assert.strictEqual(yield* statusFor("server", "secret-server-key", "ssk_emulator"), 401)
      assert.include(run.output(), id)
      assert.include(run.output(), "pck_mine")
      assert.notMatch(run.output(), /ssk_|sak_/)
      assert.match(run.output(), /^ {2}secret server key +from --secret-key$/m)
    }))

  it.effect("accepts keys for the project internal beside the ordinary project's keys", () =>
    Effect.gen(function*() {
      const keys = ["--internal-publishable-key", "pck_in", "--internal-secret-key", "ssk_in"]
      const run = yield* start(...keys, "--internal-admin-key=sak_in", "--secret-key", "ssk_out")
      const statusFor = (project: string, level: string, name: string, key: string) =>
        statusOf(`${run.url}/api/v1/projects/current`, {
          "x-stack-project-id": project,
          "x-stack-access-type": level,
          [`x-stack-${name}`]: key
        })
      assert.strictEqual(yield* statusFor("internal", "client", "publishable-client-key", "pck_in"), 200)
      assert.strictEqual(yield* statusFor("internal", "server", "secret-server-key", "ssk_in"), 200)
      assert.strictEqual(yield* statusFor("internal", "admin", "super-secret-admin-key", "sak_in"), 200)
      assert.strictEqual(yield* statusFor("internal", "server", "secret-server-key", "ssk_out"), 401)
      assert.strictEqual(
        yield* statusFor(
          "internal",
          "client",
          "publishable-client-key",
          Emulator.internalAdminOptions.publishableClientKey
        ),
        401
      )
      assert.strictEqual(
        yield* statusFor(Emulator.adminOptions.projectId, "server", "secret-server-key", "ssk_out"),
        200
      )
      // The admin key of the ordinary project is the default one, which is public.
      assert.deepStrictEqual([...new Set(run.output().match(/ssk_\w*|sak_\w*/g))], ["sak_emulator"])
    }))

  it.effect("prints a .env file with the variables of each kind of app", () =>
    Effect.gen(function*() {
      for (const [kind, prefix] of [["next", "NEXT_PUBLIC_"], ["vite", "VITE_"], ["node", ""]] as const) {
        const { output, url } = yield* start("--env", kind)
        assert.deepStrictEqual(envOf(output()), {
          [`${prefix}STACK_PROJECT_ID`]: Emulator.clientOptions.projectId,
          [`${prefix}STACK_PUBLISHABLE_CLIENT_KEY`]: "pck_emulator",
          [`${prefix}STACK_API_URL`]: url,
          STACK_SECRET_SERVER_KEY: "ssk_emulator",
          STACK_SUPER_SECRET_ADMIN_KEY: "sak_emulator"
        })
      }
    }))

  it.effect("names the option of a secret key in the .env file instead of the key", () =>
    Effect.gen(function*() {
      const run = yield* start("--env", "node", "--secret-key", "planted-secret", "--admin-key", "planted-admin")
      assert.include(run.output(), "\n# STACK_SECRET_SERVER_KEY: the key from --secret-key\n")
      assert.include(run.output(), "\n# STACK_SUPER_SECRET_ADMIN_KEY: the key from --admin-key\n")
      assert.notInclude(run.output() + run.errors(), "planted")
    }))

  it.effect("--allow-origin: its pages may use the control endpoints", () =>
    Effect.gen(function*() {
      const { url } = yield* start("--allow-origin", "https://a.example.com", "--allow-origin", "https://b.example.com")
      const statusFor = (origin: string) => statusOf(`${url}/latchkey`, { origin })
      assert.strictEqual(yield* statusFor("https://a.example.com"), 200)
      assert.strictEqual(yield* statusFor("https://b.example.com"), 200)
      assert.strictEqual(yield* statusFor("https://c.example.com"), 403)
    }))

  it.effect("--allow-host: responds to requests for the given hosts", () =>
    Effect.gen(function*() {
      const run = yield* start("--allow-host", "emulator", "--allow-host", "db.internal")
      const { port } = new URL(run.url)
      // `fetch` does not set the header `Host`.
      const statusFor = (host: string) =>
        Effect.callback<number | undefined>((resume) => {
          get({ port, path: "/latchkey", headers: { host } }, (response) => {
            response.resume()
            resume(Effect.succeed(response.statusCode))
          })
        })
      assert.strictEqual(yield* statusFor(`emulator:${port}`), 200)
      assert.strictEqual(yield* statusFor("DB.internal"), 200)
      assert.strictEqual(yield* statusFor(`other:${port}`), 403)
    }))

  it.effect("reports invalid options", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const path = join(directory, "missing", "state.json")
      const file = join(directory, "file")
      writeFileSync(file, "")
      const wrong = [
        [["--env", "php"], "--env must be next or vite or node, not \"php\""],
        [
          ["--allow-origin", "app.example.com"],
          /^--allow-origin must be an origin, such as https:\/\/app\.example\.com/
        ],
        [["--allow-host", "http://emulator"], /^--allow-host must be a host name without a port, such as emulator/],
        [["--allow-host", "emulator:8102"], /^--allow-host must be a host name without a port/],
        [["--user", "ada"], "--user must be an email address and a password: --user ada@example.com:password"],
        [["--user", "ada@example.com:"], /^--user must be an email address/],
        [["--webhook", "http://localhost:3000/webhooks"], /^--webhook must be a URL and a whsec_ secret/],
        [["--webhook", "/webhooks=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], /^--webhook must be a URL/],
        [["--user", "a@b.c:1", "--user", "A@b.c:2"], "--user names A@b.c twice"],
        [["--seed", path], new RegExp(`^${path} cannot be read: ENOENT`)],
        [["more"], /^Unexpected argument 'more'/],
        [["--colour", "red"], /--colour/],
        [["--port"], /--port/],
        [["--port", "http"], "--port must be a number from 0 to 65535, not \"http\""],
        [["--port", "65536"], "--port must be a number from 0 to 65535, not \"65536\""],
        [["--port="], "--port must be a number from 0 to 65535, not \"\""],
        [["--generation", "2024"], /generation must be 2025 or 2026/],
        [["--host="], /host is empty/],
        [["--nope"], "Unknown option '--nope'. The option --help prints all options."],
        [["--seed"], "Option '--seed <value>' argument missing. The option --help prints all options."],
        [["--persist", file], `--persist must be a folder, and ${file} is a file`],
        [["--persist="], "--persist must be a path, not an empty string"],
        [["--export", path], `--export cannot write ${path}: ${join(directory, "missing")} is not a folder`]
      ] as const
      yield* checkRowsEffect(wrong, ([args]) =>
        args.join(" "), ([args, text]) =>
        Effect.map(errorsOf("--port", "0", ...args), (errors) => {
          if (typeof text === "string") {
            assert.strictEqual(errors, text)
          } else assert.match(errors, text)
        }))
    }))

  it.effect("exits with an error that names the emulator's invalid option", () =>
    checkRowsEffect(
      [
        ["--passkey-challenge", "a b", /passkeyChallenge must be base64url/],
        ["--generation=2025", "--newest", /newest requires generation 2026/],
        ["--oauth-page", "/auth", /oauthPage must be an absolute URL/]
      ] as const,
      ([option]) => option,
      ([option, value, text]) =>
        Effect.map(Effect.exit(outputOf("--port", "0", option, value)), (exit) => {
          assert(Exit.isFailure(exit))
          assert.match(Cause.pretty(exit.cause), text)
        })
    ))

  it.effect("reports a port in use", () =>
    Effect.gen(function*() {
      const { port } = new URL((yield* start()).url)
      const errors = yield* errorsOf("--port", port)
      assert.match(errors, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`))
      assert.include(errors, "Another program uses the port. --port 0 selects a free one.")
    }))
})

describe("--webhook", () => {
  it.effect("--webhook: adds an endpoint, whose URL may contain equals signs", () =>
    Effect.gen(function*() {
      const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
      const url = "http://localhost:3000/webhooks?a=whsec_b"
      const options = yield* parseEmulatorOptions(["--webhook", `${url}=${secret}`])
      assert(typeof options !== "string")
      const { emulator } = yield* makeStart(options.start, undefined)
      const [endpoint] = emulator.seed?.webhooks ?? []
      assert(endpoint !== undefined && Redacted.isRedacted(endpoint.secret))
      assert.deepStrictEqual([endpoint.url, Redacted.value(endpoint.secret)], [url, secret])
    }))
})

describe("--user", () => {
  it.effect("--user: creates users who can sign in, including passwords with colons", () =>
    Effect.gen(function*() {
      const { output, url } = yield* start(
        "--user",
        "ada@example.com:correct:horse",
        "--user",
        "grace@example.com:another horse"
      )
      const user = yield* signIn(url, "ada@example.com", "correct:horse")
      assert.isTrue(user.primaryEmailVerified)
      yield* signIn(url, "grace@example.com", "another horse")
      assert.notInclude(output(), "horse")
    }))
})

describe("--seed", () => {
  it.effect("--seed: starts with the file's contents and the users from --user", () =>
    Effect.gen(function*() {
      const seed = write(join(yield* folder, "seed.json"), {
        version: 1,
        project: { display_name: "Acme" },
        users: [{ primary_email: "ada@example.com", password: "correct horse" }],
        teams: [{ display_name: "Engines", members: [{ user: "ada@example.com" }] }]
      })
      const { url } = yield* start("--seed", seed, "--user", "grace@example.com:x", "--user", "Ada@Example.com:y")
      yield* signIn(url, "ada@example.com", "correct horse")
      assert.deepStrictEqual(yield* emailsOf(url), ["ada@example.com", "grace@example.com"])
      assert.strictEqual((yield* request(url, "GET", "/projects/current")).body.display_name, "Acme")
      assert.strictEqual((yield* request(url, "GET", "/teams")).body.items.length, 1)
    }))

  it.effect("--seed: reports the file and the path of each problem, without values", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "seed.json")
      const seed = (value: unknown) => errorsOf("--port", "0", "--seed", write(path, value))
      assert.strictEqual(
        yield* seed({ version: 1, users: [{ pasword: "planted" }, { display_name: 1 }] }),
        `${path} is not a valid seed:
  - seed.users[0] has unknown properties: pasword
  - seed.users[1].display_name must be a string or null, not a number`
      )
      assert.strictEqual(
        yield* seed({ version: 1, users: [{ primary_email: "a@b.c" }, { primary_email: "a@b.c" }] }),
        `${path}: seed.users[1].primary_email is the sign-in email of another user`
      )
      assert.strictEqual(yield* seed("{\n  \"password\": planted"), `${path} is not valid JSON`)
      assert.strictEqual(yield* seed("{\n  \"a\": \"planted\",\n}"), `${path} is not valid JSON: line 3, column 1`)
      assert.strictEqual(yield* seed(""), `${path} is not valid JSON: the file is empty`)
      assert.strictEqual(
        yield* seed({ format: "latchkey-emulator-state", version: 1, generation: "2026", projects: [{}] }),
        `${path} is not a valid state: projects[0].id is missing`
      )
    }))
})

describe("--export", () => {
  it.effect("--export: writes the state on SIGUSR2 and on exit, and --seed restores it", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "state.json")
      const { output, stop, url } = yield* start("--export", file)
      yield* createUser(url, "ada@example.com")
      process.emit("SIGUSR2", "SIGUSR2")
      yield* waitUntil(() => existsSync(file))
      assert.strictEqual(read(file).projects[0].users.length, 1)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      yield* createUser(url, "grace@example.com")
      yield* stop
      assert.include(output(), `\nState exported to ${file}\n`)
      assert.strictEqual(read(file).projects[0].users.length, 2)
      assert.strictEqual(process.listenerCount("SIGUSR2"), 0)

      const next = yield* start("--seed", file)
      assert.deepStrictEqual(yield* emailsOf(next.url), ["ada@example.com", "grace@example.com"])
    }))

  it.effect("prints the reason and sets the exit code if the file cannot be written", () =>
    Effect.gen(function*() {
      yield* restoreExitCode
      const directory = yield* folder
      const file = join(directory, "state.json")
      const { errors, stop } = yield* start("--export", file)
      rmSync(directory, { recursive: true })
      yield* stop
      assert.match(errors(), new RegExp(`^The state was not exported. ${file} cannot be written: ENOENT`))
      assert.strictEqual(process.exitCode, 1)
    }))

  it.effect("--export: keeps the existing file if the emulator cannot listen", () =>
    Effect.gen(function*() {
      const file = write(join(yield* folder, "state.json"), "an earlier export")
      const { url } = yield* start()
      yield* errorsOf("--export", file, "--port", new URL(url).port)
      assert.strictEqual(readFileSync(file, "utf8"), "an earlier export")
    }))
})

describe("--persist", () => {
  it.effect("continues users, sessions, codes and keys in the next run", () =>
    Effect.gen(function*() {
      const directory = join(yield* folder, "emulator")
      const first = yield* start("--persist", directory, "--user", "ada@example.com:correct horse")
      const session = yield* request(first.url, "POST", "/auth/password/sign-in", {
        email: "ada@example.com",
        password: "correct horse"
      })
      yield* first.stop

      const users = ["--user", "ada@example.com:correct horse", "--user", "b@c.d:x"]
      const second = yield* start("--persist", directory, ...users)
      assert.deepStrictEqual(yield* emailsOf(second.url), ["ada@example.com", "b@c.d"])
      const refreshed = yield* Effect.promise(() =>
        fetch(`${second.url}/api/v1/auth/sessions/current/refresh`, {
          method: "POST",
          headers: {
            "x-stack-access-type": "client",
            "x-stack-project-id": Emulator.clientOptions.projectId,
            "x-stack-publishable-client-key": "pck_emulator",
            "x-stack-refresh-token": session.body.refresh_token
          }
        })
      )
      assert.strictEqual(refreshed.status, 200)
      assert.strictEqual(statSync(join(directory, "state.json")).mode & 0o777, 0o600)
    }))

  it.effect("--persist: writes all changes within 500 ms together", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = join(directory, "state.json")
      const { url } = yield* start("--persist", directory)
      const usersIn = () => existsSync(file) ? read(file).projects[0].users.length : undefined
      for (const index of [1, 2, 3, 4, 5]) yield* createUser(url, `${index}@example.com`)
      yield* TestClock.adjust(499)
      yield* Effect.replicateEffect(turn, 20)
      assert.isUndefined(usersIn())
      yield* TestClock.adjust(1)
      yield* waitUntil(() => usersIn() === 5)
      for (const index of [6, 7, 8, 9, 10]) yield* createUser(url, `${index}@example.com`)
      assert.strictEqual(usersIn(), 5)
      yield* advanceUntil(() => usersIn() === 10, 500)
      yield* waitUntil(() => readdirSync(directory).every((name) => !name.endsWith(".tmp")))
      assert.deepStrictEqual(readdirSync(directory).toSorted(), ["lock", "state.json"])
    }))

  it.effect("does not export the state after requests that only read", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "state.json")
      const emulator = yield* Emulator.make()
      let exports = 0
      const counted = { ...emulator, exportState: Effect.tap(emulator.exportState, () => Effect.sync(() => exports++)) }
      const { send } = yield* saveChanges(counted, file)
      const ask = (method: string, path: string) =>
        send({ method, url: `http://localhost/api/v1${path}`, headers: {}, body: undefined })
      const exportsAfter = Effect.fnUntraced(function*(method: string, path: string) {
        yield* ask(method, path)
        yield* Effect.replicateEffect(turn, 20)
        yield* TestClock.adjust(500)
        yield* Effect.replicateEffect(turn, 20)
        return exports
      })
      yield* advanceUntil(() => exports === 1, 500)
      // The service refuses this request, so the second export writes nothing, and the next one waits for a change.
      yield* ask("POST", "/users")
      yield* advanceUntil(() => exports === 2, 500)
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        assert.strictEqual(yield* exportsAfter(method, "/users"), 2, method)
      }
      // The pages of OAuth change the state.
      assert.strictEqual(yield* exportsAfter("GET", "/auth/oauth/authorize/github"), 3)
    }))

  it.effect("prints a warning if the file cannot be written, and writes after the next change", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = join(directory, "state.json")
      const { errors, url } = yield* start("--persist", directory)
      // A folder cannot be replaced by a file.
      mkdirSync(join(file, "inner"), { recursive: true })
      yield* TestClock.adjust(500)
      yield* waitUntil(() => errors() !== "")
      assert.match(errors(), new RegExp(`^The state was not saved. ${file} cannot be written: `))
      rmSync(file, { recursive: true })
      yield* createUser(url, "ada@example.com")
      yield* advanceUntil(() => existsSync(file), 500)
      assert.strictEqual(read(file).projects[0].users.length, 1)
    }))

  it.effect("--persist: restores a killed emulator's state, and removes its lock and drafts", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const killed = yield* folder
      const { stop, url } = yield* start("--persist", killed)
      yield* createUser(url, "ada@example.com")
      yield* stop
      copyFileSync(join(killed, "state.json"), join(directory, "state.json"))
      write(join(directory, `state.json.${endedPid}.tmp`), "{")
      write(join(directory, "lock"), makeOwnerName(new Uint8Array(8)).replace(/^\d+/, `${endedPid}`))
      const next = yield* start("--persist", directory)
      assert.deepStrictEqual(yield* emailsOf(next.url), ["ada@example.com"])
      assert.deepStrictEqual(readdirSync(directory).toSorted(), ["lock", "state.json"])
      assert.match(readFileSync(join(directory, "lock"), "utf8"), new RegExp(`^${process.pid}-`))
      yield* next.stop
      assert.deepStrictEqual(readdirSync(directory), ["state.json"])
    }))

  it.effect("refuses a folder that another emulator uses", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const first = yield* start("--persist", directory)
      assert.strictEqual(
        yield* errorsOf("--port", "0", "--persist", directory),
        `Another emulator uses the folder ${directory} (process ${process.pid}). Stop it, or pass another folder to ` +
          `--persist. If it no longer runs, delete ${join(directory, "lock")}.`
      )
      yield* first.stop
      yield* start("--persist", directory)
    }))

  it.effect("--persist: keeps the lock of another emulator that took over the folder", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const { stop } = yield* start("--persist", directory)
      write(join(directory, "lock"), "another")
      yield* stop
      assert.include(readdirSync(directory), "lock")
    }))

  it.effect("--persist: a second command for the folder shares the running emulator and its keys", () =>
    Effect.gen(function*() {
      yield* restoreExitCode
      const children = yield* fakeChildren
      const directory = yield* folder
      yield* Effect.flatMap(start("--persist", directory, "--secret-key", "ssk_mine"), ({ stop }) => stop)
      const { url } = yield* start("--persist", directory)
      const second = yield* Effect.forkChild(
        outputOf("--persist", directory, "--port", new URL(url).port, "--", "vite", "--open")
      )
      yield* waitUntil(() => children.length === 1)
      assert.deepStrictEqual(children[0]!.command, ["vite", "--open"])
      assert.deepInclude(children[0]!.options.env, { STACK_SECRET_SERVER_KEY: "ssk_mine", STACK_API_URL: url })
      children[0]!.emit("exit", 0, null)
      assert.strictEqual(yield* Fiber.join(second), `Latchkey emulator already listening on ${url}\n`)
      assert.strictEqual(process.exitCode, 0)
    }))

  it.effect("--persist: does not overwrite an unreadable file", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = write(join(directory, "state.json"), "{")
      assert.include(yield* errorsOf("--port", "0", "--persist", directory), `${file} is not valid JSON`)
      assert.strictEqual(readFileSync(file, "utf8"), "{")
    }))

  it.effect(
    "--persist: refuses options that contradict the state, and accepts the original options",
    () =>
      Effect.gen(function*() {
        const directory = yield* folder
        const file = join(directory, "state.json")
        const options = ["--persist", directory, "--secret-key", "planted-secret", "--generation", "2025"]
        for (const _ of [1, 2]) {
          const { output, stop } = yield* start(...options)
          assert.include(output(), "from --secret-key")
          yield* stop
        }
        const without = yield* start("--persist", directory)
        assert.include(without.output(), `# STACK_SECRET_SERVER_KEY: the key in ${file}`)
        assert.notInclude(without.output(), "planted")
        yield* without.stop
        assert.strictEqual(
          yield* errorsOf("--port", "0", "--persist", directory, "--secret-key", "ssk_emulator"),
          `--secret-key is not a key in ${file}. Omit the option, or start from a new state.`
        )
        assert.strictEqual(
          yield* errorsOf("--port", "0", "--persist", directory, "--generation", "2026"),
          `--generation is 2026, but the state in ${file} has the generation 2025`
        )
        assert.include(
          yield* errorsOf("--port", "0", "--persist", directory, "--project-id", "x"),
          `the project in ${file} is 0000`
        )
      })
  )

  it.effect("refuses a key that is revoked in the state", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = join(directory, "state.json")
      const { stop, url } = yield* start("--persist", directory)
      yield* Effect.promise(async () => {
        const headers = {
          "content-type": "application/json",
          "x-stack-access-type": "admin",
          "x-stack-project-id": Emulator.adminOptions.projectId,
          "x-stack-super-secret-admin-key": Redacted.value(Emulator.adminOptions.superSecretAdminKey)
        }
        const keys = `${url}/api/v1/internal/api-keys`
        const { items } = await (await fetch(keys, { headers })).json()
        await fetch(`${keys}/${items[0].id}`, { method: "PATCH", headers, body: "{\"revoked\":true}" })
      })
      yield* stop
      assert.strictEqual(
        yield* errorsOf("--persist", directory, "--publishable-key", "pck_emulator", "--secret-key", "ssk_unknown"),
        `--publishable-key is not a key in ${file}. Omit the option, or start from a new state.`
      )
    }))
})
