/** The completions that TypeScript offers within a string of an example, as an editor shows them. */
import { join } from "node:path"
import ts from "typescript"
import { root } from "../../../scripts/repository.ts"

/** Returns the completions for the string that starts after `before` in the code of a module. */
export const completionsIn = (code: string, before: string): ReadonlyArray<string> => {
  const file = join(root, "examples/completions.ts")
  const index = code.indexOf(before)
  if (index < 0) throw new Error(`The example has no ${before}`)
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root)
  const readFile = (path: string) => path === file ? code : ts.sys.readFile(path)
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile,
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path)
  })
  try {
    const found = service.getCompletionsAtPosition(file, index + before.length, undefined)
    return found?.entries.filter(({ kind }) => kind === ts.ScriptElementKind.string).map(({ name }) => name) ?? []
  } finally {
    service.dispose()
  }
}
