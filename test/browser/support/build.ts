/** Builds the app for browsers from the library's sources. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../scripts/repository.ts"

/** The app's modules by name; load `main.js`. */
export const build = async (): Promise<Readonly<Record<string, string>>> => {
  const bundle = await rolldown({
    input: resolve(root, "test/browser/app/main.ts"),
    platform: "browser",
    resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } }
  })
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "main.js", chunkFileNames: "[name].js" })
  await bundle.close()
  return Object.fromEntries(output.flatMap((file) => file.type === "chunk" ? [[file.fileName, file.code]] : []))
}
