/** Builds the apps for browsers from the library's sources. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../scripts/repository.ts"

const buildApp = async (
  name: string,
  folder: string
): Promise<ReadonlyArray<readonly [name: string, code: string]>> => {
  const bundle = await rolldown({
    input: resolve(root, "test/browser/app", name),
    platform: "browser",
    resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } }
  })
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "main.js", chunkFileNames: "[name].js" })
  await bundle.close()
  return output.flatMap((file) => file.type === "chunk" ? [[`${folder}${file.fileName}`, file.code] as const] : [])
}

/** The modules of the apps by name. Load `main.js`, or `promise/main.js` for the app with the Promise client. */
export const build = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries([...await buildApp("main.ts", ""), ...await buildApp("promise.ts", "promise/")])
