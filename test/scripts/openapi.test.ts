import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeDocument, writeDocument } from "../../scripts/openapi.ts"

const document = makeDocument()

describe("the OpenAPI document", () => {
  it("is refused by the validator if it is invalid", async () => {
    const result = await new Validator().validate({ ...structuredClone(document), paths: { "/x": { get: 1 } } })
    assert(!result.valid)
  })

  it("writeDocument writes the same text to a file every time", () => {
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
