/**
 * The OpenAPI document: valid and complete.
 */
import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeDocument, writeDocument } from "../scripts/openapi.ts"
import { endpoints } from "../src/wire/endpoints.ts"
import { toSnakeCase } from "../src/wire/Struct.ts"

// Sound: the validator confirmed it above.
const document = makeDocument() as {
  readonly paths: Record<string, Record<string, { readonly responses: object; readonly parameters: Array<object> }>>
  readonly components: { readonly schemas: Record<string, object> }
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    assert.deepStrictEqual(result.errors, undefined)
    assert(result.valid)
    assert.strictEqual(validator.version, "3.1")
  })

  it("is refused by the validator if it is invalid", async () => {
    const result = await new Validator().validate({ ...structuredClone(document), paths: { "/x": { get: 1 } } })
    assert(!result.valid)
  })

  it("contains every description, with each of its errors", () => {
    for (const endpoint of endpoints) {
      const path = endpoint.path.startsWith("//") ? endpoint.path.slice(1) : `/api/v1${endpoint.path}`
      const template = path.replace(/:(\w+)/g, (_, name: string) => `{${toSnakeCase(name)}}`)
      const item = Object.entries(document.paths).find(([path]) =>
        path.replace(/\{\w+\}/g, "*") === template.replace(/\{\w+\}/g, "*")
      )?.[1]
      const operation = item?.[endpoint.method.toLowerCase()]
      assert(operation !== undefined, `${endpoint.id} is missing`)
      const responses = JSON.stringify(operation.responses)
      for (const { tag } of endpoint.errors) assert.include(responses, `schemas/${tag}"`, endpoint.id)
      assert.include(Object.keys(operation.responses), String(endpoint.status), endpoint.id)
    }
  })

  it("contains every schema it refers to, and no numbered duplicates", () => {
    const names = Object.keys(document.components.schemas)
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      assert.include(names, name)
    }
    assert.deepStrictEqual(names.filter((name) => /_\d+$/.test(name)), [])
  })

  it("writes the same text to a file every time", () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-openapi-"))
    try {
      const [first, second] = ["a.json", "b.json"].map((name) => {
        writeDocument(join(folder, name))
        return readFileSync(join(folder, name), "utf8")
      })
      assert.strictEqual(first, second)
      assert.strictEqual(first, `${JSON.stringify(document, null, 2)}\n`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
