import { join, relative } from "node:path"
import { getStats, listFolder, readText } from "../project/files.ts"

export interface SourceFile {
  /** Relative to the package's folder, with `/`. */
  readonly path: string
  readonly text: string
}

/** Limits for large projects: a check reads a project's first files. */
const limits = { files: 3000, bytes: 500_000, depth: 12 }

const skippedFolders = /^(?:\..*|node_modules|dist|build|out|coverage|public|vendor)$/

/** Reads a folder's source files, at most 3000. Never fails; ignores files that cannot be read. */
export const readSources = (folder: string): ReadonlyArray<SourceFile> => {
  const found: Array<SourceFile> = []
  const visit = (current: string, depth: number) => {
    for (const entry of listFolder(current)) {
      if (found.length >= limits.files) return
      const path = join(current, entry.name)
      if (entry.isDirectory()) {
        if (depth < limits.depth && !skippedFolders.test(entry.name)) visit(path, depth + 1)
      } else if (/\.[cm]?[jt]sx?$/.test(entry.name)) {
        const text = (getStats(path)?.size ?? Infinity) <= limits.bytes ? readText(path) : undefined
        if (text !== undefined) found.push({ path: relative(folder, path).replaceAll("\\", "/"), text })
      }
    }
  }
  visit(folder, 0)
  return found
}
