import * as Effect from "effect/Effect"
import { join } from "node:path"
import { findRewriteProblem, isFile, parseObject, readText, toTexts } from "./files.ts"

export interface Manifest {
  readonly text: string
  /** Why the file must not be rewritten: it "is not UTF-8". `undefined` if it can be. */
  readonly rewriteProblem: string | undefined
  readonly name: string | undefined
  readonly isModule: boolean
  readonly scripts: Readonly<Record<string, string>>
  /** All dependencies, including peer and development dependencies: the version range by the name. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly isWorkspaceRoot: boolean
}

/** Reads a folder's `package.json`. Fails with a message for the terminal. */
export const readManifest = (folder: string): Effect.Effect<Manifest, string> => {
  const path = join(folder, "package.json")
  const text = readText(path)
  if (text === undefined) return Effect.fail(`${path} cannot be read. Check its permissions.`)
  const json = parseObject(text)
  const rewriteProblem = findRewriteProblem(path)
  if (json === undefined) {
    const isUtf8 = rewriteProblem !== "is not UTF-8"
    return Effect.fail(
      `${path} is not ${isUtf8 ? "valid JSON" : "UTF-8"}. Correct the file, and run the command again.`
    )
  }
  return Effect.succeed({
    text,
    rewriteProblem,
    name: typeof json["name"] === "string" ? json["name"] : undefined,
    isModule: json["type"] === "module",
    scripts: toTexts(json["scripts"]),
    dependencies: {
      ...toTexts(json["peerDependencies"]),
      ...toTexts(json["devDependencies"]),
      ...toTexts(json["dependencies"])
    },
    isWorkspaceRoot: json["workspaces"] !== undefined || isFile(join(folder, "pnpm-workspace.yaml"))
  })
}
