/** Repositories in memory, for tests of checks. */
import { readModule } from "../../scripts/checks/readModule.ts"
import type { Repository } from "../../scripts/checks/Repository.ts"

/** Creates a repository with the given files. */
export const makeFiles = (files: Readonly<Record<string, string>>): Repository => {
  const read = (path: string): string => {
    const text = files[path]
    if (text === undefined) throw new Error(`${path} does not exist`)
    return text
  }
  const namesBelow = (folder: string): ReadonlyArray<string> =>
    folder === "."
      ? Object.keys(files)
      : Object.keys(files).filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return {
    root: "/repository",
    read,
    exists: (path) => path in files,
    namesIn: (folder) => [...new Set(namesBelow(folder).map((path) => path.split("/")[0]!))],
    filesAt: (path) => path in files ? [path] : namesBelow(path).map((name) => `${path}/${name}`).toSorted(),
    module: (path) => readModule(read(path), path)
  }
}
