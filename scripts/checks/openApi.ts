/** Checks that the OpenAPI document is valid and complete, and the same every time. */
import { Validator } from "@seriousme/openapi-schema-validator"
import { endpoints } from "../../src/wire/endpoints.ts"
import { toSnakeCase } from "../../src/wire/Struct.ts"
import { makeDocument } from "../openapi.ts"
import type { Problem } from "./Repository.ts"

const path = "scripts/openapi.ts"

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: object }>>
  readonly components: { readonly schemas: Record<string, object> }
}

/** Reports the descriptions without an operation, and the responses that an operation lacks. */
const missingIn = (document: Document): ReadonlyArray<string> =>
  endpoints.flatMap((endpoint) => {
    const full = endpoint.path.startsWith("//") ? endpoint.path.slice(1) : `/api/v1${endpoint.path}`
    const template = full.replace(/:(\w+)/g, (_, name: string) => `{${toSnakeCase(name)}}`)
    const item = Object.entries(document.paths).find(([path]) =>
      path.replace(/\{\w+\}/g, "*") === template.replace(/\{\w+\}/g, "*")
    )?.[1]
    const operation = item?.[endpoint.method.toLowerCase()]
    if (operation === undefined) return [`the document lacks ${endpoint.id}`]
    const responses = JSON.stringify(operation.responses)
    return [
      ...endpoint.errors.filter(({ tag }) => !responses.includes(`schemas/${tag}"`))
        .map(({ tag }) => `${endpoint.id} lacks the error ${tag} in its responses`),
      ...String(endpoint.status) in operation.responses ? [] : [`${endpoint.id} lacks the response ${endpoint.status}`]
    ]
  })

export const checkOpenApi = async (): Promise<ReadonlyArray<Problem>> => {
  // Sound: the validator confirms it below.
  const document = makeDocument() as Document
  const text = JSON.stringify(document)
  const validator = new Validator()
  const result = await validator.validate({ ...structuredClone(document) })
  const names = Object.keys(document.components.schemas)
  const referred = new Set(Array.from(text.matchAll(/#\/components\/schemas\/(\w+)"/g), ([, name]) => name!))
  const messages = [
    ...result.valid && result.errors === undefined ? [] : [`the document is invalid: ${JSON.stringify(result.errors)}`],
    ...validator.version === "3.1" ? [] : [`the document has the version ${validator.version}, not 3.1`],
    ...missingIn(document),
    ...[...referred].filter((name) => !names.includes(name)).map((name) => `the document lacks the schema ${name}`),
    ...names.filter((name) => /_\d+$/.test(name)).map((name) => `the schema ${name} is a numbered duplicate`),
    ...JSON.stringify(makeDocument()) === text ? [] : ["a second document differs from the first one"]
  ]
  return messages.map((message) => ({ path, message }))
}
