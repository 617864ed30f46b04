/** Builds the apps of `examples/frameworks` with the compilers of their frameworks. */
import { resolve } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { compile } from "svelte/compiler"
import { compileScript, parse } from "vue/compiler-sfc"
import { root } from "../../../scripts/repository.ts"

const svelte: Plugin = {
  name: "svelte",
  transform: (code, id) => id.endsWith(".svelte") ? compile(code, { filename: id, generate: "client" }).js.code : null
}

const vue: Plugin = {
  name: "vue",
  transform: (code, id) => {
    if (!id.endsWith(".vue")) return null
    const { descriptor, errors } = parse(code, { filename: id })
    if (errors.length > 0) throw errors[0]
    return { code: compileScript(descriptor, { id, inlineTemplate: true }).content, moduleType: "js" }
  }
}

export type Framework = "svelte" | "vue" | "solid"

/** Returns the modules of an app by name; the page loads `main.js`. */
export const buildFramework = async (
  framework: Framework,
  variables: Readonly<Record<string, string>>
): Promise<Readonly<Record<string, string>>> => {
  const bundle = await rolldown({
    input: resolve(root, `examples/frameworks/${framework}/main.ts`),
    platform: "browser",
    resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] },
    moduleTypes: { ".svelte": "js" },
    plugins: [svelte, vue],
    transform: {
      define: {
        "process.env.NODE_ENV": JSON.stringify("production"),
        "import.meta.env": JSON.stringify(variables),
        __VUE_OPTIONS_API__: "false",
        __VUE_PROD_DEVTOOLS__: "false",
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false"
      }
    }
  })
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "main.js", chunkFileNames: "[name].js" })
  await bundle.close()
  return Object.fromEntries(output.flatMap((file) => file.type === "chunk" ? [[file.fileName, file.code]] : []))
}
