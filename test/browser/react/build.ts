/** Builds the app with React's development build, whose warnings the tests check. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../scripts/repository.ts"

export const buildReact = async (mode: "development" | "production"): Promise<string> => {
  const bundle = await rolldown({
    input: resolve(root, "test/browser/react/main.tsx"),
    platform: "browser",
    resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) }, jsx: "react-jsx" },
    onLog: () => undefined
  })
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
  await bundle.close()
  return output[0].code
}
