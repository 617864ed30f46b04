/** Routes requests to handlers, and converts their results to responses. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { getRequestHeader } from "../../call/headers.ts"
import { hasRedactedText } from "../../platform/toRedacted.ts"
import { type AccessLevel, accessLevels, type Any, type Generation } from "../../wire/Endpoint.ts"
import { isObject, parseJson } from "../../wire/Json.ts"
import type { KnownError } from "../../wire/KnownError.ts"
import { BodyParsingError, InsufficientAccessType, RequestSchemaError } from "../../wire/KnownErrors.ts"
import { getWireNames } from "../../wire/names.ts"
import { describeFeatureSupport } from "../handlers/projects.ts"
import { authorize, callback } from "../oauth/authorization.ts"
import { handleProviderPage } from "../oauth/providerPage.ts"
import { handleTokenRequest } from "../oauth/tokenEndpoint.ts"
import { noCurrentUser } from "../rules/errors.ts"
import { failWith, makeError } from "../rules/failWith.ts"
import { handleImage, storeImage } from "../rules/images.ts"
import { schemaError } from "../rules/validation.ts"
import * as jwt from "../state/jwt.ts"
import * as random from "../state/random.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { primaryChannel } from "../state/userRows.ts"
import { authenticate, type Authenticated, isAnonymousRequest } from "./authenticate.ts"
import { describeUnknownProperties } from "./findViolations.ts"
import {
  addHexclaveHeaders,
  apiRoot,
  completeResponse,
  cors as corsOfAll,
  corsHeaders,
  type EmulatorRequest,
  type EmulatorResponse,
  encodeOrThrow,
  invalidUrl,
  isLarger,
  makeJsonResponse,
  makeRejectionResponse,
  makeTextResponse,
  reject,
  Rejection
} from "./http.ts"
import { decodeInput, refersToMe } from "./input.ts"
import { isDeeperThan, maxDepth } from "./jsonDepth.ts"
import { maxBodySize } from "./readBody.ts"
import { findPlainRejection, needsUser } from "./requestRules.ts"
import { decodeSegment, findRoutes, type Route } from "./routes.ts"

const providerPage = /^(.*)\/latchkey\/oauth\/([^/]+)$/

/** Matches OAuth browser navigations, which carry no service headers. */
const navigation = /^\/auth\/oauth\/(authorize|callback)\/([^/]+)$/

/** Handles a request. */
export const handle = (state: ServiceState, request: EmulatorRequest): Effect.Effect<EmulatorResponse> => {
  const response = handleRequest(state, state.generation === "2025" ? removeHexclaveHeaders(request) : request)
  return state.isNewest ? Effect.map(response, addHexclaveHeaders) : response
}

/** The 2025 service does not read the second header family. */
const removeHexclaveHeaders = (request: EmulatorRequest): EmulatorRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith("x-hexclave-")))
})

const handleRequest = Effect.fnUntraced(function*(state: ServiceState, request: EmulatorRequest) {
  const { generation } = state
  const cors = corsHeaders[generation]
  if (request.method === "OPTIONS") return { status: 200, headers: cors, body: undefined }
  if (!URL.canParse(request.url)) {
    return completeResponse(invalidUrl, false, yield* random.code(16), generation)
  }
  const url = new URL(request.url)
  const [start, base = ""] = apiRoot.exec(url.pathname) ?? []
  const isHead = request.method === "HEAD"
  if (start === undefined && url.pathname.endsWith("/health")) return isHead ? { ...healthy, body: undefined } : healthy
  const image = start === undefined ? handleImage(state, url.pathname) : undefined
  if (image !== undefined) return { ...image, headers: { ...cors, ...image.headers } }
  const [pagePath, pageBase = "", providerId = ""] = providerPage.exec(url.pathname) ?? []
  if (pagePath !== undefined) {
    return request.method === "GET"
      ? yield* handleProviderPage(state, decodeSegment(providerId), url.searchParams, url.origin + pageBase)
      : makeTextResponse(405, "This page accepts only GET requests")
  }
  const path = url.pathname.slice(start?.length)
  if (start !== undefined && path.endsWith("/")) {
    // With a single leading slash: two would redirect to another host.
    const location = url.pathname.replace(/\/+$/, "").replace(/^\/+/, "/") + url.search
    return { status: 308, headers: { ...cors, location }, body: location }
  }
  const response = start === undefined ?
    makeRouteNotFound(request) :
    yield* routeApiRequest(state, request, url, path, url.origin + base).pipe(
      Effect.catch((error) =>
        Effect.succeed(
          explainRedacted(makeRejectionResponse(addRequestToMessage(error, request, url), isPretty(request)), request)
        )
      ),
      // As the service answers unexpected errors.
      Effect.catchDefect((defect) => Effect.succeed(makeTextResponse(500, `The emulator failed: ${defect}`)))
    )
  // Redirects and 405 responses are sent without the headers that the service adds to others.
  if (response.body === undefined) return { ...response, headers: { ...cors, ...response.headers } }
  const override = getRequestHeader(request.headers, "override-error-status") !== undefined
  const completed = completeResponse(response, override, yield* random.code(16), generation)
  return isHead ? { ...completed, body: undefined } : completed
})

const addRequestToMessage = (error: KnownError | Rejection, { method }: EmulatorRequest, { pathname }: URL) => {
  const inner = error instanceof Rejection ? error.content : error
  if (!(inner instanceof RequestSchemaError)) return error
  const message = [`${method} ${pathname} is not a valid request:`, ...inner.message.split("\n")].join("\n  - ")
  return makeError(RequestSchemaError, message, { message })
}

/** Explains a refusal if the request has a redacted value's text as a secret, which the service only calls invalid. */
const explainRedacted = (response: EmulatorResponse, { body = "", headers }: EmulatorRequest): EmulatorResponse => {
  const given = Object.entries(headers).find(([name, value]) =>
    /^(?:x-|authorization$)/i.test(name) && hasRedactedText(value)
  )
  if (given === undefined && !hasRedactedText(body)) return response
  const hint = ` ${given?.[0] ?? "The body"} has the text <redacted> in place of a secret: send Redacted.value of it.`
  const json = parseJson(response.body ?? "")
  return {
    ...response,
    body: isObject(json) && typeof json["error"] === "string"
      ? JSON.stringify({ ...json, error: json["error"] + hint })
      : `${response.body ?? ""}${hint}`
  }
}

const isPretty = (request: EmulatorRequest): boolean => (request.headers["accept"] ?? "").includes("text/html")

const healthy: EmulatorResponse = {
  status: 200,
  headers: { ...corsOfAll, "content-type": "application/json" },
  body: JSON.stringify({ status: "ok" })
}

const makeRouteNotFound = ({ method, url }: EmulatorRequest): EmulatorResponse =>
  makeTextResponse(404, `Route not found: ${method} ${url}`)

interface ApiRequest {
  readonly state: ServiceState
  readonly request: EmulatorRequest
  readonly url: URL
  readonly path: string
  readonly now: number
  readonly origin: string
}

type Answer = Effect.fn.Return<EmulatorResponse, KnownError | Rejection>

const contextOf = ({ now, origin, request: { headers } }: ApiRequest) => ({ now, headers, origin })

const routeApiRequest = Effect.fnUntraced(function*(
  state: ServiceState,
  request: EmulatorRequest,
  url: URL,
  path: string,
  origin: string
): Answer {
  const api: ApiRequest = { state, request, url, path, now: yield* Clock.currentTimeMillis, origin }
  if (path === "") return yield* describeRoot(api)
  const keys = /^\/projects\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)
  if (keys !== null) return yield* answerKeySet(api, decodeSegment(keys[1]!))
  if (path === "/auth/oauth/token") return yield* answerTokenRequest(api)
  if (path === "/check-feature-support") return yield* answerFeatureSupport(api)
  const [, step, provider = ""] = navigation.exec(path) ?? []
  return yield* step === undefined ? callEndpoint(api) : navigate(api, step, decodeSegment(provider))
})

const describeRoot = Effect.fnUntraced(function*({ now, request, state, url }: ApiRequest): Answer {
  if (request.method !== "GET" && request.method !== "HEAD") return makeMethodNotAllowed(request)
  const caller = isAnonymousRequest(request.headers) ? undefined : yield* authenticate(state, request.headers, now)
  const [unknown] = url.searchParams.keys()
  if (unknown !== undefined) {
    return yield* schemaError([describeUnknownProperties("query", [...url.searchParams.keys()])])
  }
  return makeTextResponse(200, describeCaller(caller))
})

const answerKeySet = Effect.fnUntraced(function*({ request, state, url }: ApiRequest, projectId: string): Answer {
  if (request.method !== "GET") return makeMethodNotAllowed(request)
  const project = state.get(projectId)
  if (project === undefined) return makeTextResponse(404, "Project not found")
  const response = makeJsonResponse(200, jwt.jwks(project, yield* parseAudiences(state.generation, url.searchParams)))
  return state.generation === "2025"
    ? response
    : { ...response, headers: { ...response.headers, "cache-control": "public, max-age=3600" } }
})

const answerTokenRequest = Effect.fnUntraced(function*(api: ApiRequest): Answer {
  const { request, state } = api
  if (request.method !== "POST") return makeMethodNotAllowed(request)
  const answer = yield* handleTokenRequest(state, yield* parseBody(request, state.generation), contextOf(api))
  const response = makeJsonResponse(200, answer, isPretty(request))
  return { ...response, headers: { ...response.headers, "cache-control": "no-store", pragma: "no-cache" } }
})

const answerFeatureSupport = Effect.fnUntraced(function*({ now, request, state }: ApiRequest): Answer {
  if (request.method !== "POST") return makeMethodNotAllowed(request)
  const body = yield* parseBody(request, state.generation)
  if (!isAnonymousRequest(request.headers)) yield* authenticate(state, request.headers, now)
  return makeTextResponse(200, describeFeatureSupport(body))
})

const navigate = Effect.fnUntraced(function*(api: ApiRequest, step: string, providerId: string): Answer {
  const { request, state, url } = api
  const query = Object.fromEntries(url.searchParams)
  if (request.method !== "GET" && !(step === "callback" && request.method === "POST")) {
    return makeMethodNotAllowed(request)
  }
  if (step === "authorize") return yield* authorize(state, providerId, query, contextOf(api))
  const body = yield* parseBody(request, state.generation)
  // Some providers use `response_mode=form_post`.
  const answer = isObject(body) ? { ...query, ...body } : query
  return yield* callback(state, providerId, answer, { ...contextOf(api), pretty: isPretty(request) })
})

const callEndpoint = Effect.fnUntraced(function*(api: ApiRequest): Answer {
  const { now, origin, path, request, state, url } = api
  const { headers } = request
  const found = findRoutes(request.method, path)
  const routes = found?.routes.filter(({ endpoint: { generation = state.generation } }) =>
    generation === state.generation
  )
  if (found === undefined || routes === undefined || routes.length === 0) return makeRouteNotFound(request)
  const overloads = routes.filter((route) => route.endpoint.method === request.method)
  if (overloads.length === 0) return makeMethodNotAllowed(request)
  const body = yield* parseBody(request, state.generation)

  const caller = yield* authenticate(state, headers, now)
  const inputOf = ({ endpoint }: Route) => {
    // A request that creates or changes a row must have a body, which may be an empty object. Others may omit it.
    const isBodyMissing = body === undefined && endpoint.payload !== undefined &&
      (endpoint.method === "PATCH" || endpoint.status === 201)
    const payload = isBodyMissing ? undefined : body === undefined || !readsBody(endpoint) ? {} : body
    return { payload, params: found.params, query: Object.fromEntries(url.searchParams) }
  }
  const route = yield* selectRoute(
    overloads,
    caller.level,
    (each) => !(decodeInput(each.endpoint, inputOf(each), [], state) instanceof RequestSchemaError)
  )
  const { endpoint } = route
  const received = inputOf(route)
  const rejection = state.generation === "2026" ? findPlainRejection(endpoint, received) : undefined
  if (rejection !== undefined) return yield* rejection
  if (caller.user === undefined && refersToMe(endpoint, received)) return yield* noCurrentUser
  const missingUser = needsUser(endpoint) && caller.user === undefined ? ["auth.user is missing"] : []
  const input = decodeInput(endpoint, received, missingUser, state)
  if (input instanceof RequestSchemaError) return yield* input
  const stored = { ...input, payload: yield* storeImage(caller.project, origin, input.payload) }
  const value = yield* route.handler({ ...stored, ...caller, ...contextOf(api), state })
  const { otherStatus } = endpoint
  const status = otherStatus?.appliesTo(value) === true ? otherStatus.status : endpoint.status
  return makeJsonResponse(status, encodeOrThrow(endpoint.success, value), isPretty(request))
})

/** Selects the route for the highest level that the caller may use. Several with the same level and path differ in input. */
const selectRoute = (
  overloads: ReadonlyArray<Route>,
  level: AccessLevel,
  accepts: (route: Route) => boolean
): Effect.Effect<Route, InsufficientAccessType> => {
  const ranks = overloads.map(({ endpoint }) => rank(endpoint.level)).filter((each) => each <= rank(level))
  const permitted = overloads.filter(({ endpoint }) => rank(endpoint.level) === Math.max(...ranks))
  const [first] = permitted
  if (first === undefined) {
    const allowed = accessLevels.slice(rank(overloads[0]!.endpoint.level))
    return failWith(
      InsufficientAccessType,
      `The x-stack-access-type header must be ${allowed.join(" or ")}, not ${level}`,
      { actualAccessType: level, allowedAccessTypes: allowed }
    )
  }
  return Effect.succeed(permitted.length === 1 ? first : permitted.find(accepts) ?? first)
}

/** Parses a request's audiences for the project's JWK set. The 2025 service ignores the query. */
const parseAudiences = Effect.fnUntraced(function*(
  generation: Generation,
  query: URLSearchParams
): Effect.fn.Return<ReadonlyArray<jwt.Audience>, RequestSchemaError> {
  if (generation === "2025") return ["normal"]
  const names = ["include_restricted", "include_anonymous"]
  const violations = names.flatMap((name) =>
    ["true", "false", null].includes(query.get(name)) ? [] : [`query.${name} must be true or false`]
  )
  const unknown = [...query.keys()].filter((name) => !names.includes(name))
  if (unknown.length > 0) violations.push(describeUnknownProperties("query", unknown))
  if (violations.length > 0) return yield* schemaError(violations)
  if (query.get("include_anonymous") === "true") return jwt.audiences
  return query.get("include_restricted") === "true" ? ["normal", "restricted"] : ["normal"]
})

const describeCaller = (caller: Authenticated | undefined): string => {
  const greeting = "Latchkey emulator\n\nAuthentication: "
  if (caller === undefined) return `${greeting}None`
  const { level, project, user } = caller
  const name = user === undefined ? "None" : primaryChannel(user)?.value ?? user.id
  return `${greeting}${level[0]!.toUpperCase()}${level.slice(1)}\n  Project: ${project.id}\n  User: ${name}`
}

const makeMethodNotAllowed = ({ method }: EmulatorRequest): EmulatorResponse =>
  method === "HEAD"
    ? makeTextResponse(405, "This route does not accept HEAD requests")
    : { status: 405, headers: {}, body: undefined }

/** The body is ignored if the endpoint has no payload, unless it creates a row. */
const readsBody = ({ method, payload, status }: Any): boolean =>
  payload !== undefined && method !== "DELETE" && (getWireNames(payload).length > 0 || status === 201)

const rank = (level: AccessLevel): number => accessLevels.indexOf(level)

/** The maximum body size in bytes. The 2025 service accepts 12 MB, and its limit is not known. */
const bodyLimits: Readonly<Record<Generation, number>> = { "2025": maxBodySize, "2026": 10 * 1024 * 1024 }

const parseBody = (request: EmulatorRequest, generation: Generation) => {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  const text = request.body ?? ""
  const fail = (message: string) => failWith(BodyParsingError, message)
  if (request.method === "GET") return Effect.undefined
  if (request.isBodyTooLarge === true || isLarger(text, bodyLimits[generation])) {
    return generation === "2025"
      ? Effect.fail(reject(413, `The request body is larger than ${bodyLimits[generation]} bytes`))
      : fail(`The body is larger than ${bodyLimits[generation]} bytes`)
  }
  switch (type) {
    case undefined:
    case "":
      return Effect.undefined
    case "text/plain":
    case "application/octet-stream":
      return Effect.succeed(text)
    case "application/x-www-form-urlencoded":
      return Effect.succeed(Object.fromEntries(new URLSearchParams(text)))
    case "application/json": {
      if (isDeeperThan(maxDepth, text)) return fail(`The body is nested more than ${maxDepth} levels deep`)
      const body = parseJson(text)
      return body === undefined ? fail("The body is not valid JSON") : Effect.succeed(body)
    }
    default:
      return fail(`The content type ${JSON.stringify(type.slice(0, 100))} of the body is not supported`)
  }
}
