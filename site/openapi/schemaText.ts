/** Prints the JSON schemas of the OpenAPI document as TypeScript types, which are shorter to read. */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema | false
  readonly prefixItems?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
}

/** Returns the name of the component that a schema refers to. */
export const componentOf = ({ $ref }: JsonSchema): string | undefined =>
  /^#\/components\/schemas\/(\w+)$/.exec($ref ?? "")?.[1]

/** Returns the components that a schema mentions, in the order of their first mention. */
export const componentsIn = (schema: unknown): ReadonlyArray<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    const name = componentOf(value)
    if (name !== undefined) names.add(name)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(schema)
  return [...names]
}

const keyText = (key: string): string => /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)

const unionText = (members: ReadonlyArray<string>): string => {
  const unique = [...new Set(members)]
  return unique.length === 1 ? unique[0]! : unique.join(" | ")
}

/** Prints a schema as a TypeScript type. */
export const schemaText = (schema: JsonSchema, indent = ""): string => {
  const component = componentOf(schema)
  if (component !== undefined) return component
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return unionText(schema.enum.map((value) => JSON.stringify(value)))
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) return unionText(members.map((member) => schemaText(member, indent)))
  // The members only restrict the type that stands beside them, as a pattern or a length does.
  if (schema.allOf !== undefined && schema.type === undefined) {
    return schema.allOf.map((member) => schemaText(member, indent)).join(" & ")
  }
  if (Array.isArray(schema.type)) {
    return unionText(schema.type.map((type: string) => schemaText({ ...schema, type }, indent)))
  }
  switch (schema.type) {
    case "array":
      return arrayText(schema, indent)
    case "object":
      return objectText(schema, indent)
    case "integer":
      return "number"
    case undefined:
      return schema.properties === undefined ? "unknown" : objectText(schema, indent)
    default:
      return String(schema.type)
  }
}

const arrayText = ({ items, prefixItems }: JsonSchema, indent: string): string => {
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => schemaText(item, indent)).join(", ")}]`
  return `Array<${items === undefined || items === false ? "unknown" : schemaText(items, indent)}>`
}

const objectText = (
  { additionalProperties, patternProperties, properties, required = [] }: JsonSchema,
  indent: string
): string => {
  const inner = `${indent}  `
  const lines = Object.entries(properties ?? {}).map(([key, value]) =>
    `${inner}${keyText(key)}${required.includes(key) ? "" : "?"}: ${schemaText(value, inner)}`
  )
  const values = typeof additionalProperties === "object"
    ? additionalProperties
    : Object.values(patternProperties ?? {})[0]
  if (values !== undefined) lines.push(`${inner}[key: string]: ${schemaText(values, inner)}`)
  if (lines.length > 0) return `{\n${lines.join("\n")}\n${indent}}`
  return additionalProperties === false ? "{}" : "Record<string, unknown>"
}
