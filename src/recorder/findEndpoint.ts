/** A request's endpoint. */
import type { Any } from "../wire/Endpoint.ts"

/** Returns the first endpoint with the method and path of a request. */
export const findEndpoint = (
  endpoints: ReadonlyArray<Any | undefined>,
  apiUrl: string,
  method: string,
  url: string
): Any | undefined => {
  const path = url.slice(apiUrl.length).split("?")[0]!.split("/")
  return endpoints.find((endpoint) => {
    if (endpoint?.method !== method) return false
    const template = endpoint.path.startsWith("//") ? endpoint.path.slice(1) : `/api/v1${endpoint.path}`
    const segments = template.split("/")
    return segments.length === path.length &&
      segments.every((segment, index) => segment.startsWith(":") || segment === path[index])
  })
}
