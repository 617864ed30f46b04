/** Encodes an endpoint's input as URL and body. */
import { encode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import { toSnakeCase } from "../wire/Struct.ts"
import { getRequirement, type Requirement } from "./requiredGeneration.ts"

export interface AnyInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

export interface Prepared {
  readonly url: string
  readonly body: string | undefined
  /** The service generation that this input requires, if any. */
  readonly requirement: Requirement | undefined
}

/** Encodes an endpoint's input. Returns a message if the input is invalid. */
export const prepare = (apiUrl: string, endpoint: Any, input: AnyInput): Prepared | string => {
  try {
    return encodeInput(apiUrl, endpoint, input)
  } catch {
    // JSON with thousands of levels overflows the stack.
    return "The input is nested too deeply"
  }
}

const encodeInput = (apiUrl: string, endpoint: Any, input: AnyInput): Prepared | string => {
  let path = endpoint.path.startsWith("//") ? endpoint.path.slice(1) : `/api/v1${endpoint.path}`
  let body: string | undefined
  const fields: Record<string, unknown> = {}
  for (const part of ["params", "query", "payload"] as const) {
    const codec = endpoint[part]
    if (codec === undefined) continue
    const value = encode(codec, input[part])
    if (value instanceof Problem) return `${part}: ${value.message}`
    // Sound: every part is a struct, so its encoded side is an object. For params, query and forms, it has only strings.
    const encoded = value as Record<string, string | undefined>
    if (part === "params") {
      path = path.replace(/:(\w+)/g, (_, name: string) => escapePart(encoded[toSnakeCase(name)]!))
      continue
    }
    Object.assign(fields, encoded)
    if (part === "query") {
      const query = encodeSearchParams(encoded)
      if (query !== "") path += `?${query}`
    } else {
      body = endpoint.encoding === "form" ? encodeSearchParams(encoded) : JSON.stringify(encoded)
    }
  }
  return { url: apiUrl + path, body, requirement: getRequirement(endpoint, fields) }
}

/** Leaves permission ids such as `$update_team` unescaped, which RFC 3986 § 3.3 allows. */
const escapePart = (text: string): string => /^[$:\w-]+$/.test(text) ? text : encodeURIComponent(text)

const encodeSearchParams = (fields: Readonly<Record<string, string | undefined>>): string => {
  const params = new URLSearchParams()
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) params.set(name, value)
  }
  return params.toString()
}
