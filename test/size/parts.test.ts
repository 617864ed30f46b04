import { assert, it } from "@effect/vitest"
import { partOf } from "./parts.ts"

it("partOf: returns a project's module itself, and the package of any other module", () => {
  assert.strictEqual(partOf("dist/src/call/call.js"), "dist/src/call/call.js")
  assert.strictEqual(partOf("node_modules/jose/dist/jwt.js"), "jose")
  assert.strictEqual(partOf("../a/node_modules/@simplewebauthn/browser/index.js"), "@simplewebauthn/browser")
})
