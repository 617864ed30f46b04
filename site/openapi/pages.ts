/** Renders the OpenAPI document as Markdown: an overview, a page for each tag and a page of all schemas. */
import { anchorOf } from "../markdown.ts"
import { componentsIn, type JsonSchema, schemaText } from "./schemaText.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: JsonSchema
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

interface Response extends Media {
  readonly description: string
}

interface Operation {
  readonly tags?: ReadonlyArray<string>
  readonly operationId: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: ReadonlyArray<Parameter>
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Response>>
}

interface SecurityScheme {
  readonly name: string
  readonly description?: string
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

/** An operation with the place that the document gives it. */
interface Located {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Returns the title of a tag: `contactChannels` becomes "Contact channels". */
export const titleOf = (tag: string): string => {
  const words = tag.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:oauth|api|otp|mfa|cli)\b/g, (word) => ({ oauth: "OAuth", api: "API" })[word] ?? word.toUpperCase())
    .replace("o auth", "OAuth")
  return words[0]!.toUpperCase() + words.slice(1)
}

const slugOf = (tag: string): string => tag.replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const operationsOf = ({ paths }: OpenApiDocument): ReadonlyArray<Located> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )

/** Returns the heading of an operation, which is also the name of its anchor. */
const headingOf = ({ method, path }: Located): string => `${method} ${path.replace(/^\/api\/v1/, "") || "/"}`

/** Renders the pages, by their paths in the folder of the site. */
export const openApiPages = (
  document: OpenApiDocument,
  isKnownError: (name: string) => boolean
): ReadonlyMap<string, string> => {
  const linkOf = (name: string): string =>
    isKnownError(name)
      ? `[\`${name}\`](../known-errors.md#${name.toLowerCase()})`
      : `[\`${name}\`](schemas.md#${name.toLowerCase()})`

  const typesLine = (schema: unknown): string => {
    const names = componentsIn(schema).filter((name) => !isKnownError(name))
    return names.length === 0 ? "" : `Types: ${names.map(linkOf).join(", ")}`
  }

  const bodyOf = (media: Media | undefined): ReadonlyArray<string> =>
    Object.entries(media?.content ?? {}).flatMap(([type, { schema }]) => [
      ...type === "application/json" ? [] : [`As \`${type}\`:`],
      ...schema === undefined ? [] : [code(schemaText(schema)), typesLine(schema)]
    ])

  const parametersOf = (parameters: ReadonlyArray<Parameter>): ReadonlyArray<string> =>
    parameters.length === 0 ? [] : [
      [
        "| Parameter | In | Type | Required |",
        "|---|---|---|---|",
        ...parameters.map(({ in: place, name, required, schema }) =>
          `| \`${name}\` | ${place} | \`${cell(schemaText(schema ?? {}).replace(/\s+/g, " "))}\` | ${
            required === true ? "yes" : "no"
          } |`
        )
      ].join("\n")
    ]

  const responsesOf = (responses: Operation["responses"]): ReadonlyArray<string> =>
    Object.entries(responses).flatMap(([status, response]) => {
      const schema = Object.values(response.content ?? {})[0]?.schema
      const names = componentsIn(schema)
      const errors = names.filter(isKnownError)
      return errors.length > 0 && errors.length === names.length
        ? [`**${status}** ${errors.map(linkOf).join(", ")}`]
        : [`**${status}** ${response.description}`, ...bodyOf(response)]
    })

  /** Names the keys that an operation accepts, and whether it needs a signed-in user. */
  const accessOf = (security: Operation["security"]): string => {
    const schemes = new Set((security ?? []).flatMap((requirement) => Object.keys(requirement)))
    const levels = ["client", "server", "admin"].filter((level) => schemes.has(level))
    const user = schemes.has("session") ? "an access token" : schemes.has("refresh") ? "a refresh token" : undefined
    const parts = [
      ...levels.length === 0 ? [] : [`access type ${levels.map((level) => `\`${level}\``).join(", ")}`],
      ...user === undefined ? [] : [user]
    ]
    return parts.length === 0 ? "Access: no key." : `Access: ${parts.join("; ")}.`
  }

  const operationText = (located: Located): ReadonlyArray<string> => {
    const { operation } = located
    const description = operation.description?.replace(/^For access type [\w, ]+\.\s*/, "").trim() ?? ""
    const body = bodyOf(operation.requestBody)
    return [
      `## ${headingOf(located)}`,
      `\`${operation.operationId}\`${operation.deprecated === true ? " (deprecated)" : ""}`,
      description,
      accessOf(operation.security),
      ...parametersOf(operation.parameters ?? []),
      ...body.length === 0 ? [] : ["**Request body**", ...body],
      "**Responses**",
      ...responsesOf(operation.responses)
    ]
  }

  const operations = operationsOf(document)
  const tags = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags?.includes(name) === true)
  }))
  const pageText = (parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`

  const overview = pageText([
    "# HTTP API",
    document.info.description?.replace(/([^\n])\n(?!\n)/g, "$1 ") ?? "",
    "Latchkey generates this description from the same endpoints that its client calls. Other languages can use the " +
    "[OpenAPI 3.1 document](/openapi.json) itself.",
    "## Authentication",
    [
      "| Scheme | Header | Description |",
      "|---|---|---|",
      ...Object.entries(document.components.securitySchemes).map(([name, { description = "", name: header }]) =>
        `| \`${name}\` | \`${header}\` | ${cell(description)} |`
      )
    ].join("\n"),
    "## Operations",
    ...tags.map(({ name, operations }) =>
      [
        `### [${titleOf(name)}](${slugOf(name)}.md)`,
        "",
        ...operations.map((located) => `- [${headingOf(located)}](${slugOf(name)}.md#${anchorOf(headingOf(located))})`)
      ].join("\n")
    )
  ])
  const schemas = Object.entries(document.components.schemas).filter(([name]) => !isKnownError(name))
  return new Map([
    ["api/index.md", overview],
    ...tags.map(({ name, operations }) =>
      [
        `api/${slugOf(name)}.md`,
        pageText([`# ${titleOf(name)}`, ...operations.flatMap(operationText)])
      ] as const
    ),
    [
      "api/schemas.md",
      pageText([
        "# Schemas",
        "The objects of the HTTP API. [Known errors](../known-errors.md) lists the errors.",
        ...schemas.flatMap((
          [name, schema]
        ) => [`## ${name}`, code(`type ${name} = ${schemaText(schema)}`), typesLine(schema)])
      ])
    ]
  ])
}

/** Lists the pages of the HTTP API for the sidebar. */
export const openApiSidebar = (
  { tags }: OpenApiDocument
): ReadonlyArray<{ readonly text: string; readonly link: string }> => [
  { text: "Overview", link: "/api/" },
  ...tags.map(({ name }) => ({ text: titleOf(name), link: `/api/${slugOf(name)}` })),
  { text: "Schemas", link: "/api/schemas" }
]
