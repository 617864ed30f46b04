import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { transformModule } from "../scripts/modules.ts"
import { isBundled, packageOf, vendorFile } from "../scripts/packages.ts"
import { root } from "../scripts/repository.ts"

const file = (path: string): string => join(root, "dist", path)

describe("packageOf", () => {
  it("returns the package of a subpath, with and without a scope", () => {
    assert.strictEqual(packageOf("@noble/hashes/sha2.js"), "@noble/hashes")
    assert.strictEqual(packageOf("srvx/node"), "srvx")
    assert.strictEqual(packageOf("cookie"), "cookie")
  })
})

describe("vendorFile", () => {
  it("names a file after the import", () => {
    assert.strictEqual(vendorFile("@noble/hashes/sha2.js"), "noble-hashes-sha2.js")
    assert.strictEqual(vendorFile("srvx/node"), "srvx-node.js")
    assert.strictEqual(vendorFile("open"), "open.js")
  })
})

describe("isBundled", () => {
  it("is true for packages of the emulator, and false for dependencies, Effect and relative imports", () => {
    for (const name of ["srvx/node", "@simplewebauthn/server", "otpauth"]) assert.isTrue(isBundled(name), name)
    for (const name of ["oauth4webapi", "effect/Effect", "./srvx.js", "node:http"]) {
      assert.isFalse(isBundled(name), name)
    }
  })
})

describe("transformModule", () => {
  it("points static, dynamic and re-exporting imports of bundled packages into dist/vendor", async () => {
    const result = await transformModule(
      file("src/emulator/node.js"),
      `import { a } from "srvx/node"\nexport { b } from "bcryptjs"\nexport const c = () => [a, import("otpauth")]\n`
    )
    assert.include(result.code, `import { a } from "../../vendor/srvx-node.js"`)
    assert.include(result.code, `export { b } from "../../vendor/bcryptjs.js"`)
    assert.include(result.code, `import("../../vendor/otpauth.js")`)
    assert.deepStrictEqual(result.vendoredImports, ["srvx/node", "bcryptjs", "otpauth"])
  })

  it("keeps imports of dependencies and of other modules", async () => {
    const code = `import * as Effect from "effect/Effect";\nimport { b } from "../wire/b.js";\nexport { Effect, b };\n`
    const result = await transformModule(file("src/call/call.js"), code)
    assert.strictEqual(result.code, code)
    assert.deepStrictEqual([result.vendoredImports, result.internalModules], [[], []])
  })

  it("transformModule: the React adapter imports Latchkey's modules from latchkey/internal, and its own by path", async () => {
    const result = await transformModule(
      file("react/pages/page.js"),
      `"use client";\nimport { a } from "../../src/session/Session.js"\nimport { b } from "../user.js"\nexport { a, b }\n`
    )
    assert.strictEqual(
      result.code,
      `"use client";\n\nimport { a } from "latchkey/internal/session/Session.js";\nimport { b } from "../user.js";\nexport { a, b };\n`
    )
    assert.deepStrictEqual(result.internalModules, ["session/Session.js"])
  })

  it("marks top-level calls pure and removes the other comments", async () => {
    const result = await transformModule(
      file("src/wire/a.js"),
      `/** Documentation. */\nexport const a = make(1)\n// A reason.\nexport const b = () => make(2)\n`
    )
    assert.strictEqual(result.code, "export const a = /*#__PURE__*/make(1);\nexport const b = () => make(2);\n")
  })
})
