import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Recording } from "latchkey/recorder"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { Probe, ProbeFailed } from "../../src/command/doctor/probe.ts"
import { reportIn } from "../../src/command/report.ts"
import { isShort } from "../../src/command/report/fitReport.ts"
import { escapes, recordSession } from "../replay/support.ts"
import { installed, nextApp, projectId, serveEmulator, viteApp } from "./doctor/support.ts"
import { type Files, makeFolder, readFiles, run } from "./support.ts"

const recorded = Effect.runSync(Effect.cached(recordSession))

/** Runs `latchkey report` in a folder without a network. */
const reportFrom = (
  folder: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  run(
    reportIn({
      folder,
      environment,
      isConnected: true,
      nodeVersion: "24.21.0",
      system: "linux 6.8.0 x64",
      userAgent: "npm/11.6.0 node/v24.21.0 linux x64"
    }, args)
  )

const noNetwork = Effect.provideService(Probe, () => Effect.fail(new ProbeFailed({ code: "ENOTFOUND" })))

interface Options {
  readonly args?: ReadonlyArray<string>
  readonly recording?: unknown
  readonly environment?: Readonly<Record<string, string>>
}

/** Packs a report in a new folder. */
const pack = Effect.fnUntraced(function*(files: Files, { args = [], environment, recording }: Options = {}) {
  const all = recording === undefined ? files : { ...files, "recording.json": JSON.stringify(recording) }
  const folder = yield* makeFolder(all)
  const file = recording === undefined ? [] : ["recording.json"]
  const result = yield* noNetwork(reportFrom(folder, [...file, ...args], environment))
  const after = readFiles(folder)
  return {
    ...result,
    folder,
    report: after["latchkey-report.md"] ?? "",
    created: Object.keys(after).filter((path) => all[path] === undefined)
  }
})

const sectionOf = (report: string, title: string): string =>
  report.split(/^### /m).find((section) => section.startsWith(`${title}\n`)) ?? ""

const ownId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** A recording with more events than an issue has room for. */
const lengthen = (recording: Recording, count: number): Recording => {
  const last = recording.events.at(-1)!
  const extra = Array.from({ length: count }, (_, index) => ({
    type: "StoreChanged" as const,
    subscription: 0,
    seq: last.seq + 1 + index,
    at: last.at + index,
    tokens: { refreshToken: `refresh-token-${index}`, accessToken: null }
  }))
  return { ...recording, events: [...recording.events, ...extra] }
}

describe("report", () => {
  it.live("contains the versions, the configuration, the checks, the replay, the timeline and the recording", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator()
      const recording = yield* recorded
      const folder = yield* makeFolder({ ...viteApp(url), "recording.json": JSON.stringify(recording) })
      const { failure, output } = yield* reportFrom(folder, ["recording.json", "--description", "It fails."])
      assert.isUndefined(failure)
      assert.strictEqual(
        output,
        "Wrote latchkey-report.md. No secret of your environment files was found in it.\nRead it, then paste it into an issue."
      )
      const report = readFiles(folder)["latchkey-report.md"]!
      assert.deepStrictEqual(
        Array.from(report.matchAll(/^### (.*)$/gm), ([, title]) => title),
        ["Description", "Versions", "Configuration", "Checks", "Replay", "Timeline", "Recording"]
      )
      assert.include(report, "### Description\n\nIt fails.\n")
      assert.strictEqual(
        sectionOf(report, "Versions").trim().split("\n").slice(2).join("\n"),
        [
          "- latchkey 0.1.0",
          "- effect 4.1.0",
          "- react 19.3.1",
          "- Framework: Vite with React",
          "- Node.js 24.21.0",
          "- Package manager: npm 11.6.0",
          "- Operating system: linux 6.8.0 x64"
        ].join("\n")
      )
      assert.include(report, "- Service: self-hosted, on this machine\n")
      assert.include(report, "- `VITE_STACK_PROJECT_ID` in .env.local: project id, in the code for browsers\n")
      assert.match(
        sectionOf(report, "Checks"),
        /^ {2}ok {7}reachability {5}The service at http:\/\/127\.0\.0\.1:\d+ answers\.$/m
      )
      assert.include(report, `latchkey 0.1.0 replays all ${recording.events.length} events without a difference.`)
      assert.include(sectionOf(report, "Timeline"), "call password.signUp")
      const json = /```json\n([^]*)\n```/.exec(report)![1]!
      assert.deepStrictEqual(JSON.parse(json), recording)
      assert.notInclude(report, projectId)
      assert.notInclude(report, projectId.slice(-4) + ",")
      assert.notInclude(report, "pck_emulator")
    }))

  it.effect("report: without a recording, contains all other sections and says how to record", () =>
    Effect.gen(function*() {
      const { failure, report } = yield* pack(viteApp("https://auth.acme.example"))
      assert.isUndefined(failure)
      assert.notInclude(report, "### Timeline")
      assert.include(sectionOf(report, "Recording"), "Recorder.export")
      assert.include(sectionOf(report, "Description"), "_Describe what happened")
    }))

  it.effect("names a self-hosted service only as self-hosted, also in the checks", () =>
    Effect.gen(function*() {
      const { failure, report } = yield* pack(viteApp("https://auth.acme.example:8443/base"))
      assert.isUndefined(failure)
      assert.include(report, "- Service: self-hosted\n")
      assert.include(report, "- `VITE_STACK_API_URL` in .env.local: address, self-hosted, in the code for browsers\n")
      assert.include(sectionOf(report, "Checks"), "problem  reachability")
      assert.notInclude(report, "acme")
      const hosted = yield* pack(viteApp("https://api.stack-auth.com"))
      assert.include(hosted.report, "- Service: hosted\n")
    }))

  it.effect("hides the host of a service in the source code, and of a redirect", () =>
    Effect.gen(function*() {
      const { ".env.local": _, ...files } = viteApp("")
      const folder = yield* makeFolder({
        ...files,
        "src/auth.ts":
          `import "latchkey"\nconst options = { projectId: "${ownId}", apiUrl: "https://auth.acme.example" }`
      })
      const redirect = Effect.provideService(Probe, () =>
        Effect.succeed({
          status: 302,
          header: (name: string) => name === "location" ? "https://portal.cafe.example/login" : undefined,
          body: ""
        }))
      yield* redirect(reportFrom(folder, []))
      const report = readFiles(folder)["latchkey-report.md"]!
      assert.include(report, "[self-hosted API] redirects to [host].")
      assert.notMatch(report, /acme|cafe|7a11/)
      assert.notInclude(report, "://[")
    }))

  it.effect("lists the kind of each variable, and a wrong kind", () =>
    Effect.gen(function*() {
      const { failure, report } = yield* pack(
        nextApp(
          "not-a-url-12345",
          "STACK_SECRET_SERVER_KEY=pck_planted_123456\nSTACK_SUPER_SECRET_ADMIN_KEY=sak_planted_123456\nSTACK_PROJECT_ID=wrong-id-9\n"
        ),
        { environment: { OTHER: "ssk_planted_123456", HOME: "/root" } }
      )
      assert.isUndefined(failure)
      assert.include(report, "`NEXT_PUBLIC_STACK_API_URL` in .env.local: not an address, in the code for browsers")
      assert.include(report, "`STACK_SECRET_SERVER_KEY` in .env.local: publishable client key\n")
      assert.include(report, "`STACK_SUPER_SECRET_ADMIN_KEY` in .env.local: super secret admin key\n")
      assert.include(report, "`STACK_PROJECT_ID` in .env.local: not a project id\n")
      assert.include(report, "`OTHER` in the environment: secret server key\n")
      assert.notInclude(report, "HOME")
      assert.notMatch(report, /planted|12345|wrong-id/)
    }))

  it.effect("lists other copies of Effect", () =>
    Effect.gen(function*() {
      const { report } = yield* pack({
        ...viteApp("https://api.stack-auth.com"),
        "node_modules/@acme/ui/package.json": JSON.stringify({
          name: "@acme/ui",
          version: "1.0.0",
          peerDependencies: { effect: "*" }
        }),
        "node_modules/@acme/ui/node_modules/effect/package.json": JSON.stringify({ name: "effect", version: "4.0.9" })
      })
      assert.include(report, "- effect 4.1.0, and other copies: 4.0.9 of @acme/ui\n")
    }))

  it.effect("--offline sends no request, and runs the other checks", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder(viteApp("https://auth.acme.example"))
      let requests = 0
      const count = Effect.provideService(Probe, () => {
        requests++
        return Effect.fail(new ProbeFailed({ code: "ENOTFOUND" }))
      })
      yield* count(reportFrom(folder, ["--offline"]))
      assert.strictEqual(requests, 0)
      const report = readFiles(folder)["latchkey-report.md"]!
      assert.include(report, "were skipped, with `--offline`.")
      assert.include(report, "project-id")
      assert.notInclude(report, "reachability")
      yield* count(reportFrom(folder, []))
      assert.isAbove(requests, 0)
    }))

  it.effect("report: works without a package.json, and with an invalid one", () =>
    Effect.gen(function*() {
      for (const files of [{ "README.md": "" }, { "package.json": "{" }]) {
        const { failure, report } = yield* pack(files, { recording: yield* recorded })
        assert.isUndefined(failure)
        assert.include(
          report,
          "- latchkey 0.1.0 (this command)\n- Framework: unknown, because no package.json can be read\n"
        )
        assert.notInclude(report, "### Configuration")
        assert.include(report, "### Replay")
      }
    }))

  it.effect("shows the difference of the replay", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const index = recording.events.findIndex(({ type }) => type === "CallEnded")
      const { at, seq } = recording.events[index]!
      const outcome = { _tag: "Failure", error: "UserUnauthorized" } as const
      const events = recording.events.with(index, { type: "CallEnded", seq, at, call: 0, outcome })
      const { failure, report } = yield* pack(installed, { recording: { ...recording, events } })
      assert.isUndefined(failure)
      assert.match(sectionOf(report, "Replay"), /latchkey 0\.1\.0 behaves otherwise after \d+ events\.\n\n```diff\n/)
      assert.match(sectionOf(report, "Replay"), /^- .*UserUnauthorized$/m)
      assert.match(sectionOf(report, "Replay"), /^\+ .*success$/m)
    }))

  it.effect("no text of a recording ends its code block, or has control characters", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const lock = recording.events.findIndex(({ type }) => type === "LockAcquired")
      const name = `${escapes}\`\`\`\`\n# Heading`
      // Sound: the event is a lock.
      const events = recording.events.with(lock, { ...recording.events[lock]!, name } as Recording["events"][number])
      const { report } = yield* pack(installed, { recording: { ...recording, events } })
      assert.notMatch(report, /[^\P{Cc}\n]|\p{Cf}/u)
      assert.notMatch(report, /^# Heading/m)
      assert.match(report, /^`{5}json$/m)
      assert.strictEqual(report.match(/^`{5}$/gm)?.length, 2)
    }))
})

describe("isShort", () => {
  it("is true up to the 65536 characters of an issue, in which a line break counts twice", () => {
    // The heading, the empty line and the end have three line breaks.
    const isShortWith = (length: number) => isShort([{ title: "T", text: "x".repeat(length) }])
    assert.deepStrictEqual([65_525, 65_526].map(isShortWith), [true, false])
  })
})

describe("the length of a report", () => {
  it.effect("omits the recording that does not fit into an issue, and asks to attach it", () =>
    Effect.gen(function*() {
      const recording = lengthen(yield* recorded, 450)
      const { output, report } = yield* pack(installed, { recording })
      assert.include(output, "\nAttach recording.json to the issue: it is too long for the text.")
      assert.include(report, "Attach the file `recording.json`.")
      assert.notInclude(report, "```json")
      assert.include(report, "call password.signUp")
      assert.isBelow(report.length + report.split("\n").length, 65_536)
    }))

  it.effect("omits the oldest lines of a timeline that does not fit", () =>
    Effect.gen(function*() {
      const recording = lengthen(yield* recorded, 3000)
      const { failure, report } = yield* pack(installed, { recording })
      assert.isUndefined(failure)
      const [, kept = "", left = ""] = /^The last (\d+) lines\. The recording has (\d+) lines before them\.$/m.exec(
        report
      )!
      // Two lines are the heading.
      assert.strictEqual(Number(kept) + Number(left), recording.events.length + 2)
      assert.include(report, "store changed: refresh-token-2999/no access token\n```")
      assert.notInclude(report, "call password.signUp")
      const length = report.length + report.split("\n").length
      assert.isBelow(length, 65_536)
      assert.isAbove(length, 65_000)
    }))

  it.effect("report: fails for a description that is too long for an issue", () =>
    Effect.gen(function*() {
      const { created, failure } = yield* pack(installed, { args: ["--description", "x".repeat(66_000)] })
      assert.include(failure!, "--description is too long")
      assert.deepStrictEqual(created, [])
    }))
})

describe("a secret of an environment file", () => {
  const secret = "hunter2+Zq/8&x~9"
  const spellings: Readonly<Record<string, string>> = {
    plain: secret,
    "URL-encoded": encodeURIComponent(secret),
    "in lower-case escapes": encodeURIComponent(secret).toLowerCase().replace("zq", "Zq"),
    hex: Buffer.from(secret).toString("hex"),
    "upper-case hex": Buffer.from(secret).toString("hex").toUpperCase(),
    base64: Buffer.from(secret).toString("base64"),
    base64url: Buffer.from(secret).toString("base64url"),
    "base64 after one byte": Buffer.from(`:${secret}`).toString("base64"),
    "base64 within other text": Buffer.from(`ab${secret}cd`).toString("base64"),
    "split over lines": `${secret.slice(0, 7)}\n${secret.slice(7)}`,
    "base64 split over lines": Buffer.from(secret).toString("base64").replace(/.{8}/g, "$&\r\n")
  }
  it.effect("is found from six characters on", () =>
    Effect.gen(function*() {
      const failures = []
      for (const value of ["x7#Q9", "x7#Qz9"]) {
        const app = { ...installed, "package.json": "{}", ".env": `MAIL_PASSWORD='${value}'\n` }
        const { failure } = yield* pack(app, { args: ["--offline", "--description", `The value: ${value}`] })
        failures.push(failure?.includes("contains the value of MAIL_PASSWORD") ?? false)
      }
      assert.deepStrictEqual(failures, [false, true])
    }))

  for (const file of [".env", ".env.local", ".env.production", ".envrc"]) {
    it.effect(`a secret in ${file} is found in a recording and the description, in every spelling`, () =>
      Effect.gen(function*() {
        const recording = yield* recorded
        const app = { ...installed, "package.json": "{}", [file]: `export MAIL_PASSWORD='${secret}'\n` }
        for (const [name, text] of Object.entries(spellings)) {
          for (
            const { created, failure = "", output } of [
              yield* pack(app, { recording: { ...recording, library: `0.1.0 ${text}` }, args: ["--offline"] }),
              yield* pack(app, { args: ["--offline", "--description", `The value: ${text}`] }),
              yield* pack(app, { args: ["--offline", "--print", "--description", text] })
            ]
          ) {
            assert.include(failure, `contains the value of MAIL_PASSWORD in ${file}`, name)
            assert.notInclude(failure + output, secret)
            assert.deepStrictEqual(created, [], name)
          }
        }
      }))
  }

  it.effect("a secret is found in an attached recording", () =>
    Effect.gen(function*() {
      const recording = { ...lengthen(yield* recorded, 3000), note: [secret] }
      const { failure } = yield* pack({ ...installed, ".env": `API_TOKEN=${secret}` }, { recording })
      assert.include(failure!, "The section \"Recording\" contains the value of API_TOKEN in .env.")
    }))

  it.effect("a secret is found in the host and password of a URL", () =>
    Effect.gen(function*() {
      const env = { ".env": "DATABASE_URL=postgres://app:p%2Bw9rd-x@db.acme.example:5432/orders\n" }
      for (const text of ["db.acme.example", "p+w9rd-x", "p%2Bw9rd-x"]) {
        const { failure } = yield* pack({ ...installed, ...env }, { args: ["--description", `a ${text} b`] })
        assert.include(failure!, "the value of DATABASE_URL in .env")
      }
    }))

  it.effect("a secret from a parent folder is found, up to the repository root", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({
        ".env": "OUTSIDE=outside-4711-value",
        "repo/.git/HEAD": "",
        "repo/.env": "SHARED=shared-4711-value",
        "repo/apps/web/package.json": "{}"
      })
      const web = join(folder, "repo/apps/web")
      const { failure } = yield* reportFrom(web, ["--offline", "--description", "shared-4711-value"])
      assert.include(failure!, "the value of SHARED in ../../.env")
      assert.isUndefined((yield* reportFrom(web, ["--offline", "--description", "outside-4711-value"])).failure)
    }))

  it.effect("a key in the environment is found", () =>
    Effect.gen(function*() {
      const { failure } = yield* pack(installed, {
        args: ["--description", "ssk_planted_4711"],
        environment: { STACK_SECRET_SERVER_KEY: "ssk_planted_4711" }
      })
      assert.include(failure!, "the value of STACK_SECRET_SERVER_KEY in the environment")
    }))

  it.effect("a secret that is a common word is found in recorded values, and ignored in names", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const env = {
        ".env": "DB_PASSWORD=password\nNODE_ENV=development\nAFTER=/dashboard\nPORT=660000\nVERSION=0.1.0\n" +
          "STACK_API_URL=http://localhost:8102\nMODE=refresh\nSTATE=Active\n"
      }
      assert.isUndefined((yield* pack({ ...installed, ...env }, { recording })).failure)
      const leaking = { ...recording, note: "password" }
      const { failure } = yield* pack({ ...installed, ...env }, { recording: leaking })
      assert.include(failure!, "the value of DB_PASSWORD in .env")
      for (const value of ["QwertyUiopas", "qwertyuiopasdfgh", "correct-horse-staple"]) {
        const files = { ...installed, ".env": `MAIL_PASSWORD=${value}` }
        const random = yield* pack(files, { args: ["--description", `(${value})`] })
        assert.include(random.failure!, "the value of MAIL_PASSWORD in .env")
      }
    }))

  it.effect("the report fails if an environment file cannot be read", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder(installed)
      symlinkSync(join(folder, "missing"), join(folder, ".env.local"))
      const { failure } = yield* reportFrom(folder, ["--offline"])
      assert.include(failure!, "Cannot read .env.local.")
      assert.notProperty(readFiles(folder), "latchkey-report.md")
    }))
})

describe("the file of a report", () => {
  it.effect("the report's file has the next free name, and never replaces a file", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({ "latchkey-report.md": "mine" })
      const names: Array<string> = []
      for (let number = 0; number < 2; number++) {
        names.push((yield* reportFrom(folder, ["--offline"])).output.split(". ")[0]!)
      }
      assert.deepStrictEqual(names, ["Wrote latchkey-report-2.md", "Wrote latchkey-report-3.md"])
      assert.strictEqual(readFiles(folder)["latchkey-report.md"], "mine")
    }))

  it.effect("--output: names the file, which must not exist", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({ "bug.md": "mine" })
      const { failure } = yield* reportFrom(folder, ["--offline", "--output", "bug.md"])
      assert.strictEqual(failure, "bug.md exists already. Choose another name with --output, or delete the file.")
      assert.isUndefined((yield* reportFrom(folder, ["--offline", "--output", "other.md"])).failure)
      assert.deepStrictEqual(Object.keys(readFiles(folder)), ["bug.md", "other.md"])
      assert.strictEqual(readFiles(folder)["bug.md"], "mine")
    }))

  it.effect("fails with the reason if the folder cannot be written", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({ file: "" })
      for (const [name, code] of [["missing/bug.md", "ENOENT"], ["file/bug.md", "ENOTDIR"]] as const) {
        const { failure } = yield* reportFrom(folder, ["--offline", "--output", name])
        assert.include(failure!, `Cannot write ${name}: ${code}`)
      }
      mkdirSync(join(folder, "folder"))
      assert.match((yield* reportFrom(folder, ["--offline", "--output", "folder"])).failure!, /exists already/)
      const gone = yield* reportFrom(join(folder, "gone"), ["--offline"])
      assert.match(gone.failure!, /^Cannot write latchkey-report\.md: ENOENT.*\n.*--print\.$/)
    }))

  it.effect("--print: prints only the report, and writes no file", () =>
    Effect.gen(function*() {
      const { created, failure, output } = yield* pack(installed, { args: ["--print"], recording: yield* recorded })
      assert.isUndefined(failure)
      assert.deepStrictEqual(created, [])
      assert.match(output, /^### Description\n[^]*<\/details>$/)
      const both = yield* pack(installed, { args: ["--print", "--output", "x.md"] })
      assert.include(both.failure!, "--print and --output exclude each other")
    }))
})

describe("the arguments of report", () => {
  it.effect("--help prints the options", () =>
    Effect.gen(function*() {
      const { created, output } = yield* pack({}, { args: ["--help"] })
      for (const each of ["--output", "--description", "--offline", "--print"]) assert.include(output, each)
      assert.deepStrictEqual(created, [])
    }))

  it.effect("report: fails for two recordings, an unknown option, and a file that is not a recording", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({ "no.json": "{}", "no.txt": "x" })
      assert.match((yield* reportFrom(folder, ["a", "b"])).failure!, /^Usage: latchkey report/)
      assert.include((yield* reportFrom(folder, ["--fast"])).failure!, "--fast")
      assert.match((yield* reportFrom(folder, ["no.json"])).failure!, /no\.json: format is not/)
      assert.match((yield* reportFrom(folder, ["no.txt"])).failure!, /no\.txt is not JSON/)
      assert.match((yield* reportFrom(folder, ["missing.json"])).failure!, /^Cannot read .*missing\.json/)
      assert.deepStrictEqual(Object.keys(readFiles(folder)), ["no.json", "no.txt"])
    }))
})
