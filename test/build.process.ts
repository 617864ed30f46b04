/** Bundles of the library. `build.test.ts` tests the parts of the build. */
import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { includeFailures } from "../scripts/nodeBundle.ts"
import { root } from "../scripts/repository.ts"
import { fixture } from "./size/measure.ts"

describe("the code for failures", () => {
  it("is a separate chunk in a bundle for browsers", async () => {
    const bundle = await rolldown({
      input: fixture("sign-in"),
      platform: "browser",
      external: /^effect\//,
      resolve: { conditionNames: ["@latchkey/source", "import", "browser", "default"] }
    })
    const { output } = await bundle.generate({ format: "esm" })
    await bundle.close()
    const chunks = output.filter((file) => file.type === "chunk")
    const modulesOf = (isIncluded: (chunk: typeof chunks[number]) => boolean) =>
      chunks.filter(isIncluded).flatMap(({ moduleIds }) => moduleIds.map((id) => id.replace(`${root}/src/`, "")))
    const initial = modulesOf(({ name }) => name !== "failures")
    const later = modulesOf(({ name }) => name === "failures")
    assert.includeMembers(initial, ["call/attempt.ts", "call/interpretSuccess.ts"])
    assert.includeMembers(later, [
      "call/checkReachability.ts",
      "call/interpret.ts",
      "call/interpretReply.ts",
      "call/makeUnsupportedGeneration.ts",
      "call/optionRules.ts",
      "call/recover.ts",
      "call/redact.ts",
      "call/retry.ts",
      "wire/errorCodes.ts"
    ])
    assert.deepStrictEqual(chunks.flatMap(({ dynamicImports }) => dynamicImports.map((name) => name.split("-")[0])), [
      "failures"
    ])
  })

  it("is a part of the bundle for Node", async () => {
    const codes: Readonly<Record<string, string>> = {
      "/src/call/loadFailureModule.js": `export { importFailures } from "./failuresOnDemand.js"`,
      "/src/call/failuresOnDemand.js": `export const importFailures = () => import("./failures.js")`,
      "/src/call/failuresIncluded.js": `import * as a from "./failures.js"\nexport const importFailures = () => a.b`,
      "/src/call/failures.js": `export const b = 1`
    }
    const inMemory: Plugin = {
      name: "in-memory",
      resolveId: (id, importer) => importer === undefined ? id : join("/src/call", id),
      load: (id) => codes[id] ?? null
    }
    const bundle = await rolldown({ input: "/src/call/loadFailureModule.js", plugins: [includeFailures, inMemory] })
    const { output: [entry, ...others] } = await bundle.generate({ format: "esm" })
    await bundle.close()
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(entry.dynamicImports, [])
    assert.include(entry.moduleIds, "/src/call/failuresIncluded.js")
  })
})
