import * as Redacted from "effect/Redacted"
import { findApiUrlProblem, hostedApi, isProjectId, normalizeApiUrl } from "../../session/apiUrl.ts"
import type { Framework } from "../project/Framework.ts"
import type { Project } from "../project/Project.ts"
import { readSources, type SourceFile } from "./sources.ts"
import {
  findEmptyAddress,
  findVariable,
  getVariableNames,
  type OptionName,
  readVariables,
  type Variable
} from "./variables.ts"

/** The subject of all checks: the project, its variables, and the resulting options. */
export type Subject = ReturnType<typeof makeSubject>

export interface SubjectOptions {
  /** The option `--origin`. */
  readonly origin: URL | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `false` if the machine has no network but its own. */
  readonly isConnected: boolean
}

/** Reads a project. Never fails. */
export const makeSubject = (project: Project, options: SubjectOptions) => {
  const { environment, origin } = options
  const { folder, framework } = project
  const variables = readVariables(folder, framework, environment)
  const found: Readonly<Partial<Record<OptionName, Variable>>> = Object.fromEntries(
    Object.entries(getVariableNames(framework)).flatMap(([option, names]) => {
      const variable = findVariable(variables, names)
      return variable === undefined ? [] : [[option, variable]]
    })
  )
  const sources = readSources(folder)
  const projectId = found.projectId?.value ?? findInCode(sources, "projectId")
  const given = found.apiUrl?.value ?? findInCode(sources, "apiUrl")
  const emptyAddress = given === undefined ? findEmptyAddress(variables) : undefined
  const address = emptyAddress === undefined ? given ?? hostedApi : ""
  const problem = findApiUrlProblem(address, true)
  // The other checks use the address without the API's path.
  const apiUrl = problem === undefined || problem === "apiRoot" ? normalizeApiUrl(address) : undefined
  const root = apiUrl?.replace(/\/api\/v1$/, "")
  const secret = (variable: Variable | undefined) => variable && Redacted.make(variable.value)
  return {
    project,
    variables,
    found,
    /** A valid project id, from a variable or the source code. */
    projectId: isProjectId(projectId) ? projectId : undefined,
    publishableClientKey: found.publishableClientKey?.value ?? findInCode(sources, "publishableClientKey"),
    secretServerKey: secret(found.secretServerKey),
    superSecretAdminKey: secret(found.superSecretAdminKey),
    /** The API's valid address, without a trailing slash. `undefined` if the configured one is invalid. */
    apiUrl: root,
    /** `true` if the configured address ends with the path that the client adds. `apiUrl` does not have it. */
    hasApiPath: root !== apiUrl,
    /** An empty variable for the address, if no other one has a value. No request is sent to the hosted service then. */
    emptyAddress,
    origin: origin ?? (framework && defaultOrigins[framework]),
    host: options,
    /** The domain that shares the cookies, if the source code sets the option. */
    cookieDomain: findInCode(sources, "domain"),
    sources
  }
}

const defaultOrigins: Readonly<Partial<Record<Framework, URL>>> = {
  vite: new URL("http://localhost:5173"),
  next: new URL("http://localhost:3000")
}

/** Finds an option that the app's code sets to a text, such as `projectId="…"`. */
const findInCode = (sources: ReadonlyArray<SourceFile>, option: string): string | undefined => {
  const pattern = new RegExp(`\\b${option}(?:=|: )\\{?["']([^"'\\s]+)["']`)
  for (const { path, text } of sources) {
    if (/\.(?:test|spec|stories)\./.test(path) || !text.includes("latchkey")) continue
    const value = pattern.exec(text)?.[1]
    if (value !== undefined) return value
  }
  return undefined
}
