/** Bundles a program for a realm, from the library's sources. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"

const here = import.meta.dirname

/** Returns one script. The functions that a program exports are the properties of the global `program`. */
export const build = async (name: string): Promise<string> => {
  const bundle = await rolldown({
    input: resolve(here, name),
    platform: "neutral",
    resolve: {
      conditionNames: ["@latchkey/source", "react-native", "import", "default"],
      mainFields: ["react-native", "module", "main"],
      alias: Object.fromEntries(
        ["expo-crypto", "expo-linking", "expo-secure-store", "expo-web-browser"].map((name) => [
          name,
          resolve(here, "modules", `${name}.ts`)
        ])
      )
    },
    external: ["react", "react/jsx-runtime"],
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
    onLog: (level, log) => {
      if (log.code === "UNRESOLVED_IMPORT") throw new Error(`${name}: ${log.message}`)
    }
  })
  const { output } = await bundle.generate({
    format: "iife",
    name: "program",
    codeSplitting: false,
    globals: { react: "React", "react/jsx-runtime": "ReactJsxRuntime" }
  })
  await bundle.close()
  const scripts = output.filter((file) => file.type === "chunk")
  if (scripts.length !== 1) throw new Error(`${name}: ${scripts.length} chunks`)
  return scripts[0]!.code
}
