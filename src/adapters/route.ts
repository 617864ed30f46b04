/** Routes inside handlers and middlewares. */
import type { NodeResponse } from "./nodeHandlers.ts"

/** Returns a URL's path, which may be absolute. Never fails. */
export const pathOf = (url: unknown): string =>
  String(url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/, "")

/** Returns a request's URL. Express and Connect shorten `url` below a middleware's path. */
export const originalUrl = (request: { readonly url?: unknown }): unknown =>
  "originalUrl" in request ? request.originalUrl : request.url

/** Sends a response with Node.js. */
export const sendToNode = (
  response: NodeResponse,
  { body, headers, status }: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | undefined
  }
): void => {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
