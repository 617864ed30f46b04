import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import { toNewerName } from "../call/environment.ts"
import { clientOptions, serverOptions } from "../emulator/state/projectOptions.ts"
import { escapeLines } from "../replay/escapeControls.ts"
import { findApiUrlProblem, isProjectId } from "../session/apiUrl.ts"
import { type Command, parseOptions } from "./Command.ts"
import { effectServerStart } from "./init/effectServerStart.ts"
import { makePlan, readVariableNames } from "./init/makePlan.ts"
import { nextStart } from "./init/nextStart.ts"
import { nodeStart } from "./init/nodeStart.ts"
import { requireFramework } from "./init/requireFramework.ts"
import type { Service, Start, StartInput, Step } from "./init/Start.ts"
import { Terminal } from "./init/Terminal.ts"
import { viteStart } from "./init/viteStart.ts"
import { type Framework, frameworkNames, frameworks } from "./project/Framework.ts"
import { getExecCommand, getRunCommand } from "./project/PackageManager.ts"
import { findProject, type Project } from "./project/Project.ts"

const help = `Usage: latchkey init [options]

Adds a working start to the project of the current folder: the files, the variables and the script that sign a user in. It runs
against the emulator, which needs no account. Existing files are never overwritten.

Options:
  --dry-run                Print all steps and the content of all files, and change nothing
  --framework <name>       ${frameworks.join(", ")} (default: detected)
  --project-id <id>        Connect to your own project instead of the emulator
  --api-url <url>          Address of a self-hosted service, with --project-id (default: the hosted service)
  --yes                    Skip the confirmation
  --help                   Show this help
`

const config = {
  options: {
    "dry-run": { type: "boolean", default: false },
    framework: { type: "string" },
    "api-url": { type: "string" },
    "project-id": { type: "string" },
    yes: { type: "boolean", short: "y", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
} as const

const starts: Readonly<Record<Framework, (input: StartInput) => Start>> = {
  vite: viteStart,
  next: nextStart,
  node: nodeStart,
  "effect-server": effectServerStart
}

/** Runs `latchkey init` in the current folder. Fails with a message for the terminal, also if a step is left to the user. */
export const init: Command = (args) => initIn(process.cwd(), args)

/** Runs `latchkey init` in a folder. */
export const initIn = (start: string, args: ReadonlyArray<string>): Effect.Effect<void, string> =>
  Effect.mapError(run(start, args), escapeLines)

/** Prints a text without control characters: the project's names and lines could change the terminal. */
const print = (text: string) => Console.log(escapeLines(text))

const run = Effect.fnUntraced(function*(
  start: string,
  args: ReadonlyArray<string>
): Effect.fn.Return<void, string> {
  const { values } = yield* parseOptions(args, config)
  if (values.help) return yield* Console.log(help)
  const service = yield* makeService(values["project-id"], values["api-url"])
  const project = yield* findProject(start)
  const framework = yield* requireFramework(project, values.framework)
  const template = useProjectNames(starts[framework]({ project, service }), readVariableNames(project.folder))
  const steps = makePlan(project, service, template)
  const isDryRun = values["dry-run"]

  yield* print(`Latchkey in ${project.manifest.name ?? project.folder} (${frameworkNames[framework]})\n`)
  for (const step of steps) yield* print(printStep(step, isDryRun))
  if (isDryRun) return yield* Console.log("\nThis was a dry run: nothing was changed.")

  const work = steps.filter(({ _tag }) => _tag !== "Done" && _tag !== "ByHand")
  const { confirm, isInteractive } = yield* Terminal
  if (work.length > 0 && isInteractive && !values.yes && !(yield* confirm("\nContinue?"))) {
    return yield* Effect.fail("Nothing was changed.")
  }
  for (const step of work) yield* applyStep(step, project.folder)
  yield* reportEnd(project, service, template, steps)
})

/** Uses a project's variables with the newer brand's name. On servers, they would take precedence over the start's. */
const useProjectNames = (start: Start, names: ReadonlySet<string>): Start => {
  const renamed = new Map(
    Object.keys(start.variables).flatMap((name) => {
      const newer = toNewerName(name)
      return names.has(newer) && !names.has(name) ? [[name, newer] as const] : []
    })
  )
  const rename = (text: string) => text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => renamed.get(name) ?? name)
  return {
    ...start,
    variables: Object.fromEntries(Object.entries(start.variables).map(([name, value]) => [rename(name), value])),
    files: start.files.map((file) => ({ ...file, content: rename(file.content) }))
  }
}

const reportEnd = Effect.fnUntraced(function*(
  { packageManager }: Project,
  { isEmulator }: Service,
  { envFile, tryIt, variables }: Start,
  steps: ReadonlyArray<Step>
): Effect.fn.Return<void, string> {
  const left = steps.filter(({ _tag }) => _tag === "ByHand").length
  if (left > 0) {
    const steps = left === 1 ? "1 step is" : `${left} steps are`
    return yield* Effect.fail(`\n${steps} left to you, marked "by hand". Existing files are not overwritten.`)
  }
  const [missing] = isEmulator ? [] : Object.keys(variables).filter((name) => variables[name] === "")
  const lines = [
    ...missing === undefined ? [] : [`Set ${missing} in ${envFile}. The dashboard of your project creates the key.`],
    `Run "${getRunCommand(packageManager, "dev")}".`,
    ...tryIt,
    `"${getExecCommand(packageManager)} latchkey doctor" checks the configuration.`
  ]
  yield* print(`\nNext:\n${lines.map((line) => `  ${line}`).join("\n")}`)
})

/** Returns the emulator, or the service in the options. Fails with a message for the terminal. */
const makeService = (projectId: string | undefined, apiUrl: string | undefined): Effect.Effect<Service, string> => {
  if (projectId === undefined) {
    return apiUrl === undefined
      ? Effect.succeed({
        isEmulator: true,
        projectId: clientOptions.projectId,
        apiUrl: "http://127.0.0.1:8102",
        publishableClientKey: clientOptions.publishableClientKey,
        secretServerKey: Redacted.value(serverOptions.secretServerKey)
      })
      : Effect.fail("--api-url needs --project-id, the id of a project of that service.")
  }
  if (!isProjectId(projectId)) return Effect.fail("--project-id must be a UUID, or internal.")
  if (apiUrl !== undefined && findApiUrlProblem(apiUrl, false) !== undefined) {
    return Effect.fail("--api-url must be an absolute https URL, or an http URL of this machine.")
  }
  return Effect.succeed({ isEmulator: false, projectId, apiUrl })
}

const applyStep = (step: Step, folder: string): Effect.Effect<void, string> =>
  Effect.flatMap(Terminal, ({ run, write }) => {
    switch (step._tag) {
      case "Create":
        return write(join(folder, step.path), step.content, { isNew: true }).pipe(
          Effect.mapError((reason) => `${step.path} cannot be created: ${reason}`)
        )
      case "Edit":
        return write(join(folder, step.path), step.after, { isNew: false }).pipe(
          Effect.mapError((reason) => `${step.path} cannot be changed: ${reason}`)
        )
      case "Run":
        return Effect.flatMap(run(step.command, folder), (code) =>
          code === 0 ? Effect.void : Effect.fail(
            `"${step.command.join(" ")}" ended with the exit code ${code}. Run it again in ${folder}.`
          ))
      case "ByHand":
      case "Done":
        return Effect.void
    }
  })

const printStep = (step: Step, isFull: boolean): string => {
  switch (step._tag) {
    case "Create":
      return entry("create", step.path, step.purpose, isFull ? step.content.trimEnd() : "")
    case "Edit":
      return entry("edit", step.path, step.purpose, diff(step.before, step.after))
    case "Run":
      return entry("run", step.command.join(" "), step.purpose)
    case "ByHand":
      return entry("by hand", step.path, `${step.purpose} Add:`, step.lines.trimEnd())
    case "Done":
      return `  ${"done".padEnd(9)}${step.path}`
  }
}

const entry = (verb: string, subject: string, purpose: string, lines = "") => {
  const body = lines === "" ? purpose : `${purpose}\n\n${indent(lines, 2)}\n`
  return `  ${verb.padEnd(9)}${subject}\n${indent(body, 11)}`
}

const indent = (text: string, spaces: number) => text.replaceAll(/^(?=.)/gm, " ".repeat(spaces))

const diff = (before: string, after: string): string => {
  const old = before.split("\n")
  const now = after.split("\n")
  const removed = old.filter((line) => !now.includes(line))
  const added = now.filter((line) => !old.includes(line))
  return [...removed.map((line) => `- ${line.trimEnd()}`), ...added.map((line) => `+ ${line.trimEnd()}`)].join("\n")
}
