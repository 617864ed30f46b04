/** Writes authentication headers and errors to Node.js responses and Fastify replies. */
import * as AuthProblem from "../server/AuthProblem.ts"
import type { FastifyReplyLike, NodeResponse } from "./nodeHandlers.ts"
import type { RequestAuth } from "./RequestAuth.ts"
import * as responseHeaders from "./responseHeaders.ts"

/** Adds an authentication's headers to a response. */
export const addToNode = (response: NodeResponse, auth: RequestAuth): void => {
  responseHeaders.addTo(fromNode(response), auth.headers)
  keepSetCookies(response, auth)
}

/** The headers of a Node.js response. */
export const fromNode = (response: NodeResponse): responseHeaders.ResponseHeaders => ({
  get: (name) => toText(response.getHeader(name)),
  set: (name, value) => response.setHeader(name, value),
  appendSetCookie: (lines) => {
    const present = responseHeaders.toLines(response.getHeader("set-cookie"))
    response.setHeader("set-cookie", [...present, ...exclude(lines, present)])
  }
})

/** Adds an authentication's headers to a reply. */
export const addToFastify = (reply: FastifyReplyLike, auth: RequestAuth): void => {
  responseHeaders.addTo({
    get: (name) => toText(reply.getHeader(name)),
    set: (name, value) => reply.header(name, value),
    appendSetCookie: (lines) => {
      const present = responseHeaders.toLines(reply.getHeader("set-cookie"))
      // Fastify adds to this header.
      for (const line of exclude(lines, present)) reply.header("set-cookie", line)
    }
  }, auth.headers)
  keepSetCookies(reply.raw, auth)
}

/** Responds to an authentication or authorization error. Returns `false` for other errors, and after a response. */
export const respond = (response: NodeResponse, error: unknown, toProblem = AuthProblem.make): boolean => {
  if (response.headersSent || !AuthProblem.isAuthError(error)) return false
  sendProblem(response, toProblem(error))
  return true
}

/** Responds with a problem. */
export const sendProblem = (
  response: Pick<NodeResponse, "end" | "setHeader" | "statusCode">,
  { body, headers, status }: AuthProblem.AuthProblem
): void => {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(JSON.stringify(body))
}

/** Responds to an authentication or authorization error. Throws other errors. */
export const sendReply = (reply: FastifyReplyLike, error: unknown): FastifyReplyLike => {
  if (!AuthProblem.isAuthError(error)) throw error
  const { body, headers, status } = AuthProblem.make(error)
  reply.code(status)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  // Fastify adds a charset, which this type does not have, to a string's type.
  reply.send(new TextEncoder().encode(JSON.stringify(body)))
  return reply
}

/** The refreshes whose cookies a response sets. */
const refreshes = /*#__PURE__*/ new WeakMap<NodeResponse, Array<Refresh>>()

interface Refresh {
  readonly auth: RequestAuth
  /** The cookies before a possible sign-out. */
  readonly lines: ReadonlyArray<string>
}

/**
 * Sets a refresh's cookies again when the response is sent, because a handler may have replaced them, or may have set a
 * `Cache-Control` that lets shared caches store them. If the session was signed out in the meantime, removes them from the
 * response. Node.js sends headers synchronously, so only the sign-outs that this process knows are considered.
 */
const keepSetCookies = (response: NodeResponse, auth: RequestAuth): void => {
  const refresh = { auth, lines: auth.headers.getSetCookie() }
  if (refresh.lines.length === 0) return
  const earlier = refreshes.get(response)
  if (earlier !== undefined) return void earlier.push(refresh)
  const all: Array<Refresh> = [refresh]
  refreshes.set(response, all)
  const writeHead = response.writeHead
  response.writeHead = (...args) => {
    const last: unknown = args.at(-1)
    if (typeof last === "object" && last !== null) {
      args.pop()
      for (const [name, value] of toEntries(last)) response.setHeader(name, value)
    }
    const added = all.flatMap(({ lines }) => lines)
    const present = exclude(responseHeaders.toLines(response.getHeader("set-cookie")), added)
    // Without cookies if the session was signed out while the handler ran.
    const kept = new Set(all.flatMap(({ auth }) => auth.headers.getSetCookie()))
    response.setHeader("set-cookie", [...present, ...kept])
    response.setHeader("cache-control", auth.headers.get("cache-control") ?? "private, no-store")
    return writeHead.apply(response, args)
  }
}

/** The headers of `writeHead`: an object, or an array with alternating names and values. */
const toEntries = (headers: object): ReadonlyArray<readonly [string, string | ReadonlyArray<string>]> => {
  if (!Array.isArray(headers)) return Object.entries(headers)
  const pairs: ReadonlyArray<readonly [string, string]> = Array.isArray(headers[0])
    ? headers
    : headers.flatMap((name, index) => index % 2 === 0 ? [[name, headers[index + 1]]] : [])
  const names = new Map<string, Array<string>>()
  for (const [name, value] of pairs) names.set(name, [...names.get(name) ?? [], value])
  return [...names]
}

const exclude = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => !others.includes(line))

const toText = (value: ReturnType<NodeResponse["getHeader"]>): string | undefined =>
  value === undefined ? undefined : typeof value === "object" ? value.join(", ") : String(value)
