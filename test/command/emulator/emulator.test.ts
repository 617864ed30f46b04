/** The options of `latchkey emulator` that concern its state, in processes. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { emulator } from "../../../src/command/emulator.ts"
import { version } from "../../../src/emulator/version.ts"
import { type Run, run } from "../../support/processes.ts"

const start = (...args: ReadonlyArray<string>) => run(["src/bin.ts", "emulator", "--port", "0", ...args])

const until = (condition: () => boolean) =>
  Effect.sync(condition).pipe(
    Effect.delay(10),
    Effect.repeat({ until: (isTrue) => isTrue }),
    Effect.timeout("30 seconds"),
    Effect.orDie
  )

/** Waits until the emulator prints its URL. */
const urlOf = (run: Run) =>
  until(() => /Press Ctrl\+C/.test(run.output())).pipe(
    Effect.map(() => /on (http:\/\/\S+)/.exec(run.output())![1]!)
  )

const stop = ({ child, ended }: Run, signal: NodeJS.Signals = "SIGTERM") =>
  Effect.promise(() => {
    child.kill(signal)
    return ended
  })

/** Runs the command in this process, and returns the message of its failure. */
const errorsOf = (...args: ReadonlyArray<string>) => Effect.flip(emulator(["--port", "0", ...args]))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-emulator-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const write = (path: string, value: unknown) => {
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value))
  return path
}

const read = (path: string): any => JSON.parse(readFileSync(path, "utf8"))

/** The variables of the printed `.env` file. */
const envOf = (run: Run) => Object.fromEntries(run.output().match(/^\w+=.*$/gm)?.map((line) => line.split("=")) ?? [])

const request = (url: string, method: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        "x-stack-access-type": "server",
        "x-stack-project-id": Emulator.clientOptions.projectId,
        "x-stack-secret-server-key": "ssk_emulator",
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() as any }
  })

const createUser = (url: string, primary_email: string) =>
  Effect.map(
    request(url, "POST", "/users", { primary_email, primary_email_auth_enabled: true }),
    ({ status }) => assert.strictEqual(status, 201)
  )

const emailsOf = (url: string) =>
  Effect.map(request(url, "GET", "/users"), ({ body }) => body.items.map((user: any) => user.primary_email))

const signIn = (url: string, email: string, password: string) =>
  Effect.gen(function*() {
    yield* Password.signIn({ email, password: Redacted.make(password) })
    return yield* CurrentUser.get({ or: "throw" })
  }).pipe(Effect.provide(
    Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(Layer.provide(TokenStore.layerMemory))
  ))

describe("latchkey emulator", () => {
  it.live("prints the version of the package", () =>
    Effect.gen(function*() {
      const run = yield* start("--version")
      assert.strictEqual(yield* Effect.promise(() => run.ended), 0)
      assert.strictEqual(run.output(), `${version}\n`)
      assert.strictEqual(version, read("package.json").version)
    }))

  it.live("prints a .env file with the variables of each kind of app", () =>
    Effect.gen(function*() {
      for (const [kind, prefix] of [["next", "NEXT_PUBLIC_"], ["vite", "VITE_"], ["node", ""]] as const) {
        const run = yield* start("--env", kind)
        const url = yield* urlOf(run)
        assert.deepStrictEqual(envOf(run), {
          [`${prefix}STACK_PROJECT_ID`]: Emulator.clientOptions.projectId,
          [`${prefix}STACK_PUBLISHABLE_CLIENT_KEY`]: "pck_emulator",
          [`${prefix}STACK_API_URL`]: url,
          STACK_SECRET_SERVER_KEY: "ssk_emulator",
          STACK_SUPER_SECRET_ADMIN_KEY: "sak_emulator"
        })
      }
    }))

  it.live("names the option of a secret key in the .env file instead of the key", () =>
    Effect.gen(function*() {
      const run = yield* start("--env", "node", "--secret-key", "planted-secret", "--admin-key", "planted-admin")
      yield* urlOf(run)
      assert.include(run.output(), "\n# STACK_SECRET_SERVER_KEY: the key from --secret-key\n")
      assert.include(run.output(), "\n# STACK_SUPER_SECRET_ADMIN_KEY: the key from --admin-key\n")
      assert.notInclude(run.output() + run.errors(), "planted")
    }))

  it.live("lets pages of --allow-origin use the control endpoints", () =>
    Effect.gen(function*() {
      const statusOf = (url: string, origin: string) =>
        Effect.promise(async () => (await fetch(`${url}/latchkey`, { headers: { origin } })).status)
      const run = yield* start("--allow-origin", "https://a.example.com", "--allow-origin", "https://b.example.com")
      const url = yield* urlOf(run)
      assert.strictEqual(yield* statusOf(url, "https://a.example.com"), 200)
      assert.strictEqual(yield* statusOf(url, "https://b.example.com"), 200)
      assert.strictEqual(yield* statusOf(url, "https://c.example.com"), 403)
    }))

  it.live("answers to the names of --allow-host", () =>
    Effect.gen(function*() {
      const run = yield* start("--allow-host", "emulator", "--allow-host", "db.internal")
      const { port } = new URL(yield* urlOf(run))
      // `fetch` does not set the header `Host`.
      const statusOf = (host: string) =>
        Effect.callback<number | undefined>((resume) => {
          get({ port, path: "/latchkey", headers: { host } }, (response) => {
            response.resume()
            resume(Effect.succeed(response.statusCode))
          })
        })
      assert.strictEqual(yield* statusOf(`emulator:${port}`), 200)
      assert.strictEqual(yield* statusOf("DB.internal"), 200)
      assert.strictEqual(yield* statusOf(`other:${port}`), 403)
    }))

  it.live("reports invalid options", () =>
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
        [["--user", "a@b.c:1", "--user", "A@b.c:2"], "--user names A@b.c twice"],
        [["--seed", path], new RegExp(`^${path} cannot be read: ENOENT`)],
        [["--nope"], "Unknown option '--nope'. The option --help prints all options."],
        [["--seed"], "Option '--seed <value>' argument missing. The option --help prints all options."],
        [["--persist", file], `--persist must be a folder, and ${file} is a file`],
        [["--persist="], "--persist must be a path, not an empty string"],
        [["--export", path], `--export cannot write ${path}: ${join(directory, "missing")} is not a folder`]
      ] as const
      for (const [args, text] of wrong) {
        const errors = yield* errorsOf(...args)
        if (typeof text === "string") assert.strictEqual(errors, text)
        else assert.match(errors, text)
      }
    }), 60_000)
})

describe("--user", () => {
  it.live("creates users who can sign in, with colons in their passwords", () =>
    Effect.gen(function*() {
      const run = yield* start("--user", "ada@example.com:correct:horse", "--user", "grace@example.com:another horse")
      const url = yield* urlOf(run)
      const user = yield* signIn(url, "ada@example.com", "correct:horse")
      assert.isTrue(user.primaryEmailVerified)
      yield* signIn(url, "grace@example.com", "another horse")
      assert.notInclude(run.output(), "horse")
    }))
})

describe("--seed", () => {
  it.live("starts with the contents of the file and the users of --user", () =>
    Effect.gen(function*() {
      const seed = write(join(yield* folder, "seed.json"), {
        version: 1,
        project: { display_name: "Acme" },
        users: [{ primary_email: "ada@example.com", password: "correct horse" }],
        teams: [{ display_name: "Engines", members: [{ user: "ada@example.com" }] }]
      })
      const run = yield* start("--seed", seed, "--user", "grace@example.com:x", "--user", "ada@example.com:y")
      const url = yield* urlOf(run)
      yield* signIn(url, "ada@example.com", "correct horse")
      assert.deepStrictEqual(yield* emailsOf(url), ["ada@example.com", "grace@example.com"])
      assert.strictEqual((yield* request(url, "GET", "/projects/current")).body.display_name, "Acme")
      assert.strictEqual((yield* request(url, "GET", "/teams")).body.items.length, 1)
    }))

  it.live("reports the file and the path of each problem, without values", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "seed.json")
      const seed = (value: unknown) => errorsOf("--seed", write(path, value))
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
    }), 60_000)
})

describe("--export", () => {
  it.live("writes the state on SIGUSR2 and on exit, which --seed continues", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "state.json")
      const run = yield* start("--export", file)
      const url = yield* urlOf(run)
      yield* createUser(url, "ada@example.com")
      run.child.kill("SIGUSR2")
      yield* until(() => existsSync(file))
      assert.strictEqual(read(file).projects[0].users.length, 1)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      yield* createUser(url, "grace@example.com")
      assert.strictEqual(yield* stop(run), 0)
      assert.strictEqual(read(file).projects[0].users.length, 2)

      const next = yield* start("--seed", file)
      assert.deepStrictEqual(yield* emailsOf(yield* urlOf(next)), ["ada@example.com", "grace@example.com"])
    }))

  it.live("keeps the file if the emulator cannot listen", () =>
    Effect.gen(function*() {
      const file = write(join(yield* folder, "state.json"), "an earlier export")
      const url = yield* urlOf(yield* start())
      yield* errorsOf("--export", file, "--port", new URL(url).port)
      assert.strictEqual(readFileSync(file, "utf8"), "an earlier export")
    }))
})

describe("--persist", () => {
  it.live("continues users, sessions, codes and keys in the next run", () =>
    Effect.gen(function*() {
      const directory = join(yield* folder, "emulator")
      const first = yield* start("--persist", directory, "--user", "ada@example.com:correct horse")
      const url = yield* urlOf(first)
      const session = yield* request(url, "POST", "/auth/password/sign-in", {
        email: "ada@example.com",
        password: "correct horse"
      })
      yield* stop(first, "SIGINT")

      const second = yield* start(
        "--persist",
        directory,
        "--user",
        "ada@example.com:correct horse",
        "--user",
        "b@c.d:x"
      )
      const next = yield* urlOf(second)
      assert.deepStrictEqual(yield* emailsOf(next), ["ada@example.com", "b@c.d"])
      const refreshed = yield* Effect.promise(() =>
        fetch(`${next}/api/v1/auth/sessions/current/refresh`, {
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

  it.live("writes a change within a second, which survives kill -9 at any time", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      let created = 0
      for (const delay of [0, 300, 550, 800]) {
        const run = yield* start("--persist", directory)
        const url = yield* urlOf(run)
        const emails: ReadonlyArray<string> = yield* emailsOf(url)
        // Those of the rounds before were written.
        assert.isAtLeast(emails.length, created)
        for (let index = 0; index < 20; index++) yield* createUser(url, `${delay}-${index}@example.com`)
        created = emails.length + 20
        const file = join(directory, "state.json")
        yield* until(() => existsSync(file) && read(file).projects[0].users.length === created)
        // Written while the process ends.
        for (let index = 20; index < 40; index++) yield* createUser(url, `${delay}-${index}@example.com`)
        yield* Effect.sleep(delay)
        assert.strictEqual(yield* stop(run, "SIGKILL"), "SIGKILL")
      }
      // Neither a lock nor an incomplete file of a killed process remains in use.
      const run = yield* start("--persist", directory)
      yield* urlOf(run)
      assert.deepStrictEqual(readdirSync(directory).toSorted(), ["lock", "state.json"])
      yield* stop(run)
      assert.deepStrictEqual(readdirSync(directory), ["state.json"])
    }), 60_000)

  it.live("has a complete file after kill -9 while it writes a large state", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const state = join(directory, "state.json")
      const users = Array.from({ length: 5000 }, (_, index) => ({ primary_email: `user${index}@example.com` }))
      const seed = write(join(directory, "seed.json"), { version: 1, users })
      const isWriting = () => readdirSync(directory).some((name) => name.endsWith(".tmp"))
      let count = users.length
      for (const round of [1, 2, 3]) {
        const run = yield* start("--persist", directory, "--seed", seed)
        const url = yield* urlOf(run)
        yield* until(() => existsSync(state) && !isWriting())
        yield* createUser(url, `after${round}@example.com`)
        yield* Effect.yieldNow.pipe(Effect.repeat({ until: isWriting }), Effect.timeout("30 seconds"))
        yield* stop(run, "SIGKILL")
        const written = read(state).projects[0].users.length
        assert.include([count, count + 1], written)
        count = written
      }
    }), 60_000)

  it.live("refuses a folder that another emulator uses", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const first = yield* start("--persist", directory)
      yield* urlOf(first)
      assert.strictEqual(
        yield* errorsOf("--persist", directory),
        `Another emulator uses the folder ${directory} (process ${first.child.pid}). Stop it, or pass another folder to ` +
          `--persist. If it no longer runs, delete ${join(directory, "lock")}.`
      )
      yield* stop(first)
      yield* urlOf(yield* start("--persist", directory))
    }))

  it.live("shares the emulator that uses the folder with a second command, and its keys", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* stop(yield* Effect.tap(start("--persist", directory, "--secret-key", "ssk_mine"), urlOf))
      const url = yield* urlOf(yield* start("--persist", directory))
      const print = "console.log(process.env.STACK_SECRET_SERVER_KEY)"
      const command = ["--", process.execPath, "-e", print]
      const second = yield* start("--persist", directory, "--port", new URL(url).port, ...command)
      assert.strictEqual(yield* Effect.promise(() => second.ended), 0, second.errors())
      assert.strictEqual(second.output(), `Latchkey emulator already listening on ${url}\nssk_mine\n`)
    }))

  it.live("does not overwrite a file that it cannot read", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = write(join(directory, "state.json"), "{")
      assert.include(yield* errorsOf("--persist", directory), `${file} is not valid JSON`)
      assert.strictEqual(readFileSync(file, "utf8"), "{")
    }))

  it.live(
    "refuses options that contradict the state, and accepts the same options again",
    () =>
      Effect.gen(function*() {
        const directory = yield* folder
        const file = join(directory, "state.json")
        const options = ["--persist", directory, "--secret-key", "planted-secret", "--generation", "2025"]
        for (const _ of [1, 2]) {
          const run = yield* start(...options)
          yield* urlOf(run)
          assert.include(run.output(), "from --secret-key")
          yield* stop(run)
        }
        const without = yield* start("--persist", directory)
        yield* urlOf(without)
        assert.include(without.output(), `# STACK_SECRET_SERVER_KEY: the key in ${file}`)
        assert.notInclude(without.output(), "planted")
        yield* stop(without)
        assert.strictEqual(
          yield* errorsOf("--persist", directory, "--secret-key", "ssk_emulator"),
          `--secret-key is not a key in ${file}. Omit the option, or start from a new state.`
        )
        assert.strictEqual(
          yield* errorsOf("--persist", directory, "--generation", "2026"),
          `--generation is 2026, but the state in ${file} has the generation 2025`
        )
        assert.include(yield* errorsOf("--persist", directory, "--project-id", "x"), `the project in ${file} is 0000`)
      }),
    60_000
  )
})
