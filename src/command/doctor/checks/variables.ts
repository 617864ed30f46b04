import { getAllNames, getUsualName, getVariableNames, getViteNames, removePrefix } from "../../../call/environment.ts"
import { findApiUrlProblem, isProjectId } from "../../../session/apiUrl.ts"
import { isIgnored } from "../../init/isIgnored.ts"
import { type Check, type Finding, makeFindings } from "../Check.ts"
import type { Subject } from "../Subject.ts"
import { getKeyKind, getUsualNameFor, isExposed, type Variable } from "../variables.ts"

/** Checks that the project has an id and the service's address, and that their values have the right form. */
export const checkVariables: Check = (
  subject
) => [checkProjectId(subject), checkApiUrl(subject), ...checkSpaces(subject)]

const checkProjectId = ({ found, project, projectId }: Subject): Finding => {
  const { fail, pass } = makeFindings("project-id")
  const name = getUsualNameFor(project.framework, "projectId")
  const variable = found.projectId
  if (projectId !== undefined) {
    return pass(`The project id is ${describe(projectId)}, from ${origin(variable)}.`)
  }
  if (variable === undefined) {
    return fail(
      "The project id is missing.",
      `Set ${name} to the id that the dashboard shows, or run "npx latchkey init".`,
      `${name}=3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11`
    )
  }
  const kind = getKeyKind(variable.value)
  return fail(
    kind === undefined
      ? `${variable.name} in ${variable.source} is not the id of a project: it must be a UUID, or internal.`
      : `${variable.name} in ${variable.source} contains a ${kind}.`,
    "Copy the project id from the dashboard."
  )
}

const checkApiUrl = ({ apiUrl, emptyAddress, found, hasApiPath }: Subject): Finding => {
  const { fail, pass } = makeFindings("api-url")
  const variable = found.apiUrl
  if (emptyAddress !== undefined) {
    return fail(
      `${emptyAddress.name} in ${emptyAddress.source} is empty.`,
      "Set it to the URL of the API, or remove it to use the hosted service."
    )
  }
  if (apiUrl === undefined) {
    return fail(
      `${variable?.name ?? "apiUrl"} in ${variable?.source ?? "the source code"} is not an address of an API.`,
      "Set it to an absolute URL without /api/v1, credentials, query or hash. Leave it out for the hosted service."
    )
  }
  if (findApiUrlProblem(apiUrl, false) === "https") {
    return fail(
      `The API is at ${apiUrl}, without https on another machine. Everyone on the network can read keys and tokens.`,
      "Use https. For development only, set the option allowInsecureApiUrl."
    )
  }
  return hasApiPath
    ? fail(
      `The address ${apiUrl}/api/v1 contains /api/v1, which the client adds.`,
      "Remove /api/v1 from the address."
    )
    : pass(`The API is at ${apiUrl}${variable === undefined ? "" : `, from ${origin(variable)}`}.`)
}

/** Values with spaces or quotes come from copying. */
const checkSpaces = ({ found }: Subject): ReadonlyArray<Finding> =>
  Object.values(found).filter(({ value }) => /^["'\s]|["'\s]$/.test(value)).map(({ name, source }) =>
    makeFindings("variables").fail(
      `The value of ${name} in ${source} starts or ends with a space or a quote.`,
      "Remove it."
    )
  )

/** Checks that no secret key can reach a browser or a repository. */
export const checkSecrets: Check = ({ project, sources, variables }) => {
  const { fail, pass, skip, warn } = makeFindings("exposed-secret")
  const secrets = variables.filter(isSecret)
  const findings = [
    ...secrets.filter(({ name }) => isExposed(name)).map(({ name, source, value }) =>
      fail(
        `${name} in ${source} contains a ${
          getKeyKind(value) ?? "secret key"
        }, and is part of the code that browsers load.`,
        "Delete the key in the dashboard, create a new one, and name the variable without the prefix.",
        `${removePrefix(name)}=`
      )
    ),
    ...sources.filter(({ text }) => /["'`]s[as]k_[\w-]{12,}["'`]/.test(text)).map(({ path }) =>
      fail(
        `${path} contains a secret key.`,
        "Delete the key in the dashboard, create a new one, and read it from the environment."
      )
    ),
    ...[...new Set(secrets.map(({ source }) => source))]
      .filter((source) => source.startsWith(".env") && !isIgnored(project.folder, source))
      .map((source) =>
        warn(
          `Git does not ignore ${source}, which contains a secret key.`,
          "Add it to .gitignore.",
          source
        )
      )
  ]
  return findings.length > 0 ? findings : [
    secrets.length === 0
      ? skip("No secret key is configured.")
      : pass("No secret key is in the code for browsers, in the source code or in Git.")
  ]
}

const isSecret = ({ name, value }: Variable) => {
  const kind = getKeyKind(value)
  return kind === undefined
    ? /SECRET_SERVER_KEY$|SUPER_SECRET_ADMIN_KEY$/.test(name)
    : kind !== "publishable client key"
}

/** Checks that the framework can read the variables, and that no variable replaces another value unnoticed. */
export const checkNames: Check = ({ found, project: { framework }, variables }) => {
  const { fail, pass, warn } = makeFindings("variable-names")
  const findings: Array<Finding> = []
  if (framework === "vite") {
    for (const option of ["projectId", "publishableClientKey", "apiUrl"] as const) {
      const viteNames = getViteNames(option)
      const other = variables.find(({ name, source }) =>
        source !== "the environment" && !viteNames.includes(name) && getAllNames(option).includes(name)
      )
      if (other === undefined || variables.some(({ name }) => viteNames.includes(name))) continue
      findings.push(fail(
        `Vite does not pass ${other.name} in ${other.source} to the browser.`,
        `Rename it to ${getUsualNameFor(framework, option)}.`
      ))
    }
  } else if (found.apiUrl !== undefined && framework !== undefined) {
    const names = getVariableNames("apiUrl", "SERVER")
    if (!variables.some(({ name, value }) => value !== "" && names.includes(name))) {
      findings.push(fail(
        `The server does not read ${found.apiUrl.name} in ${found.apiUrl.source}.`,
        `Rename it to ${getUsualName("apiUrl")}.`
      ))
    }
  }
  for (const used of Object.values(found)) {
    const replaced = variables.find(({ name, source, value }) =>
      name === used.name && value !== used.value && source !== used.source && !source.includes("production")
    )
    if (replaced === undefined) continue
    findings.push(warn(
      `${used.name} is set twice: ${used.source} replaces ${replaced.source}.`,
      "Remove one of them."
    ))
  }
  return findings.length > 0 ? findings : [pass("The framework reads all variables.")]
}

const origin = (variable: Variable | undefined): string =>
  variable === undefined ? "the source code" : `${variable.name} in ${variable.source}`

/** Returns a public value's last four characters. */
const describe = (value: string): string => isProjectId(value) && value !== "internal" ? `…${value.slice(-4)}` : value
