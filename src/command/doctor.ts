import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { networkInterfaces } from "node:os"
import { escapeLines } from "../replay/escapeControls.ts"
import { type Command, parseOptions } from "./Command.ts"
import { printCounts, printJson, printText, removeSecrets } from "./doctor/report.ts"
import { type CheckOptions, runChecks } from "./doctor/runChecks.ts"
import { frameworkNames } from "./project/Framework.ts"
import { findProject } from "./project/Project.ts"

const help = `Usage: latchkey doctor [options]

Checks the configuration of the project in the current folder against the service, and prints the fix for each problem. It changes
nothing, and prints no secret. The exit code is 1 if there is a problem.

Options:
  --origin <url>    Origin of the app's pages (default http://localhost:5173 for Vite, http://localhost:3000 for Next.js)
  --fix-hints       Print lines to copy for each fix: commands, variables, code
  --json            Print the report as JSON
  --help            Show this help
`

const config = {
  options: {
    origin: { type: "string" },
    "fix-hints": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
} as const

export interface DoctorHost extends Pick<CheckOptions, "environment" | "isConnected" | "nodeVersion"> {
  readonly folder: string
}

/** Runs `latchkey doctor` in the current folder. Fails with a list of the problems. */
export const doctor: Command = (args) => Effect.suspend(() => doctorIn(makeHost(), args))

export const makeHost = (): DoctorHost => ({
  folder: process.cwd(),
  environment: process.env,
  isConnected: Object.values(networkInterfaces()).flat().some((address) => address?.internal === false),
  nodeVersion: process.versions.node
})

/** Runs `latchkey doctor` for a project. */
export const doctorIn = (host: DoctorHost, args: ReadonlyArray<string>): Effect.Effect<void, string> =>
  Effect.mapError(run(host, args), escapeLines)

const run = Effect.fnUntraced(function*(
  { folder, ...host }: DoctorHost,
  args: ReadonlyArray<string>
): Effect.fn.Return<void, string> {
  const { values } = yield* parseOptions(args, config)
  if (values.help) return yield* Console.log(help)
  const origin = yield* parseOrigin(values.origin)
  const project = yield* findProject(folder)
  const { findings, subject } = yield* runChecks(project, { ...host, origin, isOffline: false })
  const { framework, manifest } = project
  const title = `Latchkey in ${manifest.name ?? project.folder} (${
    framework === undefined ? "no framework" : frameworkNames[framework]
  })`
  const report = values.json
    ? printJson(findings)
    : `${title}\n\n${printText(findings, { isFull: values["fix-hints"] })}\n\n${printCounts(findings)}`
  // The project's names and variables could change the terminal.
  yield* Console.log(escapeLines(removeSecrets(report, subject)))
  const problems = new Set(findings.flatMap(({ check, status }) => status === "problem" ? [check] : []))
  if (problems.size > 0) return yield* Effect.fail(`Problems: ${[...problems].join(", ")}`)
})

const parseOrigin = (text: string | undefined): Effect.Effect<URL | undefined, string> => {
  if (text === undefined) return Effect.succeed(undefined)
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== ""
    ? Effect.fail("--origin must be the origin of the app's pages, such as https://app.example.com")
    : Effect.succeed(new URL(url.origin))
}
