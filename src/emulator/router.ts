/**
 * From a request to its handler, and from what the handler says to a response.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { problemOf } from "../call/problem.ts"
import type { AccessLevel, Any } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"
import { BodyParsingError, InsufficientAccessType } from "../wire/KnownErrors.ts"
import * as passwordEndpoints from "../wire/password.ts"
import * as projectEndpoints from "../wire/projects.ts"
import * as sessionEndpoints from "../wire/sessions.ts"
import type { WireStruct } from "../wire/Struct.ts"
import * as tokenEndpoints from "../wire/tokens.ts"
import * as userEndpoints from "../wire/users.ts"
import { authenticate, serviceHeader } from "./authenticate.ts"
import { schemaError } from "./checks.ts"
import type { Handler } from "./Handler.ts"
import {
  complete,
  cors,
  type EmulatorRequest,
  type EmulatorResponse,
  jsonResponse,
  knownErrorResponse,
  Refusal,
  textResponse
} from "./http.ts"
import * as jwt from "./jwt.ts"
import { token } from "./oauthToken.ts"
import { passwordHandlers } from "./password.ts"
import { projectHandlers } from "./projects.ts"
import * as random from "./random.ts"
import { sessionHandlers, tokenHandlers } from "./sessions.ts"
import type { State } from "./State.ts"
import { userHandlers } from "./users.ts"

interface Route {
  readonly endpoint: Any
  readonly handler: Handler<any>
  readonly decode: { readonly [P in Part]?: Decoder }
}

type Part = "params" | "query" | "payload"

type Decoder = (value: unknown) => Exit.Exit<unknown, Schema.SchemaError>

const routesOf = (endpoints: Readonly<Record<string, unknown>>, handlers: Readonly<Record<string, Handler<any>>>) =>
  Object.entries(handlers).map(([name, handler]): Route => {
    // Sound: the handlers' type is made of the module's endpoints, name by name.
    const endpoint = endpoints[name] as Any
    const decoder = (codec: WireStruct<unknown> | undefined) => codec && Schema.decodeUnknownExit(codec)
    const { params, payload, query } = endpoint
    return {
      endpoint,
      handler,
      decode: {
        ...(params && { params: decoder(params)! }),
        ...(query && { query: decoder(query)! }),
        ...(payload && { payload: decoder(payload)! })
      }
    }
  })

const routes: ReadonlyArray<Route> = [
  ...routesOf(passwordEndpoints, passwordHandlers),
  ...routesOf(tokenEndpoints, tokenHandlers),
  ...routesOf(sessionEndpoints, sessionHandlers),
  ...routesOf(userEndpoints, userHandlers),
  ...routesOf(projectEndpoints, projectHandlers)
]

/** Where the API begins in a path: below the names under which the service serves what `v1` is. */
const root = /^(.*)\/api\/(?:v1|latest|v2beta4)(?=\/|$)/

/**
 * Answers a request.
 *
 * @category handlers
 * @since 0.1.0
 */
export const handle = Effect.fnUntraced(function*(
  state: State,
  request: EmulatorRequest
): Effect.fn.Return<EmulatorResponse> {
  if (request.method === "OPTIONS") return { status: 200, headers: cors, body: undefined }
  const url = new URL(request.url)
  const [start, base = ""] = root.exec(url.pathname) ?? []
  if (start === undefined && url.pathname.endsWith("/health")) return healthy
  const path = url.pathname.slice(start?.length)
  if (start !== undefined && path.endsWith("/")) {
    const location = url.pathname.replace(/\/+$/, "") + url.search
    return { status: 308, headers: { ...cors, location }, body: location }
  }
  const response = start === undefined ? noRoute : yield* Effect.catch(
    inside(state, request, url, path, url.origin + base),
    (error) => Effect.succeed(refusal(error, isPretty(request)))
  )
  // A method that no handler takes is refused before the service adds anything of its own.
  if (response.body === undefined) return { ...response, headers: cors }
  const override = serviceHeader(request.headers, "override-error-status") !== undefined
  const completed = complete(response, override, yield* random.code(16))
  return request.method === "HEAD" ? { ...completed, body: undefined } : completed
})

const isPretty = (request: EmulatorRequest): boolean => (request.headers["accept"] ?? "").includes("text/html")

const refusal = (error: KnownError | Refusal, pretty: boolean): EmulatorResponse => {
  if (!(error instanceof Refusal)) return knownErrorResponse(error, pretty)
  const { content, status } = error
  if (typeof content === "string") return textResponse(status, content)
  return "_tag" in content ? knownErrorResponse(content, pretty) : jsonResponse(status, content, pretty)
}

const healthy: EmulatorResponse = {
  status: 200,
  headers: { ...cors, "content-type": "application/json" },
  body: JSON.stringify({ status: "ok" })
}

const noRoute = textResponse(404, "There is no such route")

const inside = Effect.fnUntraced(function*(
  state: State,
  request: EmulatorRequest,
  url: URL,
  path: string,
  origin: string
): Effect.fn.Return<EmulatorResponse, KnownError | Refusal> {
  if (path === "") return textResponse(200, "Latchkey emulator")
  const keys = /^\/projects\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)
  if (keys !== null) {
    const project = state.get(decodeURIComponent(keys[1]!))
    return project === undefined ? textResponse(404, "There is no such project") : jsonResponse(200, jwt.jwks(project))
  }
  const now = yield* Clock.currentTimeMillis
  const { headers } = request
  const circumstances = { now, headers, origin }
  if (path === "/auth/oauth/token" && request.method === "POST") {
    const answer = yield* token(state, yield* parseBody(request), circumstances)
    const response = jsonResponse(200, answer, isPretty(request))
    return { ...response, headers: { ...response.headers, "cache-control": "no-store", pragma: "no-cache" } }
  }

  const matching = routes.flatMap((route) => {
    const params = match(route.endpoint.path, path)
    return params === undefined ? [] : [{ ...route, params }]
  })
  // A path without parameters is meant before one whose parameter would take its text.
  const exact = matching.filter((route) => Object.keys(route.params).length === 0)
  const candidates = exact.length > 0 ? exact : matching
  if (candidates.length === 0) return noRoute
  const overloads = candidates.filter((route) => route.endpoint.method === request.method)
  if (overloads.length === 0) {
    return request.method === "HEAD"
      ? textResponse(405, "This route does not answer HEAD")
      : { status: 405, headers: {}, body: undefined }
  }
  const body = yield* parseBody(request)

  const caller = yield* authenticate(state, headers, now)
  const permitted = overloads.filter((route) => rank(route.endpoint.level) <= rank(caller.level))
    .sort((a, b) => rank(b.endpoint.level) - rank(a.endpoint.level))[0]
  const route = permitted ?? overloads[0]!
  const input: { [P in Part]?: unknown } = {}
  const query = Object.fromEntries(url.searchParams)
  for (const part of ["params", "query", "payload"] as const) {
    const value = part === "params" ? route.params : part === "query" ? query : body ?? {}
    input[part] = yield* decode(route, part, value)
  }
  if (permitted === undefined) {
    const allowed = levels.slice(rank(route.endpoint.level))
    return yield* new InsufficientAccessType({
      message: `The access type must be ${allowed.join(" or ")}, not ${caller.level}`,
      details: { actualAccessType: caller.level, allowedAccessTypes: allowed }
    })
  }
  const value = yield* route.handler({ ...input, ...caller, ...circumstances })
  const encoded = Schema.encodeUnknownSync(route.endpoint.success)(value)
  return jsonResponse(route.endpoint.status, encoded, isPretty(request))
})

const levels = ["client", "server", "admin"] as const

const rank = (level: AccessLevel): number => levels.indexOf(level)

/** Returns the parameters of a path that a template matches. */
const match = (template: string, path: string): Readonly<Record<string, string>> | undefined => {
  const expected = template.split("/")
  const actual = path.split("/")
  if (expected.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    if (!part.startsWith(":")) {
      if (part !== actual[index]) return undefined
    } else params[part.slice(1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = unescape(actual[index]!)
  }
  return params
}

const unescape = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads a body by its content type. Total: what cannot be read is a `BodyParsingError`. */
const parseBody = (request: EmulatorRequest): Effect.Effect<unknown, BodyParsingError> => {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  const text = request.body ?? ""
  const fail = (message: string) => Effect.fail(new BodyParsingError({ message, details: {} }))
  if (request.method === "GET") return Effect.undefined
  switch (type) {
    case undefined:
    case "":
    case "text/plain":
    case "application/octet-stream":
      return Effect.undefined
    case "application/x-www-form-urlencoded":
      return Effect.succeed(Object.fromEntries(new URLSearchParams(text)))
    case "application/json":
      try {
        return Effect.succeed(JSON.parse(text))
      } catch {
        return fail("The body is not JSON")
      }
    default:
      return fail("The body's content type is none that the service reads")
  }
}

/** Decodes one part of the input. The service takes no field that it does not know, and takes nothing for another type. */
const decode = Effect.fnUntraced(function*(route: Route, part: Part, value: unknown) {
  const codec = route.endpoint[part]
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return yield* schemaError(`The ${part} must be an object`)
  }
  const unknown = Object.keys(value).find((name) => !codec?.wireNames.includes(name))
  if (unknown !== undefined) return yield* schemaError(`The ${part} has an unknown property ${unknown}`)
  if (codec === undefined) return undefined
  const exit = route.decode[part]!(value)
  return Exit.isSuccess(exit) ? exit.value : yield* schemaError(`In the ${part}, ${problemOf(exit).message}`)
})
