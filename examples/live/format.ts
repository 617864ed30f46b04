/** Prints a value as the console of a browser does, in one line if it is short. */

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The code and the message of an error of the library, and the name and the message of another one. */
const formatError = (error: Error): string => {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined
  const tag = "_tag" in error && typeof error._tag === "string" ? error._tag : undefined
  const text = error.message === "" ? "" : `: ${error.message}`
  return `${code ?? tag ?? error.name}${text}`
}

/** Prints a value inside of another one, or alone. */
export const format = (value: unknown, depth = 0): string => {
  if (typeof value === "string") return depth === 0 ? value : JSON.stringify(value)
  if (typeof value === "function") return "function"
  if (typeof value !== "object" || value === null) return String(value)
  if (value instanceof Error) return formatError(value)
  if (value instanceof Date) return value.toISOString()
  if (depth > 3) return "…"
  if (Array.isArray(value)) return wrap("[", value.map((item) => format(item, depth + 1)), "]", depth)
  if (value instanceof Map || value instanceof Set) return format([...value], depth)
  // `Redacted` and `Option` print themselves.
  if (!isPlain(value) && String(value) !== "[object Object]") return String(value)
  const fields = Object.entries(value).filter(([, field]) => typeof field !== "function")
  return wrap("{", fields.map(([name, field]) => `${name}: ${format(field, depth + 1)}`), "}", depth)
}

const wrap = (open: string, items: ReadonlyArray<string>, close: string, depth: number): string => {
  if (items.length === 0) return open + close
  const line = open === "{" ? `${open} ${items.join(", ")} ${close}` : `${open}${items.join(", ")}${close}`
  if (line.length <= 72 && !line.includes("\n")) return line
  const margin = "  ".repeat(depth + 1)
  return `${open}\n${items.map((item) => `${margin}${item}`).join(",\n")}\n${"  ".repeat(depth)}${close}`
}
