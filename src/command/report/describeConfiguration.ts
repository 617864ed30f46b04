/** The configuration in a report: names of variables, and kinds of their values. */
import { findApiUrlProblem, hostedApi, isProjectId } from "../../session/apiUrl.ts"
import { getRootUrls } from "../../session/serviceHosts.ts"
import type { Subject } from "../doctor/Subject.ts"
import { getKeyKind, isExposed, type Variable } from "../doctor/variables.ts"

/** Returns a Markdown list of the service's variables and. It contains no value. */
export const describeConfiguration = ({ apiUrl, variables }: Subject): string => {
  const lines = variables.map((variable) =>
    `\`${variable.name}\` in ${variable.source}: ${describeValue(variable)}${
      isExposed(variable.name) ? ", in the code for browsers" : ""
    }`
  )
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
  const kind = getKeyKind(text)
  const spaces = text === value ? "" : ", with spaces around it"
  if (kind !== undefined) return `${kind}${spaces}`
  if (isProjectId(text)) return `project id${text === "internal" ? " of the dashboard" : ""}${spaces}`
  if (findApiUrlProblem(text, true) === undefined) return `address, ${describeService(text)}${spaces}`
  if (name.endsWith("URL")) return `not an address${spaces}`
  if (name.endsWith("PROJECT_ID")) return `not a project id${spaces}`
  if (name.endsWith("KEY")) return `not a key${spaces}`
  return `text${spaces}`
}
