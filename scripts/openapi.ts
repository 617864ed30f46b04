/**
 * Generates the OpenAPI 3.1 document of the service from the descriptions in src/wire. As a script, it writes
 * docs/openapi.json.
 */
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { toSchema } from "../src/schema/toSchema.ts"
import type { Codec } from "../src/wire/Codec.ts"
import { accessLevels, type Any } from "../src/wire/Endpoint.ts"
import { isCodec, isEndpoint, modules } from "../src/wire/endpoints.ts"
import { isObject } from "../src/wire/Json.ts"
import type { KnownErrorClass } from "../src/wire/KnownError.ts"
import { toSnakeCase } from "../src/wire/Struct.ts"
import { root } from "./repository.ts"

/** The descriptions of one method and path, lowest level first. They differ in input, output and access. */
interface Operation {
  readonly group: string
  readonly first: Any
  readonly views: ReadonlyArray<Any>
}

const rank = (endpoint: Any): number => accessLevels.indexOf(endpoint.level)

const operations = (): ReadonlyArray<Operation> => {
  const found = new Map<string, { readonly group: string; readonly views: Array<Any> }>()
  for (const [group, module] of Object.entries(modules)) {
    for (const endpoint of Object.values<unknown>(module).filter(isEndpoint)) {
      const key = `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ":")}`
      const operation = found.get(key) ?? { group, views: [] }
      operation.views.push(endpoint)
      found.set(key, operation)
    }
  }
  return [...found.values()].map(({ group, views }) => {
    const sorted = views.toSorted((a, b) => rank(a) - rank(b) || compareText(a.id, b.id))
    return { group, first: sorted[0]!, views: sorted }
  }).toSorted((a, b) => compareText(a.first.id, b.first.id))
}

/** Compares by code units, so that the document does not depend on the locale or the order of exports. */
const compareText = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

const sortKeys = <A>(record: Readonly<Record<string, A>>): Record<string, A> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => compareText(a, b)))

const toEncodedAst = (codec: Codec<unknown>): SchemaAST.AST => Schema.toEncoded(toSchema(codec)).ast

/** The names of entities by their encoded schema, so that the document defines each entity once. */
const entities = new Map<SchemaAST.AST, string>()
for (const module of Object.values(modules)) {
  for (const [name, codec] of Object.entries<unknown>(module)) {
    if (/^[A-Z]/.test(name) && isCodec(codec)) entities.set(toEncodedAst(codec), name)
  }
}

/** Returns the encoded side of a schema. A field that may be `undefined` in a program is absent there. */
const makeWire = (ast: SchemaAST.AST): Schema.Top => {
  if (SchemaAST.isUnion(ast)) {
    const members = ast.types.filter((type) => !SchemaAST.isUndefined(type)).map(wire)
    return members.length === 1 ? members[0]! : Schema.Union(members)
  }
  if (SchemaAST.isArrays(ast) && ast.elements.length === 0) return Schema.Array(wire(ast.rest[0]!))
  if (!SchemaAST.isObjects(ast) || ast.indexSignatures.length > 0) return Schema.make(ast)
  const fields = Object.fromEntries(
    ast.propertySignatures.map(({ name, type }) => [
      String(name),
      SchemaAST.isOptional(type) ? Schema.optionalKey(wire(type)) : wire(type)
    ])
  )
  const name = entities.get(ast)
  return name === undefined ? Schema.Struct(fields) : Schema.Struct(fields).annotate({ identifier: name })
}

const wires = new Map<SchemaAST.AST, Schema.Top>()

/** Cached, so that each schema is defined once in the document. */
const wire = (ast: SchemaAST.AST): Schema.Top => {
  const made = wires.get(ast) ?? makeWire(ast)
  wires.set(ast, made)
  return made
}

/** Returns the union of the encoded sides of some codecs. */
const union = (codecs: ReadonlyArray<Codec<unknown> | undefined>): Schema.Top | undefined => {
  const wires = new Map<string, Schema.Top>()
  for (const codec of codecs) {
    if (codec === undefined) continue
    const schema = wire(toEncodedAst(codec))
    wires.set(JSON.stringify(Schema.toJsonSchemaDocument(schema)), schema)
  }
  const different = [...wires.values()]
  return different.length > 1 ? Schema.Union(different) : different[0]
}

/** Returns the parameters of a path or a query, from all views of the operation. */
const parameters = (
  codecs: ReadonlyArray<Codec<unknown> | undefined>
): Record<string, Schema.Codec<string, string>> | undefined => {
  const fields: Record<string, Schema.Top> = {}
  const present = codecs.flatMap((codec) => codec === undefined ? [] : [toEncodedAst(codec)])
  for (const ast of present) {
    if (!SchemaAST.isObjects(ast)) throw new Error("A path or a query is no struct")
    for (const { name, type } of ast.propertySignatures) {
      const required = present.length === codecs.length && !SchemaAST.isOptional(type)
      fields[String(name)] = required ? wire(type) : Schema.optionalKey(wire(type))
    }
  }
  // Sound: path and query parameters are encoded as strings.
  return present.length === 0 ? undefined : fields as Record<string, Schema.Codec<string, string>>
}

const errorBodies = new Map<KnownErrorClass, Schema.Top>()

const errorBody = (error: KnownErrorClass): Schema.Top => {
  let body = errorBodies.get(error)
  if (body === undefined) {
    body = Schema.Struct({
      code: Schema.Literal(error.code),
      ...(error.details && { details: wire(toEncodedAst(error.details)) }),
      error: Schema.String
    }).annotate({ identifier: error.tag }).pipe(HttpApiSchema.status(error.status))
    errorBodies.set(error, body)
  }
  return body
}

const securitySchemes = {
  projectId: { type: "apiKey", in: "header", name: "x-stack-project-id", description: "The project's id" },
  client: {
    type: "apiKey",
    in: "header",
    name: "x-stack-publishable-client-key",
    description: "The publishable client key. The header x-stack-access-type says client"
  },
  server: {
    type: "apiKey",
    in: "header",
    name: "x-stack-secret-server-key",
    description: "The secret server key. The header x-stack-access-type says server"
  },
  admin: {
    type: "apiKey",
    in: "header",
    name: "x-stack-super-secret-admin-key",
    description: "The super secret admin key. The header x-stack-access-type says admin"
  },
  session: {
    type: "apiKey",
    in: "header",
    name: "x-stack-access-token",
    description: "The access token of the user who is signed in"
  },
  refresh: {
    type: "apiKey",
    in: "header",
    name: "x-stack-refresh-token",
    description: "The refresh token of the session that is refreshed"
  }
}

/** Returns the security requirements: each level with its key and, if accepted, the tokens of a session. */
const securityOf = ({ first, views }: Operation) => {
  if (first.encoding !== "json") return []
  const kinds = new Set(views.map(({ session }) => session))
  const sessions = kinds.has("refresh")
    ? [{ refresh: [] }]
    : kinds.has(true)
    ? [{ session: [] }]
    : kinds.has("optional") || kinds.has("me")
    ? [{}, { session: [] }]
    : [{}]
  return accessLevels.slice(rank(first)).flatMap((level) =>
    sessions.map((session) => ({ projectId: [], [level]: [], ...session }))
  )
}

/**
 * Annotates a schema with a status. A schema that is used with several statuses is wrapped, so that it stays one
 * definition.
 */
const annotateStatus = (schema: Schema.Top, status: number): Schema.Top =>
  status === 200 ? schema : Schema.Union([schema]).pipe(HttpApiSchema.status(status))

/** Returns the success responses by status. A redirect has no body, but other views of the operation may have one. */
const successes = ({ first, views }: Operation): ReadonlyArray<Schema.Top> => {
  if (first.status >= 300) {
    const withBody = views.filter(({ status }) => status < 300)
    return [
      HttpApiSchema.Empty(first.status),
      ...withBody.map(({ status, success }) => annotateStatus(wire(toEncodedAst(success)), status))
    ]
  }
  const schema = union(views.map((endpoint) => endpoint.success))!
  const travels = first.responseType === "text" ? HttpApiSchema.asText()(Schema.String) : schema
  const statuses = [first.status, ...(first.otherStatus === undefined ? [] : [first.otherStatus.status])]
  return statuses.map((status) => annotateStatus(travels, status))
}

const endpointOf = (operation: Operation) => {
  const { first, views } = operation
  const path = first.path.startsWith("//") ? first.path.slice(1) : `/api/v1${first.path}`
  const payload = union(views.map((endpoint) => endpoint.payload))
  const levels = views.every(({ level }) => level === first.level)
    ? `For access type ${accessLevels.slice(rank(first)).join(", ")}.`
    : `What is said and answered differs by access type: ${views.map(({ level }) => level).join(", ")}.`
  return HttpApiEndpoint.make(first.method)(
    first.id,
    path.replace(/:(\w+)/g, (_, name: string) => `:${toSnakeCase(name)}`) as `/${string}`,
    {
      disableCodecs: true,
      params: parameters(views.map((endpoint) => endpoint.params)),
      query: parameters(views.map((endpoint) => endpoint.query)),
      payload: first.encoding === "form" ? payload?.pipe(HttpApiSchema.asFormUrlEncoded()) : payload,
      success: successes(operation),
      error: [...new Set(views.flatMap((endpoint) => endpoint.errors))].map(errorBody)
    }
  ).annotateMerge(OpenApi.annotations({
    identifier: first.id,
    description: levels,
    override: { security: securityOf(operation) }
  }))
}

const description =
  `The requests that Latchkey sends to a Stack-Auth-compatible service, and the responses it understands.

Every request with an access type may also fail with an error about the project's keys or the access token. With the
header x-stack-override-error-status, errors have the status 200 and their actual status in x-stack-actual-status. The
header x-stack-known-error repeats the code in the body.`

/**
 * Allows unknown fields in responses, because newer services may add some. Requests stay closed. Also replaces unions
 * of one member by the member.
 */
const allowUnknownFields = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(allowUnknownFields)
  if (!isObject(schema)) return schema
  const { anyOf } = schema
  if (Array.isArray(anyOf) && anyOf.length === 1 && Object.keys(schema).length === 1) {
    return allowUnknownFields(anyOf[0])
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== "additionalProperties" || value !== false)
      .map(([name, value]) => [name, allowUnknownFields(value)])
  )
}

/** Creates the document. */
export const makeDocument = (): object => {
  // Sound: the manifest of this package.
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }
  const all = operations()
  // `any`, here and below: one group holds endpoints of all types, and one API holds groups of all types.
  const groups = [...new Set(all.map(({ group }) => group))].map((name) =>
    (HttpApiGroup.make(name) as any).add(...all.filter(({ group }) => group === name).map(endpointOf))
  )
  const api: HttpApi.HttpApi<string, any> = (HttpApi.make("latchkey") as any).add(...groups)
  const { components, paths, ...rest } = OpenApi.fromApi(api.annotateMerge(OpenApi.annotations({
    title: "Latchkey",
    version,
    description,
    license: { name: "MIT" },
    servers: [{ url: "https://api.stack-auth.com" }]
  })))
  return {
    ...rest,
    paths: Object.fromEntries(
      Object.entries(sortKeys(paths)).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(sortKeys(item)).map(([method, operation]) => [
            method,
            "responses" in operation ? { ...operation, responses: allowUnknownFields(operation.responses) } : operation
          ])
        )
      ])
    ),
    components: { ...components, schemas: allowUnknownFields(sortKeys(components.schemas)), securitySchemes }
  }
}

/** Writes the document to a file. */
export const writeDocument = (path: string): void => writeFileSync(path, `${JSON.stringify(makeDocument(), null, 2)}\n`)

// The documentation site runs this, because `generate.ts` also replaces sources.
if (import.meta.main) writeDocument(join(root, "docs/openapi.json"))
