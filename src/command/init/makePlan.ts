import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { isObject } from "../../wire/parseJson.ts"
import { parseEnvFile } from "../project/envFile.ts"
import { foldersFrom, isFile, isFolder, parseObject, readObject, readText } from "../project/files.ts"
import { getInstallCommand } from "../project/PackageManager.ts"
import type { Project } from "../project/Project.ts"
import { isIgnored } from "./isIgnored.ts"
import {
  emulatorCommand,
  type Service,
  type Start,
  type StartEdit,
  type StartFile,
  type StartScript,
  type Step
} from "./Start.ts"

/** Plans a start. Reads the project, and changes nothing. */
export const makePlan = (project: Project, service: Service, start: Start): ReadonlyArray<Step> => [
  planVariables(project, service, start),
  ...planIgnore(project, start),
  ...start.files.map((file) => planFile(project, file)),
  ...start.edits.map((edit) => planEdit(project, edit)),
  ...service.isEmulator ? [planScript(project, start.script)] : [],
  ...planPackages(project, start)
]

const planFile = ({ folder }: Project, { alternatives = [], content, isDone, path, purpose }: StartFile): Step => {
  for (const candidate of [path, ...alternatives]) {
    const source = readText(join(folder, candidate))
    if (source === undefined) continue
    if (source === content || isDone(source)) return { _tag: "Done", path: candidate }
    return { _tag: "ByHand", path: candidate, lines: content, purpose }
  }
  return { _tag: "Create", path, content, purpose }
}

const planEdit = ({ folder }: Project, { edit, isDone, lines, paths, purpose }: StartEdit): Step => {
  for (const path of paths) {
    const before = readText(join(folder, path))
    if (before === undefined) continue
    if (isDone(before)) return { _tag: "Done", path }
    const after = edit(before)
    return after === undefined
      ? { _tag: "ByHand", path, lines, purpose }
      : { _tag: "Edit", path, before, after, purpose }
  }
  return { _tag: "ByHand", path: paths[0]!, lines, purpose }
}

/** Plans the file with the environment variables. Variables that any project file sets are never changed. */
const planVariables = ({ folder }: Project, { isEmulator }: Service, { envFile, variables }: Start): Step => {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined)
  const set = readVariableNames(folder)
  const lines = given.filter(([name]) => !set.has(name)).map(([name, value]) => `${name}=${value}`)
  if (lines.length === 0) return { _tag: "Done", path: envFile }
  const purpose = isEmulator
    ? "Connects the app to the emulator, which needs no account. Replace the values with those of your project later."
    : "Connects the app to your project."
  if (lines.length < given.length || readText(join(folder, envFile)) !== undefined) {
    return { _tag: "ByHand", path: envFile, lines: lines.join("\n"), purpose }
  }
  const comment = isEmulator
    ? `The emulator of the script "dev". For your project, copy the values from the dashboard.`
    : "The dashboard of the service has these values."
  return { _tag: "Create", path: envFile, content: `# ${comment}\n${lines.join("\n")}\n`, purpose }
}

/** Returns the variable names in a project's files. */
export const readVariableNames = (folder: string): ReadonlySet<string> =>
  new Set(envFiles.flatMap((name) => parseEnvFile(readText(join(folder, name)) ?? "")).map(({ name }) => name))

/** The files that frameworks read in development. */
const envFiles = [".env", ".env.local", ".env.development", ".env.development.local"]

/** Plans that Git ignores the file with the variables, which will have secrets. */
const planIgnore = ({ folder }: Project, { envFile }: Start): ReadonlyArray<Step> => {
  if (isIgnored(folder, envFile)) return []
  const purpose = `Keeps ${envFile} out of Git, because it will have secrets.`
  return isFile(join(folder, ".gitignore"))
    ? [{ _tag: "ByHand", path: ".gitignore", lines: envFile, purpose }]
    : [{ _tag: "Create", path: ".gitignore", content: `node_modules\n${envFile}\n`, purpose }]
}

/** Adds the script `dev`, or lets a template's script run beside the emulator. The user changes any other script. */
const planScript = ({ manifest }: Project, { command, template }: StartScript): Step => {
  const path = "package.json"
  const current = manifest.scripts["dev"]
  if (current?.includes("latchkey emulator") === true) return { _tag: "Done", path }
  const dev = emulatorCommand(current ?? command)
  if (current !== undefined && !template.test(current)) {
    return {
      _tag: "ByHand",
      path,
      lines: `"dev": ${JSON.stringify(emulatorCommand("<command>"))}`,
      purpose: `Starts the emulator with the app. The script "dev" is custom, and was not changed.`
    }
  }
  if (manifest.rewriteProblem !== undefined) {
    return {
      _tag: "ByHand",
      path,
      lines: `"dev": ${JSON.stringify(dev)}`,
      purpose: `Starts the emulator with the app. The file ${manifest.rewriteProblem}, and was not changed.`
    }
  }
  return {
    _tag: "Edit",
    path,
    before: manifest.text,
    after: setScript(manifest.text, "dev", dev),
    purpose: "Starts the emulator with the app, and stops it with the app."
  }
}

/** Sets a script, and keeps the file's indentation and line ends, as npm does. */
const setScript = (text: string, name: string, command: string): string => {
  const manifest = parseObject(text)
  const scripts = manifest?.["scripts"]
  const indentation = /^[{[]\r?\n([\t ]+)/.exec(text.trimStart())?.[1] ?? "  "
  const json = JSON.stringify(
    { ...manifest, scripts: { ...isObject(scripts) ? scripts : {}, [name]: command } },
    undefined,
    indentation
  )
  const lines = text.endsWith("\n") ? `${json}\n` : json
  return text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines
}

const planPackages = ({ folder, manifest, packageManager }: Project, { packages }: Start): ReadonlyArray<Step> => {
  const missing = ["latchkey", "effect", ...packages].filter((name, index, all) =>
    all.indexOf(name) === index && manifest.dependencies[name] === undefined
  )
  if (missing.length === 0) {
    const isInstalled = foldersFrom(folder).some((folder) => isFolder(join(folder, "node_modules/latchkey")))
    return isInstalled ? [] : [{
      _tag: "Run",
      command: [packageManager, "install"],
      purpose: "Installs the packages of the project."
    }]
  }
  const specifiers = missing.map((name) => name === "latchkey" ? getOwnSpecifier(folder) : `${name}@^4.1.0`)
  const purpose = missing.includes("latchkey") && missing.includes("effect")
    ? "Installs Latchkey, and Effect, its peer dependency."
    : "Installs the packages that the start imports."
  if (manifest.rewriteProblem !== undefined) {
    return [{
      _tag: "ByHand",
      path: "package.json",
      lines: specifiers.map((one) => one.replace(/^(.+?)@(.+)$/, "\"$1\": \"$2\"")).join(",\n"),
      // The package manager would rewrite the file too.
      purpose: `${purpose} The file ${manifest.rewriteProblem}, and was not changed. In "dependencies".`
    }]
  }
  return [{ _tag: "Run", command: getInstallCommand(packageManager, specifiers), purpose }]
}

/** Returns the specifier of the running Latchkey: `latchkey@^0.1.0`, or the file or repository that npm installed it from. */
export const getOwnSpecifier = (folder: string, module: string = fileURLToPath(import.meta.url)): string => {
  const own = foldersFrom(dirname(module)).find((folder) =>
    readObject(join(folder, "package.json"))?.["name"] === "latchkey"
  )
  if (own === undefined) return "latchkey"
  const version = readObject(join(own, "package.json"))?.["version"]
  // npx installs a package in a separate folder, and records its source there.
  const root = dirname(dirname(own))
  const packages = readObject(join(root, "node_modules/.package-lock.json"))?.["packages"]
  const entry = isObject(packages) ? packages["node_modules/latchkey"] : undefined
  const source = isObject(entry) ? entry["resolved"] : undefined
  if (typeof source === "string" && source.startsWith("file:")) {
    const path = relative(folder, resolve(root, source.slice("file:".length)))
    return path.startsWith(".") ? path : `./${path}`
  }
  if (typeof source === "string" && source.startsWith("git")) return source
  return typeof version === "string" ? `latchkey@^${version}` : "latchkey"
}
