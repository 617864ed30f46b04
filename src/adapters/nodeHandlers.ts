/** The types from Node.js, Express and Fastify that the authentication uses. */
import type { AuthenticationRequest } from "../server/Authentication.ts"

/** A Node.js response. */
export interface NodeResponse {
  statusCode: number
  readonly headersSent: boolean
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly setHeader: (name: string, value: string | ReadonlyArray<string>) => unknown
  readonly end: (body?: string) => unknown
  // `any`: the Node.js overloads have no common type. The arguments are passed on.
  writeHead: (...args: Array<any>) => unknown
}

/** A Fastify reply. */
export interface FastifyReplyLike {
  readonly raw: NodeResponse
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly header: (name: string, value: string) => unknown
  readonly code: (status: number) => unknown
  readonly send: (body: Uint8Array) => unknown
}

/** A middleware for Express and similar frameworks. */
export type NodeMiddleware = (
  request: AuthenticationRequest,
  response: NodeResponse,
  next: (error?: unknown) => void
) => void

/** An error handler for Express and similar frameworks. */
export type NodeErrorHandler = (
  error: unknown,
  request: unknown,
  response: NodeResponse,
  next: (error?: unknown) => void
) => void

/** An `onRequest` hook for Fastify. */
export type FastifyHook = (request: AuthenticationRequest, reply: FastifyReplyLike) => Promise<unknown>

/** An error handler for Fastify. */
export type FastifyErrorHandler = (error: unknown, request: unknown, reply: FastifyReplyLike) => unknown

/** A `createServer` listener. */
export type NodeHandler<Req, Res, Auth> = (request: Req, response: Res, auth: Auth) => unknown
