/** Shared by the tests of `latchkey doctor`: projects, services, and reports. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net"
import { doctorIn } from "../../../src/command/doctor.ts"
import type { Finding } from "../../../src/command/doctor/Check.ts"
import { type Files, makeFolder, run } from "../support.ts"

export const projectId = Emulator.clientOptions.projectId

const packageOf = (name: string, version: string, rest: object = {}) => JSON.stringify({ name, version, ...rest })

/** The installed packages of an app, as npm writes them. */
export const installed: Files = {
  "node_modules/latchkey/package.json": packageOf("latchkey", "0.1.0", {
    peerDependencies: { effect: "^4.1.0", react: "^18.3.0 || ^19.0.0", next: "^16.0.0" }
  }),
  "node_modules/effect/package.json": packageOf("effect", "4.1.0"),
  "node_modules/react/package.json": packageOf("react", "19.3.1")
}

/** An app with Vite as `init` leaves it. */
export const viteApp = (url: string, variables = ""): Files => ({
  ...installed,
  ".git/HEAD": "",
  "package.json": JSON.stringify({
    name: "my-app",
    scripts: { dev: "latchkey emulator -- vite" },
    dependencies: { latchkey: "^0.1.0", effect: "^4.1.0", react: "^19.0.0" },
    devDependencies: { vite: "^8.0.0" }
  }),
  ".gitignore": "*.local\n",
  ".env.local": `VITE_STACK_PROJECT_ID=${projectId}\nVITE_STACK_PUBLISHABLE_CLIENT_KEY=pck_emulator\n` +
    `VITE_STACK_API_URL=${url}\n${variables}`,
  "src/Auth.tsx": "import { HandlerPage } from \"latchkey/react\"\n"
})

/** An app with Next.js as `init` leaves it. */
export const nextApp = (url: string, variables = "STACK_SECRET_SERVER_KEY=ssk_emulator\n"): Files => ({
  ...installed,
  "node_modules/next/package.json": packageOf("next", "16.4.3"),
  ".git/HEAD": "",
  "package.json": JSON.stringify({
    name: "my-app",
    dependencies: { latchkey: "^0.1.0", effect: "^4.1.0", next: "16.4.3", react: "^19.0.0" }
  }),
  ".gitignore": ".env*\n",
  ".env.local": `NEXT_PUBLIC_STACK_PROJECT_ID=${projectId}\nNEXT_PUBLIC_STACK_API_URL=${url}\n${variables}`,
  "app/handler/[...page]/page.tsx": "import { HandlerPage } from \"latchkey/react\"\n"
})

/** Serves the emulator. */
export const serveEmulator = (options: Emulator.Options = {}) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator.Emulator
    const { url } = yield* serve()
    return { url, emulator }
  }).pipe(Effect.provide(Emulator.layerWithoutTransport(options)))

/** Serves the responses of a function, and returns the address. */
export const serveResponses = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** Answers connections by a function, and returns the host. */
export const serveSockets = (answer: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly host: string; readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createSocketServer((socket) => {
        sockets.add(socket.on("error", () => undefined))
        answer(socket)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        }
        resume(Effect.succeed({ host: `127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

export interface Report {
  readonly output: string
  readonly failure: string | undefined
  readonly findings: ReadonlyArray<Finding>
  /** Returns the findings of a check. */
  readonly get: (check: string) => ReadonlyArray<Finding>
  /** Returns the only finding of a check. */
  readonly one: (check: string) => Finding
}

interface Options {
  readonly environment?: Readonly<Record<string, string>>
  readonly nodeVersion?: string
  readonly isConnected?: boolean
}

/** Runs `latchkey doctor --json` in a new project. */
export const diagnose = Effect.fnUntraced(function*(
  files: Files,
  args: ReadonlyArray<string> = [],
  { environment = {}, isConnected = true, nodeVersion = "24.21.0" }: Options = {}
) {
  const folder = yield* makeFolder(files)
  const host = { folder, environment, isConnected, nodeVersion }
  const { failure, output } = yield* run(doctorIn(host, ["--json", ...args]))
  const { checks, status } = JSON.parse(output) as { readonly checks: ReadonlyArray<Finding>; readonly status: string }
  assert.strictEqual(failure !== undefined, status === "problem")
  for (const { check, fix, status } of checks) {
    assert.strictEqual(fix !== undefined, status === "problem" || status === "warning", `${check} needs a fix`)
  }
  const get = (check: string) => checks.filter((finding) => finding.check === check)
  const one = (check: string) => {
    const [finding, ...others] = get(check)
    assert.isDefined(finding, `no finding of ${check} in ${output}`)
    assert.deepStrictEqual(others, [])
    return finding
  }
  return { output, failure, findings: checks, get, one } satisfies Report
})

export const summary = ({ findings }: Report) =>
  findings.filter(({ status }) => status !== "ok").map(({ check, status }) => `${status} ${check}`)
