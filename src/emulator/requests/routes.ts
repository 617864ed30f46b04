/** Handler lookup by method and path. */
import type { Any } from "../../wire/Endpoint.ts"
import { modules } from "../../wire/endpoints.ts"
import { toSnakeCase } from "../../wire/Struct.ts"
import { handlers } from "../handlers/handlers.ts"
import type { Handler } from "./Handler.ts"

/** An endpoint and its handler. `any`, because one list has all inputs. The endpoint's codecs decode them first. */
export interface Route {
  readonly endpoint: Any
  readonly handler: Handler<any>
}

const routesOf = (endpoints: Readonly<Record<string, unknown>>, handlers: Readonly<Record<string, Handler<any>>>) =>
  Object.entries(handlers).map(([name, handler]): Route => {
    // Sound: the handlers' type is derived from the module's endpoints, name by name.
    const endpoint = endpoints[name] as Any
    return { endpoint, handler }
  })

// Sound: both objects have the same keys.
const routes: ReadonlyArray<Route> = (Object.keys(handlers) as ReadonlyArray<keyof typeof modules>)
  .flatMap((name) => routesOf(modules[name], handlers[name]))

const byTemplate = new Map<string, ReadonlyArray<Route>>()
for (const route of routes) {
  const { path } = route.endpoint
  byTemplate.set(path, [...byTemplate.get(path) ?? [], route])
}

const countParameters = (template: ReadonlyArray<string>) => template.filter((part) => part.startsWith(":")).length

const templates = Array.from(byTemplate.keys(), (path) => path.split("/"))
  .filter((template) => countParameters(template) > 0).sort((a, b) => countParameters(a) - countParameters(b))

const routesOfTemplate = (template: ReadonlyArray<string>) => byTemplate.get(template.join("/"))!

/** Returns `true` if a path has the segments of a template, in which a parameter such as `:id` matches any segment. */
export const matchesTemplate = (template: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  template.length === segments.length &&
  template.every((part, index) => part.startsWith(":") || part === segments[index])

/**
 * Finds a path's routes, one per method and level, and the path parameters by their wire names. If several
 * templates match, those with the method come first, then the one with the fewest parameters.
 */
export const findRoutes = (method: string, path: string): {
  readonly routes: ReadonlyArray<Route>
  readonly params: Readonly<Record<string, string>>
} | undefined => {
  const exact = byTemplate.get(path)
  if (exact !== undefined && !path.includes(":")) return { routes: exact, params: {} }
  const actual = path.split("/")
  const matching = templates.filter((template) => matchesTemplate(template, actual))
  const hasMethod = ({ endpoint }: Route) => endpoint.method === method
  const template = matching.find((template) => routesOfTemplate(template).some(hasMethod)) ?? matching[0]
  if (template === undefined) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    if (part.startsWith(":")) params[toSnakeCase(part.slice(1))] = decodeSegment(actual[index]!)
  }
  return { routes: routesOfTemplate(template), params }
}

/** Decodes a path segment. Never fails; returns malformed input unchanged. */
export const decodeSegment = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
