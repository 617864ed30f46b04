/** A Next.js app's proxy, which runs before its pages and route handlers. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Urls } from "../navigation/Urls.ts"
import type { VerifyOptions } from "../server/AccessToken.ts"
import { type Authenticated, authenticateOptional } from "../server/Authentication.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { type AuthChecks, type AuthState, makeChecks, makeState, type RedirectToSignInOptions } from "./AuthObject.ts"
import { NextResponse } from "./nextFunctions.ts"
import type { AppRuntime } from "./services.ts"
import { getSignInUrl, pageHeader } from "./signInUrl.ts"

/** A request's session in a gate. Its checks reject with `SignInRequired`, which is a response with status 401. */
export type GateSession = AuthState & AuthChecks & {
  /**
   * Returns a redirect to the app's sign-in page, which returns to the requested page. While the service is unavailable and the
   * session is therefore unknown, returns a response with status 503.
   */
  readonly redirectToSignIn: (options?: RedirectToSignInOptions) => Response
}

/** A gate in the proxy. Returns a response to send, or `undefined` to continue with the page. */
export type Gate<Req extends Request> = (
  session: GateSession,
  request: Req
) => Response | undefined | void | Promise<Response | undefined | void>

/** The proxy, for `proxy.ts`. With a gate, returns a proxy that calls it. */
export interface AuthProxy {
  <Req extends Request>(gate: Gate<Req>): (request: Req) => Promise<Response>
  (request: Request): Promise<Response>
}

/** The used part of `NextRequest`. */
interface NextRequestLike extends Request {
  readonly nextUrl?: { readonly basePath?: string; readonly pathname: string; readonly search: string }
}

/** Creates the function for the app's `proxy.ts`. It passes the page's address on, and applies a gate. */
export const makeProxy = (runtime: AppRuntime, urls: Urls, allowed: VerifyOptions): AuthProxy => {
  const handle = async (request: NextRequestLike, gate?: Gate<any>): Promise<Response> => {
    const page = getPage(request)
    const result = await authenticateOrRefuse(runtime, request)
    if (result instanceof Response) return result
    const headers = new Headers(request.headers)
    headers.set(pageHeader, page)
    if (result.requestCookies !== undefined) setCookie(headers, Redacted.value(result.requestCookies))
    const response = gate === undefined
      ? undefined
      : await runGate(gate, makeGateSession(runtime, urls, allowed, request, result), forwardTo(request, headers))
    await runtime.runPromise(result.settle)
    return finish(response ?? NextResponse.next({ request: { headers } }), headers, result.headers)
  }
  // Sound: each overload has one branch's parameters.
  return ((given: Request | Gate<Request>) =>
    typeof given === "function" ? (request: Request) => handle(request, given) : handle(given)) as AuthProxy
}

/** A request's result, and the error if the session is unknown because the service is unavailable. */
type GateResult = Authenticated & { readonly unavailable?: AuthProblem.AuthError }

/** The result for a request whose credentials only the page can judge. */
const unknown: GateResult = {
  principal: { _tag: "SignedOut", reason: "none" },
  headers: new Headers(),
  requestCookies: undefined,
  settle: Effect.void
}

/**
 * Authenticates a request. Refuses only a forged one (CSRF): other credentials may be of another kind, such as a scheduled
 * job's bearer token, and the page may be public.
 */
const authenticateOrRefuse = async (runtime: AppRuntime, request: Request): Promise<GateResult | Response> => {
  try {
    return await runtime.runPromise(authenticateOptional(request, { allowAnonymous: true, allowRestricted: true }))
  } catch (error) {
    if (!AuthProblem.isAuthError(error)) throw error
    if (error._tag === "CrossSiteRequest") return AuthProblem.toResponse(error)
    return AuthProblem.make(error).status === 503 ? { ...unknown, unavailable: error } : unknown
  }
}

const makeGateSession = (
  runtime: AppRuntime,
  urls: Urls,
  allowed: VerifyOptions,
  request: NextRequestLike,
  { principal, unavailable }: GateResult
): GateSession => {
  const state = makeState(principal, allowed)
  return {
    ...state,
    ...makeChecks(runtime, state, (error) => Promise.reject(unavailable ?? error)),
    redirectToSignIn: ({ returnTo = getPage(request) } = {}) => {
      // The user may be signed in: the sign-in page would be wrong.
      if (unavailable !== undefined) return AuthProblem.toResponse(unavailable)
      const location = (request.nextUrl?.basePath ?? "") + getSignInUrl(urls, state.principal, returnTo)
      // After a 303, browsers request the page with GET.
      const status = request.method === "GET" || request.method === "HEAD" ? 307 : 303
      return new Response(null, { status, headers: { location: new URL(location, request.url).href } })
    }
  }
}

const runGate = async (gate: Gate<any>, session: GateSession, request: Request) => {
  try {
    return await gate(session, request)
  } catch (error) {
    if (AuthProblem.isAuthError(error)) return AuthProblem.toResponse(error)
    throw error
  }
}

/** Returns the page's path and query, without the internal Next.js query. */
const getPage = ({ nextUrl, url }: NextRequestLike): string => {
  const { pathname, search } = nextUrl ?? new URL(url)
  const query = new URLSearchParams(search)
  query.delete("_rsc")
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

/** Replaces a request's `Cookie` header, or removes an empty one. */
const setCookie = (headers: Headers, cookie: string): void => {
  if (cookie === "") headers.delete("cookie")
  else headers.set("cookie", cookie)
}

/** Updates the request's headers, so that a gate can pass them to another proxy, for example for languages. */
const forwardTo = <Req extends Request>(request: Req, headers: Headers): Req => {
  for (const name of ["cookie", pageHeader]) {
    const value = headers.get(name)
    if (value === null) request.headers.delete(name)
    else request.headers.set(name, value)
  }
  return request
}

const overrideList = "x-middleware-override-headers"
const overridePrefix = "x-middleware-request-"

/** Adds a refresh's cookies to a response, and the request headers for the components behind the proxy. */
const finish = (response: Response, forwarded: Headers, own: Headers): Response => {
  const headers = new Headers(response.headers)
  const continues = headers.has("x-middleware-next") || headers.has("x-middleware-rewrite")
  if (continues) overrideRequest(headers, forwarded)
  const cookies = own.getSetCookie()
  for (const line of cookies) headers.append("set-cookie", line)
  // A shared cache must not store the cookies. Other responses have their page's headers.
  if (cookies.length > 0) headers.set("cache-control", "private, no-store")
  if (!continues && cookies.length === 0) return response
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/** Adds request headers as `NextResponse.next` does. The list names all headers that the page receives. */
const overrideRequest = (headers: Headers, forwarded: Headers): void => {
  const list = headers.get(overrideList)
  const names = new Set(list === null ? forwarded.keys() : list.split(","))
  for (const name of ["cookie", pageHeader]) {
    if (forwarded.has(name)) names.add(name)
    else names.delete(name)
  }
  for (const name of names) {
    const value = forwarded.get(name)
    const isOwn = name === "cookie" || name === pageHeader
    if (value !== null && (isOwn || !headers.has(overridePrefix + name))) headers.set(overridePrefix + name, value)
  }
  headers.set(overrideList, [...names].join(","))
}
