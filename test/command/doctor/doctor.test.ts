import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ApiErrors } from "latchkey"
import { Faults } from "latchkey/emulator"
import type { Socket } from "node:net"
import { doctorIn } from "../../../src/command/doctor.ts"
import { Probe, ProbeFailed } from "../../../src/command/doctor/probe.ts"
import { makeFolder, run } from "../support.ts"
import { diagnose, nextApp, serveEmulator, serveResponses, serveSockets, summary, viteApp } from "./support.ts"

const failWith = (code: string) => Effect.provideService(Probe, () => Effect.fail(new ProbeFailed({ code })))

describe("doctor", () => {
  it.live("a working app has no problem", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator()
      const vite = yield* diagnose(viteApp(url))
      assert.deepStrictEqual(summary(vite), [
        "skipped exposed-secret",
        "skipped secret-key",
        "skipped admin-key",
        "skipped trusted-domains",
        "skipped handler"
      ])
      const admin = "STACK_SECRET_SERVER_KEY=ssk_emulator\nSTACK_SUPER_SECRET_ADMIN_KEY=sak_emulator\n"
      assert.deepStrictEqual(summary(yield* diagnose(nextApp(url, admin))), ["skipped handler"])
    }))

  it.live("the text lists each check, the fix of each problem, and the counts", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({ ...viteApp("http://127.0.0.1:1"), "src/Auth.tsx": "" })
      const host = { folder, environment: {}, isConnected: true, nodeVersion: "24.21.0" }
      const { failure, output } = yield* run(doctorIn(host, []))
      assert.strictEqual(failure, "Problems: reachability, handler")
      assert.include(
        output,
        "Latchkey in my-app (Vite with React)\n\n  ok       node             Node.js is 24.21.0.\n"
      )
      assert.include(output, "  problem  handler          No component renders HandlerPage.")
      assert.include(output, "                            Fix: Render HandlerPage for these paths.\n")
      assert.notInclude(output, "<HandlerPage />")
      assert.match(output, /\n\n2 problems, \d+ ok, \d+ skipped$/)
      const full = yield* run(doctorIn(host, ["--fix-hints"]))
      assert.include(full.output, "<HandlerPage />")
    }))

  it.live("prints no control character of the project's names and variables, also as JSON", () =>
    Effect.gen(function*() {
      // Sets the terminal's title, hides what follows, and reverses the direction of a text.
      const hostile = "evil\u001b]0;title\u0007\u001b[8m\u202e\u009b31m"
      const name = JSON.stringify({ ...JSON.parse(viteApp("")["package.json"]!), name: hostile })
      const files = { ...viteApp(`http://127.0.0.1:1/${hostile}`), "package.json": name }
      const folder = yield* makeFolder(files)
      const host = {
        folder,
        environment: { VITE_STACK_PROJECT_ID: hostile },
        isConnected: true,
        nodeVersion: "24.21.0"
      }
      for (const args of [[], ["--fix-hints"], ["--json"], ["--origin", hostile], [`--${hostile}`]]) {
        const { failure, output } = yield* run(doctorIn(host, args))
        assert.notMatch(output + (failure ?? ""), /[^\P{Cc}\n\t]|\p{Cf}/u, args.join(" "))
        if (args[0] === "--json") assert.strictEqual(JSON.parse(output).status, "problem")
      }
    }))

  describe("reachability", () => {
    it.live("no server at a local address names the script that starts it", () =>
      Effect.gen(function*() {
        const report = yield* diagnose(viteApp("http://127.0.0.1:1"))
        const { fix, status, text } = report.one("reachability")
        assert.strictEqual(status, "problem")
        assert.include(text, "No service listens at http://127.0.0.1:1")
        assert.include(fix!, "the script \"dev\"")
        for (const check of ["clock", "generation", "publishable-key", "trusted-domains", "cors"]) {
          assert.strictEqual(report.one(check).status, "skipped", check)
        }
      }))

    for (
      const [code, text] of [
        ["ENOTFOUND", "The name auth.example.com cannot be resolved (ENOTFOUND)."],
        ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate of auth.example.com is not trusted"],
        ["CERT_HAS_EXPIRED", "The certificate of auth.example.com is not trusted"],
        ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate of auth.example.com is not trusted"],
        ["ECONNREFUSED", "auth.example.com refuses connections"],
        ["UND_ERR_CONNECT_TIMEOUT", "auth.example.com does not answer in time"],
        ["TIMEOUT", "auth.example.com does not answer in time"],
        ["ECONNRESET", "auth.example.com closes the connection before its response is complete (ECONNRESET)."],
        ["ERR_SSL_WRONG_VERSION_NUMBER", "auth.example.com answers without TLS"],
        ["HTTPParserError", "auth.example.com does not answer with HTTP"],
        ["EHOSTUNREACH", "auth.example.com cannot be reached (EHOSTUNREACH)."]
      ] as const
    ) {
      it.live(`${code} has its own text`, () =>
        Effect.gen(function*() {
          const report = yield* failWith(code)(diagnose(viteApp("https://auth.example.com")))
          assert.strictEqual(report.one("reachability").status, "problem")
          assert.include(report.one("reachability").text, text)
        }))
    }

    it.live("a service on this machine that hangs does not answer in time", () =>
      Effect.gen(function*() {
        for (
          const [url, host] of [["http://127.0.0.1:8102", "127.0.0.1:8102"], ["http://localhost:1", "localhost:1"]]
        ) {
          for (const isConnected of [true, false]) {
            const report = yield* failWith("TIMEOUT")(diagnose(viteApp(url!), [], { isConnected }))
            const { fix, status, text } = report.one("reachability")
            assert.deepStrictEqual(
              [status, text, fix],
              ["problem", `${host} does not answer in time (TIMEOUT).`, "Restart the service."]
            )
          }
        }
      }))

    it.live("another program on the service's port is distinguished from a closed port", () =>
      Effect.gen(function*() {
        const answers: ReadonlyArray<readonly [answer: (socket: Socket) => void, text: string]> = [
          [(socket) => socket.destroy(), "closes the connection before its response is complete"],
          [
            (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"),
            "closes the connection before its response is complete"
          ],
          [(socket) => socket.end("SSH-2.0-OpenSSH_9.0 planted-secret\r\n"), "does not answer with HTTP"]
        ]
        for (const [answer, text] of answers) {
          const { host } = yield* serveSockets((socket) => socket.once("data", () => answer(socket)))
          const report = yield* diagnose(viteApp(`http://${host}`))
          assert.include(report.one("reachability").text, `${host} ${text}`)
          assert.notInclude(report.output, "planted-secret")
        }
        const { host } = yield* serveSockets((socket) =>
          socket.once("data", () => socket.end("HTTP/1.1 400 Bad\r\n\r\n"))
        )
        assert.include(
          (yield* diagnose(viteApp(`https://${host}`))).one("reachability").text,
          `${host} answers without TLS`
        )
      }))

    it.live("an offline machine skips the checks of the service", () =>
      Effect.gen(function*() {
        const files = viteApp("https://auth.example.com")
        const report = yield* failWith("ENOTFOUND")(diagnose(files, [], { isConnected: false }))
        assert.isUndefined(report.failure)
        assert.deepStrictEqual(report.one("reachability").text, "This machine is offline (ENOTFOUND).")
        const other = yield* failWith("EAI_AGAIN")(diagnose(files))
        assert.strictEqual(other.one("reachability").status, "skipped")
      }))

    it.live("a proxy that Node does not use is named in the fix", () =>
      Effect.gen(function*() {
        const environment = { HTTPS_PROXY: "http://user:planted-password@proxy:3128" }
        const report = yield* failWith("ENOTFOUND")(diagnose(viteApp("https://auth.example.com"), [], { environment }))
        assert.include(report.one("reachability").fix!, "NODE_USE_ENV_PROXY=1")
        assert.notInclude(report.output, "planted-password")
      }))

    it.live("a captive portal is recognized by its web page", () =>
      Effect.gen(function*() {
        const { url } = yield* serveResponses((_request, response) => {
          response.setHeader("content-type", "text/html; charset=utf-8")
          response.end("<!doctype html><title>Welcome to the Wi-Fi</title>")
        })
        const report = yield* diagnose(viteApp(url))
        assert.include(report.one("reachability").text, "answers with a web page (status 200)")
        assert.include(report.one("reachability").fix!, "captive portal")
        assert.strictEqual(report.one("clock").status, "skipped")
      }))

    it.live("a captive portal that redirects is named", () =>
      Effect.gen(function*() {
        const { url } = yield* serveResponses((_request, response) => {
          response.writeHead(302, { location: "https://portal.example.net/login?token=planted-token" }).end()
        })
        const report = yield* diagnose(viteApp(url))
        assert.include(report.one("reachability").text, "redirects to portal.example.net.")
        assert.notInclude(report.output, "planted-token")
      }))

    it.live("a redirect to another path of the same host is named", () =>
      Effect.gen(function*() {
        const { url } = yield* serveResponses((_request, response) =>
          response.writeHead(301, { location: "/app" }).end()
        )
        const { fix, text } = (yield* diagnose(viteApp(url))).one("reachability")
        assert.strictEqual(text, `${url} redirects to ${new URL(url).host}.`)
        assert.strictEqual(fix, "Use the address that it redirects to.")
      }))

    it.live("a non-numeric status header is not reported", () =>
      Effect.gen(function*() {
        const { url } = yield* serveResponses((_request, response) =>
          response.writeHead(403, { "x-stack-known-error": "ODD", "x-stack-actual-status": "forbidden" }).end("{}")
        )
        assert.include(
          (yield* diagnose(viteApp(url))).one("publishable-key").text,
          "with the status 403 and the error ODD"
        )
      }))

    it.live("another JSON API and a failing proxy are no service", () =>
      Effect.gen(function*() {
        const { url } = yield* serveResponses((_request, response) => response.end("{\"hello\":1}"))
        assert.include((yield* diagnose(viteApp(url))).one("reachability").text, "not as the service does")
        const { url: broken } = yield* serveResponses((_request, response) => response.writeHead(502).end())
        assert.include((yield* diagnose(viteApp(broken))).one("reachability").text, "answers with the status 502")
      }))

    it.live("a fault of the service does not hide other results", () =>
      Effect.gen(function*() {
        const { emulator, url } = yield* serveEmulator()
        yield* emulator.setFault(Faults.status(503))
        const report = yield* diagnose(viteApp(url))
        assert.isDefined(report.failure)
        yield* emulator.setFault(Faults.offline)
        const lost = yield* diagnose(viteApp(url))
        assert.strictEqual(lost.one("reachability").status, "problem")
        assert.strictEqual(lost.one("effect").status, "ok")
      }))
  })

  describe("keys", () => {
    it.live("wrong keys are refused by the service", () =>
      Effect.gen(function*() {
        const { url } = yield* serveEmulator()
        const report = yield* diagnose(nextApp(
          url,
          "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=pck_wrong\nSTACK_SECRET_SERVER_KEY=ssk_planted_1234567890\n" +
            "STACK_SUPER_SECRET_ADMIN_KEY=sak_planted_1234567890\n"
        ))
        for (const check of ["publishable-key", "secret-key", "admin-key"]) {
          assert.strictEqual(report.one(check).status, "problem", check)
          assert.include(report.one(check).text, "it is wrong, expired, deleted or from another project")
        }
      }))

    it.live("keys of another project are refused", () =>
      Effect.gen(function*() {
        const other = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
        const { url } = yield* serveEmulator({
          projects: [{
            id: other,
            publishableClientKey: "pck_other",
            secretServerKey: Redacted.make("ssk_other_1234567890")
          }]
        })
        const report = yield* diagnose(nextApp(url, "STACK_SECRET_SERVER_KEY=ssk_other_1234567890\n"))
        assert.strictEqual(report.one("secret-key").status, "problem")
      }))

    it.live("swapped keys are named by their kind, and not sent as a public key", () =>
      Effect.gen(function*() {
        const { url } = yield* serveEmulator()
        const report = yield* diagnose(nextApp(
          url,
          "STACK_PUBLISHABLE_CLIENT_KEY=ssk_planted_1234567890\nSTACK_SECRET_SERVER_KEY=pck_emulator\n" +
            "STACK_SUPER_SECRET_ADMIN_KEY=ssk_planted_1234567890\n"
        ))
        assert.include(
          report.one("publishable-key").text,
          "contains a secret server key instead of a publishable client key"
        )
        assert.include(
          report.one("secret-key").text,
          "contains a publishable client key instead of a secret server key"
        )
        assert.include(report.one("admin-key").text, "contains a secret server key instead of a super secret admin key")
        assert.notInclude(report.output, "1234567890")
      }))

    it.live("a secret key in the place of the publishable one is not sent", () =>
      Effect.gen(function*() {
        const requests: Array<string> = []
        const record: Probe = (request) => {
          requests.push(JSON.stringify(request))
          return Effect.fail(new ProbeFailed({ code: "ECONNREFUSED" }))
        }
        const files = nextApp("https://auth.example.com", "STACK_PUBLISHABLE_CLIENT_KEY=ssk_planted_1234567890\n")
        yield* Effect.provideService(diagnose(files), Probe, record)
        assert.isAbove(requests.length, 0)
        assert.notInclude(requests.join(), "1234567890")
      }))

    it.live("an unknown project is named", () =>
      Effect.gen(function*() {
        const { url } = yield* serveEmulator()
        const files = viteApp(url)
        const report = yield* diagnose({
          ...files,
          ".env.local": files[".env.local"]!.replace(/PROJECT_ID=.*/, "PROJECT_ID=3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11")
        })
        assert.include(report.one("publishable-key").text, "no project with this id")
      }))

    it.live("a missing key is a problem only if the project requires it", () =>
      Effect.gen(function*() {
        const { url } = yield* serveEmulator({ project: { config: { requirePublishableClientKey: true } } })
        assert.include((yield* diagnose(nextApp(url))).one("publishable-key").text, "requires a publishable client key")
        const { url: open } = yield* serveEmulator()
        const report = yield* diagnose(nextApp(open, ""))
        assert.strictEqual(report.one("publishable-key").status, "ok")
        assert.strictEqual(report.one("secret-key").status, "warning")
      }))

    it.live("secret keys are sent neither without encryption nor to another server", () =>
      Effect.gen(function*() {
        const urls: Array<string> = []
        const probe = yield* Probe
        const record: typeof probe = (request) => {
          urls.push(request.url)
          assert.notInclude(JSON.stringify(request), "ssk_")
          return Effect.succeed({
            status: 200,
            header: () => undefined,
            body: request.url.startsWith("http://auth") ? "{\"id\":\"a\",\"config\":{}}" : "<html>"
          })
        }
        for (const url of ["http://auth.example.com", "https://portal.example.com"]) {
          yield* Effect.provideService(diagnose(nextApp(url)), Probe, record)
        }
        assert.isAbove(urls.length, 1)
      }))
  })

  describe("the clock", () => {
    const ahead = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Clock.Clock, (clock) =>
        Effect.provideService(effect, Clock.Clock, {
          ...clock,
          currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
          currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
          sleep: (duration) => clock.sleep(duration)
        }))

    it.live("the clock of this machine is compared with the service's", () =>
      Effect.gen(function*() {
        const { url } = yield* serveEmulator()
        const fast = (yield* ahead(11 * 60_000)(diagnose(nextApp(url)))).one("clock")
        assert.strictEqual(fast.status, "problem")
        assert.match(fast.text, /clock is 6(?:59|60|58) seconds ahead of the service's/)
        const slow = (yield* ahead(-30_000)(diagnose(nextApp(url)))).one("clock")
        assert.strictEqual(slow.status, "warning")
        assert.include(slow.text, "behind the service's")
        assert.strictEqual((yield* ahead(11 * 60_000)(diagnose(viteApp(url)))).one("clock").status, "warning")
      }))
  })

  it.live("a service of 2025 is a warning", () =>
    Effect.gen(function*() {
      const { url } = yield* serveEmulator({ generation: "2025" })
      const report = yield* diagnose(viteApp(url))
      assert.strictEqual(report.one("generation").status, "warning")
      // The tag of an error that exists.
      const { _tag } = new ApiErrors.UnsupportedGeneration({ message: "", actual: "2025", required: "2026" })
      assert.include(report.one("generation").text, `fail with ${_tag}.`)
      assert.strictEqual(report.one("publishable-key").status, "ok")
    }))
})
