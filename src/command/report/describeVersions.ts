import { version } from "../../emulator/version.ts"
import { findDependents, readInstalled } from "../doctor/installedPackages.ts"
import { findOtherFrameworks, frameworkNames } from "../project/Framework.ts"
import type { Project } from "../project/Project.ts"

export interface SystemVersions {
  readonly nodeVersion: string
  /** Such as `linux 6.8.0 x64`. */
  readonly system: string
  /** The package manager that runs the command, such as `npm/11.6.0 node/v24.21.0`. */
  readonly userAgent: string | undefined
}

const packages = [
  "latchkey",
  "effect",
  "react",
  "next",
  "vite",
  "react-native",
  "expo",
  "@effect/platform-node",
  "redis",
  "typescript"
]

/** Returns the installed versions as a Markdown list. */
export const describeVersions = (project: Project | undefined, system: SystemVersions): string =>
  [
    ...project === undefined ? [`latchkey ${version} (this command)`] : describePackages(project),
    `Framework: ${describeFramework(project)}`,
    `Node.js ${system.nodeVersion}`,
    ...project === undefined ? [] : [`Package manager: ${describeManager(project, system.userAgent)}`],
    `Operating system: ${system.system}`
  ].map((line) => `- ${line}`).join("\n")

const describePackages = (project: Project): ReadonlyArray<string> => {
  const { folder } = project
  return packages.flatMap((name) => {
    const found = readInstalled(folder, name)
    if (found === undefined) return name === "latchkey" || name === "effect" ? [`${name} is not installed`] : []
    if (name === "effect") return [`effect ${found.version}${describeCopies(project, found.folder)}`]
    const isOther = name === "latchkey" && found.version !== version
    return [`${name} ${found.version}${isOther ? ` (this command: ${version})` : ""}`]
  })
}

/** Describes copies of Effect other than the app's. One copy's services are missing in the other. */
const describeCopies = ({ folder }: Project, own: string): string => {
  const latchkey = readInstalled(folder, "latchkey")
  const dependents = findDependents(latchkey === undefined ? [folder] : [folder, latchkey.folder], "effect")
  const others = dependents.filter(({ copy }) => copy.folder !== own)
  return others.length === 0
    ? ""
    : `, and other copies: ${
      others.map(({ copy, isPeer, name }) => `${copy.version} of ${name}${isPeer ? "" : " (private)"}`).join(", ")
    }`
}

const describeFramework = (project: Project | undefined): string => {
  if (project === undefined) return "unknown, because no package.json can be read"
  const others = findOtherFrameworks(project.manifest)
  return project.framework === undefined
    ? others.length === 0 ? "none was detected" : others.join(", ")
    : frameworkNames[project.framework]
}

const describeManager = ({ packageManager }: Project, userAgent = ""): string => {
  const [name, running] = (userAgent.split(" ")[0] ?? "").split("/")
  return name === packageManager && running !== undefined ? `${packageManager} ${running}` : packageManager
}
