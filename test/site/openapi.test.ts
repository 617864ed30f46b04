import { assert, describe, it } from "@effect/vitest"
import { type OpenApiDocument, openApiPages, titleOf } from "../../site/openapi/pages.ts"
import { schemaText } from "../../site/openapi/schemaText.ts"

describe("schemaText", () => {
  it("prints objects, optional properties, arrays, unions and references", () => {
    assert.strictEqual(
      schemaText({
        type: "object",
        properties: {
          id: { type: "string" },
          tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
          owner: { $ref: "#/components/schemas/User" },
          "x-y": { enum: ["a", "b"] }
        },
        required: ["id", "owner"]
      }),
      `{\n  id: string\n  tags?: Array<string | null>\n  owner: User\n  "x-y"?: "a" | "b"\n}`
    )
  })

  it("prints records and unknown values", () => {
    assert.strictEqual(
      schemaText({ type: "object", additionalProperties: { type: "integer" } }),
      "{\n  [key: string]: number\n}"
    )
    assert.strictEqual(schemaText({}), "unknown")
  })
})

describe("openApiPages", () => {
  const document: OpenApiDocument = {
    info: { title: "API", version: "1" },
    tags: [{ name: "teamApiKeys" }],
    paths: {
      "/api/v1/team-api-keys/{id}": {
        get: {
          tags: ["teamApiKeys"],
          operationId: "teamApiKeys.get",
          description: "For access type client, server.",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          security: [{ projectId: [], client: [], session: [] }],
          responses: {
            200: {
              description: "Success",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Key" } } }
            },
            404: {
              description: "ApiKeyNotFound",
              content: { "application/json": { schema: { $ref: "#/components/schemas/ApiKeyNotFound" } } }
            }
          }
        }
      }
    },
    components: {
      schemas: { Key: { type: "object", properties: { id: { type: "string" } } }, ApiKeyNotFound: { type: "object" } },
      securitySchemes: { client: { name: "x-stack-publishable-client-key" } }
    }
  }
  const pages = openApiPages(document, (name) => name === "ApiKeyNotFound")

  it("has an overview, a page per tag and a page of schemas without errors", () => {
    assert.deepStrictEqual([...pages.keys()], ["api/index.md", "api/team-api-keys.md", "api/schemas.md"])
    assert.include(pages.get("api/schemas.md"), "## Key")
    assert.notInclude(pages.get("api/schemas.md"), "## ApiKeyNotFound")
    assert.include(pages.get("api/index.md"), "[GET /team-api-keys/{id}](team-api-keys.md#get-team-api-keysid)")
  })

  it("shows access, parameters, responses and links to known errors", () => {
    const page = pages.get("api/team-api-keys.md")
    assert.include(page, "Access: access type `client`; an access token.")
    assert.include(page, "| `id` | path | `string` | yes |")
    assert.include(page, "[`Key`](schemas.md#key)")
    assert.include(page, "**404** [`ApiKeyNotFound`](../known-errors.md#apikeynotfound)")
  })

  it("names pages by words", () => {
    assert.deepStrictEqual(["teamApiKeys", "oauthProviders", "mfa", "users"].map(titleOf), [
      "Team API keys",
      "OAuth providers",
      "MFA",
      "Users"
    ])
  })
})
