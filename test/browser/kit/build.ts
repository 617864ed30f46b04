/** Builds the app with React's development build, whose warnings the tests check. */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../scripts/repository.ts"
import { inlineImports } from "../../../scripts/stylesheet.ts"

/** The files of the app by name. */
export const buildKit = async (): Promise<Readonly<Record<string, string>>> => {
  const bundle = await rolldown({
    input: resolve(root, "test/browser/kit/main.tsx"),
    platform: "browser",
    resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("development") }, jsx: "react-jsx" },
    onLog: () => undefined
  })
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "main.js", chunkFileNames: "[name].js" })
  await bundle.close()
  const styles = new Map<string, string>()
  const read = async (path: string): Promise<void> => {
    const css = await readFile(resolve(root, path), "utf8")
    styles.set(path, css)
    for (const [, file] of css.matchAll(/^@import "\.\/([^"]+)"/gm)) await read(`react/${file}`)
  }
  await read("react/styles.css")
  return {
    "styles.css": inlineImports("react/styles.css", (path) => styles.get(path)!),
    ...Object.fromEntries(output.flatMap((file) => file.type === "chunk" ? [[file.fileName, file.code]] : []))
  }
}
