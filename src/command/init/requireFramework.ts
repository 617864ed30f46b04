import * as Effect from "effect/Effect"
import { join, relative } from "node:path"
import { isFolder, listFolder, readObject } from "../project/files.ts"
import { findOtherFrameworks, type Framework, frameworks } from "../project/Framework.ts"
import type { Project } from "../project/Project.ts"

/** Returns the framework in `--framework`, or the detected one. Fails with a message for the terminal. */
export const requireFramework = (project: Project, name: string | undefined): Effect.Effect<Framework, string> => {
  if (name !== undefined) {
    const framework = frameworks.find((framework) => framework === name)
    if (framework === undefined) {
      return Effect.fail(`--framework must be ${frameworks.join(", ")}, not ${JSON.stringify(name)}`)
    }
    return checkRouter(project, framework)
  }
  if (project.framework !== undefined) return checkRouter(project, project.framework)
  const apps = project.manifest.isWorkspaceRoot ? findApps(project.folder) : []
  if (apps.length > 0) {
    return Effect.fail(
      `${project.folder} is the root of a workspace. Run the command in the folder of an app:\n` +
        apps.map((app) => `  cd ${app} && npx latchkey init`).join("\n")
    )
  }
  const others = findOtherFrameworks(project.manifest)
  return Effect.fail(
    `${join(project.folder, "package.json")} has no dependency on a supported framework: vite with react, next, ` +
      `@effect/platform-node, effect or typescript.${others.length === 0 ? "" : ` It has ${others.join(", ")}.`}\n` +
      `Pass --framework ${frameworks.join("|")}. For other frameworks, latchkey/promise is the place to start.`
  )
}

const checkRouter = ({ folder }: Project, framework: Framework): Effect.Effect<Framework, string> => {
  const has = (...paths: ReadonlyArray<string>) => paths.some((path) => isFolder(join(folder, path)))
  return framework === "next" && has("pages", "src/pages") && !has("app", "src/app")
    ? Effect.fail(
      "This app uses the Pages Router of Next.js. The start is for the App Router, which both routers can share a project with: " +
        "create the folder app with a layout, and run the command again."
    )
    : Effect.succeed(framework)
}

/** Finds apps in a workspace's folders, two levels deep. */
const findApps = (root: string): ReadonlyArray<string> =>
  foldersIn(root).flatMap((folder) => [folder, ...foldersIn(folder)]).filter((folder) => {
    const manifest = readObject(join(folder, "package.json"))
    const text = JSON.stringify([manifest?.["dependencies"], manifest?.["devDependencies"]])
    return /"(?:next|vite|@effect\/platform-node)":/.test(text)
  }).map((folder) => relative(root, folder)).sort()

const foldersIn = (folder: string): ReadonlyArray<string> =>
  listFolder(folder)
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map(({ name }) => join(folder, name))
