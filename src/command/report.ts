import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { writeFile } from "node:fs/promises"
import { arch, platform, release } from "node:os"
import { basename, join, relative, resolve } from "node:path"
import type { Recording } from "../recorder/Recording.ts"
import { findApiUrlProblem, hostedApi, isProjectId } from "../session/apiUrl.ts"
import { getRootUrls } from "../session/serviceHosts.ts"
import { codeOf, messageOf } from "../terminal/attempt.ts"
import { type Command, parseOptions } from "./Command.ts"
import { type DoctorHost, makeHost } from "./doctor.ts"
import { runChecks } from "./doctor/runChecks.ts"
import type { Subject } from "./doctor/Subject.ts"
import { getKeyKind, isExposed, type Variable } from "./doctor/variables.ts"
import { findProject } from "./project/Project.ts"
import { readRecording } from "./replay.ts"
import { describeChecks } from "./report/describeChecks.ts"
import { describeReplay, getTimeline, printRecording } from "./report/describeRecording.ts"
import { describeVersions, type SystemVersions } from "./report/describeVersions.ts"
import { type EnvValue, readEnvValues } from "./report/EnvValue.ts"
import { findLeak } from "./report/findLeak.ts"
import { fitReport, type FittedReport, isShort } from "./report/fitReport.ts"
import { printSections, type Section } from "./report/Section.ts"

const help = `Usage: latchkey report [recording] [options]

Packs a bug report into a Markdown file, which you can paste into an issue: versions,
kinds of variables, checks of the configuration, and the recording with its replay. It
contains no key, no project id and no address of your service, and replaces no file.

Options:
  --output <file>         Name of the new file (default: latchkey-report.md, or the next free name)
  --description <text>    What happened, and what you expected
  --offline               Skip the checks that send requests to the service
  --print                 Print the report instead of writing a file
  --help                  Show this help
`

const config = {
  allowPositionals: true,
  options: {
    output: { type: "string" },
    description: { type: "string" },
    offline: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
} as const

export interface ReportHost extends DoctorHost, SystemVersions {}

/** Runs `latchkey report` in the current folder. Fails with a message for the terminal. */
export const report: Command = (args) =>
  Effect.suspend(() =>
    reportIn({
      ...makeHost(),
      system: `${platform()} ${release()} ${arch()}`,
      userAgent: process.env["npm_config_user_agent"]
    }, args)
  )

/** Runs `latchkey report` in a folder. */
export const reportIn = Effect.fnUntraced(function*(
  host: ReportHost,
  args: ReadonlyArray<string>
): Effect.fn.Return<void, string> {
  const { positionals, values: options } = yield* parseOptions(args, config)
  if (options.help) return yield* Console.log(help)
  const [file] = positionals
  if (positionals.length > 1) return yield* Effect.fail(help)
  if (options.print && options.output !== undefined) {
    return yield* Effect.fail("--print and --output exclude each other.")
  }
  const path = file === undefined ? undefined : resolve(host.folder, file)
  const recording = path === undefined ? undefined : yield* readRecording(path)
  const values = yield* readEnvValues(host.folder, host.environment)
  const start = yield* describeProject(host, values, options)
  const { hasRecording, sections } = yield* addRecording(start, recording, file)
  yield* requireNoLeak(sections, recording, values)
  if (!isShort(sections)) return yield* Effect.fail("The text of --description is too long for an issue. Shorten it.")

  const text = printSections(sections)
  if (options.print) return yield* Console.log(text.trimEnd())
  const output = yield* writeNew(host.folder, options.output, text)
  yield* Console.log(
    [
      `Wrote ${output}. No secret of your environment files was found in it.`,
      "Read it, then paste it into an issue.",
      ...hasRecording || file === undefined ? [] : [`Attach ${file} to the issue: it is too long for the text.`]
    ].join("\n")
  )
})

/** Returns the sections that need no recording. The report mentions a project that cannot be read. */
const describeProject = Effect.fnUntraced(function*(
  host: ReportHost,
  values: ReadonlyArray<EnvValue>,
  { description, offline }: { readonly description?: string | undefined; readonly offline: boolean }
): Effect.fn.Return<ReadonlyArray<Section>> {
  const project = yield* Effect.orElseSucceed(findProject(host.folder), () => undefined)
  const first: ReadonlyArray<Section> = [
    {
      title: "Description",
      text: description?.trim() || "_Describe what happened, what you expected, and in which browser._"
    },
    { title: "Versions", text: describeVersions(project, host) }
  ]
  if (project === undefined) return first
  const results = yield* runChecks(project, { ...host, origin: undefined, isOffline: offline })
  const left = offline ? "The checks that send requests were skipped, with `--offline`.\n\n" : ""
  return [
    ...first,
    { title: "Configuration", text: describeConfiguration(results.subject) },
    { title: "Checks", text: left + describeChecks(results, values) }
  ]
})

const addRecording = Effect.fnUntraced(function*(
  sections: ReadonlyArray<Section>,
  recording: Recording | undefined,
  file: string | undefined
): Effect.fn.Return<FittedReport> {
  if (recording === undefined || file === undefined) {
    const text = "_None. `Recorder.export` creates one, and the DevTools have a button for it._"
    return { sections: [...sections, { title: "Recording", text }], hasRecording: false }
  }
  return fitReport([...sections, { title: "Replay", text: yield* describeReplay(recording) }], {
    file: basename(file),
    timeline: getTimeline(recording),
    recording: printRecording(recording)
  })
})

/** Fails if a section, or a recording that the user attaches, contains an environment variable's value. */
const requireNoLeak = (
  sections: ReadonlyArray<Section>,
  recording: Recording | undefined,
  values: ReadonlyArray<EnvValue>
): Effect.Effect<void, string> => {
  const all = recording === undefined
    ? sections
    : [...sections, { title: "Recording", text: JSON.stringify(recording) }]
  for (const { text, title } of all) {
    const leak = findLeak(text, values)
    if (leak === undefined) continue
    const { spelling, variable: { name, source } } = leak
    const encoding = spelling === "plain" ? "" : `, ${spelling}`
    return Effect.fail(
      `The section "${title}" contains the value of ${name} in ${source}${encoding}. No report was written.\n${
        title === "Description"
          ? "Remove the value from --description."
          : title === "Versions" || title === "Configuration" || title === "Checks"
          ? "Report this as a bug of Latchkey."
          : "Remove the value from the recording. If Recorder.export put it there, report this as a bug of Latchkey."
      }`
    )
  }
  return Effect.void
}

/** Writes a file that does not exist. Without a name, takes the next free one. Returns the path for messages. */
const writeNew = (folder: string, name: string | undefined, text: string): Effect.Effect<string, string> => {
  const write = (path: string) =>
    Effect.tryPromise({
      try: () => writeFile(path, text, { flag: "wx" }),
      catch: (error) => codeOf(error) === "EEXIST" ? "exists" : messageOf(error)
    })
  if (name !== undefined) {
    return Effect.as(write(resolve(folder, name)), name).pipe(
      Effect.mapError((problem) =>
        problem === "exists"
          ? `${name} exists already. Choose another name with --output, or delete the file.`
          : `Cannot write ${name}: ${problem}`
      )
    )
  }
  const next = (number: number): Effect.Effect<string, string> => {
    const path = join(folder, `latchkey-report${number === 1 ? "" : `-${number}`}.md`)
    return Effect.as(write(path), relative(folder, path)).pipe(
      Effect.catch((problem) =>
        problem === "exists" ? next(number + 1) : Effect.fail(
          `Cannot write ${basename(path)}: ${problem}\nPass --output with a file in another folder, or --print.`
        )
      )
    )
  }
  return next(1)
}

const describeConfiguration = ({ apiUrl, variables }: Subject): string => {
  const lines = variables.map((variable) => {
    const exposure = isExposed(variable.name) ? ", in the code for browsers" : ""
    return `\`${variable.name}\` in ${variable.source}: ${describeValue(variable)}${exposure}`
  })
  return [
    `Service: ${apiUrl === undefined ? "the address is invalid" : describeService(apiUrl)}`,
    ...lines.length === 0 ? ["No variable of Latchkey is set"] : lines
  ].map((line) => `- ${line}`).join("\n")
}

const describeService = (apiUrl: string): string =>
  getRootUrls(hostedApi).includes(apiUrl)
    ? "hosted"
    : `self-hosted${loopback.test(apiUrl) ? ", on this machine" : apiUrl.startsWith("https:") ? "" : ", without https"}`

const loopback = /^https?:\/\/(?:[^/]*\.)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/

const describeValue = ({ name, value }: Variable): string => {
  if (value === "") return "empty"
  const text = value.trim()
  return `${describeText(name, text)}${text === value ? "" : ", with spaces around it"}`
}

const describeText = (name: string, text: string): string => {
  const kind = getKeyKind(text)
  if (kind !== undefined) return kind
  if (isProjectId(text)) return text === "internal" ? "project id of the dashboard" : "project id"
  if (findApiUrlProblem(text, true) === undefined) return `address, ${describeService(text)}`
  if (name.endsWith("URL")) return "not an address"
  if (name.endsWith("PROJECT_ID")) return "not a project id"
  return name.endsWith("KEY") ? "not a key" : "text"
}
