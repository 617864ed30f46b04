import { assert, it } from "@effect/vitest"
import { partOf } from "./parts.ts"

it("the part of a module is the module in the project, and its package outside of the project", () => {
  assert.strictEqual(partOf("dist/src/call/call.js"), "dist/src/call/call.js")
  assert.strictEqual(partOf("node_modules/jose/dist/jwt.js"), "jose")
  assert.strictEqual(partOf("../a/node_modules/@simplewebauthn/browser/index.js"), "@simplewebauthn/browser")
})
