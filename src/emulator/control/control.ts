/**
 * The emulator's control API, below `/latchkey`.
 *
 * It belongs to the emulator and not to the service. The service's paths start with `/api`, except `/health`, so they
 * never collide. It needs no key, and no fault affects it. `controlGuard.ts` refuses foreign pages.
 */
import * as Effect from "effect/Effect"
import {
  type EmulatorRequest,
  type EmulatorResponse,
  makeRejectionResponse,
  makeTextResponse,
  reject
} from "../requests/http.ts"
import { decodeSegment, matchesTemplate } from "../requests/routes.ts"
import { type Access, findRefusal, makeCorsHeaders } from "./controlGuard.ts"
import { controlRoutes } from "./controlRoutes.ts"
import type { ControlTarget } from "./ControlTarget.ts"

const controlPath = /^(?:.*)\/latchkey(\/.*)?$/

const servicePath = /^\/(?:oauth|images)\//

/** Returns a URL's path below `/latchkey`, or `undefined` for a URL of the service, whose paths are below `/api`. */
const findControlPath = ({ pathname }: URL): string | undefined => {
  const found = pathname.includes("/api/") ? null : controlPath.exec(pathname)
  const path = found?.[1] ?? ""
  return found === null || servicePath.test(path) ? undefined : path.replace(/\/$/, "")
}

/** Returns `true` if a request is for the emulator's control API or pages, and not for the service. */
export const isControlRequest = ({ url }: EmulatorRequest, { pages }: Access): boolean => {
  if (!url.includes("/latchkey") && (pages === undefined || !/^[^/]+\/\/[^/]+\/?(?:\?|$)/.test(url))) return false
  if (!URL.canParse(url)) return false
  const parsed = new URL(url)
  return pages?.isPage(parsed.pathname) === true || findControlPath(parsed) !== undefined
}

/** Handles a request for which `isControlRequest` is `true`. */
export const handleControl = (target: ControlTarget, request: EmulatorRequest, access: Access) =>
  Effect.suspend(() => {
    const url = new URL(request.url)
    const page = access.pages?.isPage(url.pathname) === true ? access.pages : undefined
    const refusal = findRefusal(request, access, page === undefined ? "api" : "page")
    if (refusal !== undefined) return Effect.succeed(secure(makeTextResponse(403, refusal)))
    if (request.isBodyTooLarge === true) {
      return Effect.succeed(secure(makeTextResponse(413, "The request body is too large")))
    }
    if (page !== undefined) return Effect.map(page.handle(target, request, url), secure)
    const cors = makeCorsHeaders(request)
    if (request.method === "OPTIONS") return Effect.succeed({ status: 200, headers: cors, body: undefined })
    return route(target, request, url, findControlPath(url) ?? "").pipe(
      Effect.catch((error) => Effect.succeed(makeRejectionResponse(error))),
      Effect.catchDefect((defect) => Effect.succeed(makeTextResponse(500, `The emulator failed: ${defect}`))),
      Effect.map((response) => secure({ ...response, headers: { ...cors, ...response.headers } })),
      Effect.map((response) => request.method === "HEAD" ? { ...response, body: undefined } : response)
    )
  })

const secure = (response: EmulatorResponse): EmulatorResponse => ({
  ...response,
  headers: {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...response.headers
  }
})

const route = (target: ControlTarget, { body, method }: EmulatorRequest, url: URL, path: string) => {
  const segments = path.split("/").slice(1)
  const routes = controlRoutes.filter((each) => matchesTemplate(each.path, segments))
  if (routes.length === 0) {
    return Effect.fail(
      reject(404, "The control API has no such path. The documentation of the emulator lists its paths.")
    )
  }
  const found = routes.find((each) => each.method === (method === "HEAD" ? "GET" : method))
  if (found === undefined) {
    const methods = routes.map((each) => each.method).join(" and ")
    return Effect.fail(reject(405, `${url.pathname.slice(0, 100)} accepts only ${methods} requests`))
  }
  const unknown = [...url.searchParams.keys()].find((name) => !found.query.includes(name))
  if (unknown !== undefined) {
    const accepted = found.query.length === 0 ? "no parameters" : `only ${found.query.join(", ")}`
    return Effect.fail(reject(400, `Unknown parameter ${JSON.stringify(unknown)}. This path accepts ${accepted}.`))
  }
  const idIndex = found.path.indexOf(":id")
  return Effect.suspend(() =>
    found.handle({
      target,
      body,
      origin: url.origin,
      id: idIndex < 0 ? "" : decodeSegment(segments[idIndex]!),
      query: (name) => url.searchParams.get(name) ?? undefined
    })
  )
}
