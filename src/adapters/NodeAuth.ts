/**
 * Authentication for Node.js: `node:http`, Express, Fastify, and other frameworks with middleware.
 *
 * The functions return promises, and need no knowledge of Effect. Errors are those of `latchkey/server`. No framework is
 * imported.
 *
 * **Example** (Express)
 *
 * ```ts
 * import { createAuth, type NodeMiddleware } from "latchkey/node"
 *
 * declare const app: { readonly use: (middleware: NodeMiddleware) => void }
 *
 * const auth = createAuth({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: "ssk_…",
 *   origin: "https://app.example.com"
 * })
 *
 * app.use(auth.requireAuth())
 * ```
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Authentication from "../server/Authentication.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { makeSignInError } from "../server/refusedCredentials.ts"
import * as RequestAuth from "./RequestAuth.ts"
import * as responseHeaders from "./responseHeaders.ts"
import { type WithOptions, withOptions } from "./withOptions.ts"

/** A response of Node.js. */
export interface NodeResponse {
  statusCode: number
  readonly headersSent: boolean
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly setHeader: (name: string, value: string | ReadonlyArray<string>) => unknown
  readonly end: (body?: string) => unknown
  // `any`: the overloads of Node.js have no common type. The arguments are passed on.
  writeHead: (...args: Array<any>) => unknown
}

/** A reply of Fastify. */
export interface FastifyReplyLike {
  readonly raw: NodeResponse
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly header: (name: string, value: string) => unknown
  readonly code: (status: number) => unknown
  readonly send: (body: Uint8Array) => unknown
}

/** A middleware of Express and similar frameworks. */
type NodeMiddleware = (
  request: Authentication.AuthenticationRequest,
  response: NodeResponse,
  next: (error?: unknown) => void
) => void

/** An error handler for Express and similar frameworks. */
type NodeErrorHandler = (
  error: unknown,
  request: unknown,
  response: NodeResponse,
  next: (error?: unknown) => void
) => void

/** An `onRequest` hook of Fastify. */
type FastifyHook = (request: Authentication.AuthenticationRequest, reply: FastifyReplyLike) => Promise<unknown>

/** An error handler for Fastify. */
type FastifyErrorHandler = (error: unknown, request: unknown, reply: FastifyReplyLike) => unknown

/** A listener of `createServer`. */
export type NodeHandler<Req, Res, Auth> = (request: Req, response: Res, auth: Auth) => unknown

/**
 * An app's authentication. Middleware, hooks and error handlers are passed to the framework directly, or called first:
 * `app.use(auth.middleware)`, `app.use(auth.middleware({ freshness: "session" }))`.
 */
export interface NodeAuth extends RequestAuth.Authenticator {
  /**
   * A middleware that authenticates requests. It sets `request.auth`, and adds the headers of the authentication to the
   * response. Refused credentials, such as an expired access token, make the request signed out. Other errors of
   * authentication become problem details (RFC 9457).
   */
  readonly middleware: WithOptions<Authentication.AuthenticateOptions, NodeMiddleware>
  /** A middleware like `middleware`. Requests without a principal get a response with status 401. */
  readonly requireAuth: WithOptions<Authentication.AuthenticateOptions, NodeMiddleware>
  /**
   * An error handler for Express, to add after the routes. Errors of authorization become problem details. Other errors go to
   * the next error handler.
   */
  readonly errorHandler: WithOptions<never, NodeErrorHandler>
  /** An `onRequest` hook for Fastify that authenticates requests, like `middleware`. */
  readonly fastifyHook: WithOptions<Authentication.AuthenticateOptions, FastifyHook>
  /** An error handler for Fastify. Errors of authorization become problem details. It rethrows other errors. */
  readonly fastifyErrorHandler: WithOptions<never, FastifyErrorHandler>
  /**
   * Wraps a listener of `createServer`. Refused credentials make the request signed out. Errors of authentication and
   * authorization become problem details. Other errors are logged, and get a response with status 500.
   */
  readonly withAuth: <Req extends Authentication.AuthenticationRequest, Res extends NodeResponse>(
    handler: NodeHandler<Req, Res, RequestAuth.RequestAuth>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Req, response: Res) => Promise<void>
  /** Wraps a listener like `withAuth`. Requests without a principal get a response with status 401. */
  readonly protect: <Req extends Authentication.AuthenticationRequest, Res extends NodeResponse>(
    handler: NodeHandler<Req, Res, RequestAuth.RequestAuth<RequestAuth.PresentPrincipal>>,
    options?: Authentication.AuthenticateOptions
  ) => (request: Req, response: Res) => Promise<void>
  /** Returns a request's authentication, which a middleware or a hook has set. Throws if the property is missing. */
  readonly getAuth: (request: object) => RequestAuth.RequestAuth
}

/**
 * Creates an app's authentication. Call it once. Missing options are read from the environment, as by
 * `Authentication.layerConfig`.
 *
 * Nothing starts before the first request, which fails with `InvalidOptions` if an option is invalid.
 */
export const createAuth = (options: Partial<Authentication.AuthenticationOptions> = {}): NodeAuth =>
  createAuthFromLayer(Authentication.layerConfig(options))

/** Creates an app's authentication from a layer, for example with the shared state of `latchkey/redis`. */
export const createAuthFromLayer = (layer: Layer.Layer<RequestAuth.AuthServices, unknown>): NodeAuth => {
  const authenticator = RequestAuth.make(layer)

  const authenticate = async (
    request: Authentication.AuthenticationRequest,
    response: NodeResponse,
    headers: responseHeaders.ResponseHeaders,
    options: Authentication.AuthenticateOptions | undefined
  ) => {
    const auth = await authenticator.authenticateRequest(request, options)
    Object.assign(request, { auth })
    responseHeaders.addTo(headers, auth.headers)
    keepSetCookies(response, auth)
    return auth
  }

  const makeMiddleware = (
    isRequired: boolean,
    options: Authentication.AuthenticateOptions | undefined
  ): NodeMiddleware => {
    RequestAuth.checkOptions(options)
    return (request, response, next) => {
      authenticate(request, response, fromNode(response), options).then((auth) => {
        if (isRequired && !auth.isSignedIn) throw makeSignInError(auth.principal)
      }).then(() => next(), (error: unknown) => {
        if (!respond(response, error)) next(error)
      })
    }
  }

  const withAuth: NodeAuth["withAuth"] = (handler, options) => {
    RequestAuth.checkOptions(options)
    return async (request, response) => {
      try {
        await handler(request, response, await authenticate(request, response, fromNode(response), options))
      } catch (error) {
        if (respond(response, error)) return
        // Without a response, the client would wait. A rejected promise would end the process.
        Effect.runFork(Effect.logError(error))
        if (!response.headersSent) response.statusCode = 500
        response.end()
      }
    }
  }

  return {
    ...authenticator,
    middleware: withOptions((options) => makeMiddleware(false, options)),
    requireAuth: withOptions((options) => makeMiddleware(true, options)),
    errorHandler: withOptions(() => (error, _request, response, next) => {
      if (!respond(response, error)) next(error)
    }),
    fastifyHook: withOptions((options) => {
      RequestAuth.checkOptions(options)
      return async (request, reply) => {
        try {
          await authenticate(request, reply.raw, fromFastify(reply), options)
        } catch (error) {
          return sendReply(reply, error)
        }
      }
    }),
    fastifyErrorHandler: withOptions(() => (error, _request, reply) => sendReply(reply, error)),
    withAuth,
    protect: (handler, options) =>
      withAuth((request, response, auth) => {
        if (!RequestAuth.hasPrincipal(auth)) throw makeSignInError(auth.principal)
        // Sound: `withAuth` passes the request and the response that it gets.
        return handler(request as never, response as never, auth)
      }, options),
    getAuth
  }
}

const getAuth = (request: object): RequestAuth.RequestAuth => {
  if ("auth" in request && typeof request.auth === "object" && request.auth !== null && "principal" in request.auth) {
    // Sound: a middleware's property, and no other value of that name has a principal.
    return request.auth as RequestAuth.RequestAuth
  }
  throw new Error("The request has no authentication. Add auth.middleware() or auth.fastifyHook() before the route")
}

const toText = (value: number | string | ReadonlyArray<string> | undefined): string | undefined =>
  value === undefined ? undefined : typeof value === "object" ? value.join(", ") : String(value)

const fromNode = (response: NodeResponse): responseHeaders.ResponseHeaders => ({
  get: (name) => toText(response.getHeader(name)),
  set: (name, value) => response.setHeader(name, value),
  appendSetCookie: (lines) => {
    const present = responseHeaders.toLines(response.getHeader("set-cookie"))
    response.setHeader("set-cookie", [...present, ...lines.filter((line) => !present.includes(line))])
  }
})

const fromFastify = (reply: FastifyReplyLike): responseHeaders.ResponseHeaders => ({
  get: (name) => toText(reply.getHeader(name)),
  set: (name, value) => reply.header(name, value),
  // Fastify adds to this header.
  appendSetCookie: (lines) => lines.forEach((line) => reply.header("set-cookie", line))
})

/**
 * Sets the cookies of a refresh again when the response is sent, because a handler may have replaced them, or may have set a
 * `Cache-Control` that lets shared caches store them. If the session was signed out in the meantime, removes them from the
 * response. Node.js sends headers synchronously, so only the sign-outs that this process knows are considered.
 */
const keepSetCookies = (response: NodeResponse, auth: RequestAuth.RequestAuth): void => {
  const lines = auth.headers.getSetCookie()
  if (lines.length === 0) return
  const writeHead = response.writeHead
  response.writeHead = (...args) => {
    const last: unknown = args.at(-1)
    if (typeof last === "object" && last !== null) {
      args.pop()
      for (const [name, value] of toEntries(last)) response.setHeader(name, value)
    }
    const present = responseHeaders.toLines(response.getHeader("set-cookie")).filter((line) => !lines.includes(line))
    // Without cookies if the session was signed out while the handler ran.
    response.setHeader("set-cookie", [...present, ...auth.headers.getSetCookie()])
    response.setHeader("cache-control", auth.headers.get("cache-control") ?? "private, no-store")
    return writeHead.apply(response, args)
  }
}

/** The headers of `writeHead`: an object, or an array of alternating names and values. */
const toEntries = (headers: object): ReadonlyArray<readonly [string, string | ReadonlyArray<string>]> => {
  if (!Array.isArray(headers)) return Object.entries(headers)
  const pairs: ReadonlyArray<readonly [string, string]> = Array.isArray(headers[0])
    ? headers
    : headers.flatMap((name, index) => index % 2 === 0 ? [[name, headers[index + 1]]] : [])
  const names = new Map<string, Array<string>>()
  for (const [name, value] of pairs) names.set(name, [...names.get(name) ?? [], value])
  return [...names]
}

/** Responds to an error of authentication or authorization. Returns `false` for other errors, and after a response. */
const respond = (response: NodeResponse, error: unknown): boolean => {
  if (response.headersSent || !AuthProblem.isAuthError(error)) return false
  const { body, headers, status } = AuthProblem.make(error)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(JSON.stringify(body))
  return true
}

const sendReply = (reply: FastifyReplyLike, error: unknown): FastifyReplyLike => {
  if (!AuthProblem.isAuthError(error)) throw error
  const { body, headers, status } = AuthProblem.make(error)
  reply.code(status)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  // Fastify adds a charset, which this type does not have, to the type of a string.
  reply.send(new TextEncoder().encode(JSON.stringify(body)))
  return reply
}
