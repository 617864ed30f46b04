/** Sends a web response with Node.js. */
import { toLines } from "./responseHeaders.ts"

/** The used part of a response in Node.js or Express, or of Fastify's `reply.raw`. */
export interface WritableResponse {
  statusCode: number
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly setHeader: (name: string, value: string | ReadonlyArray<string>) => unknown
  readonly end: (body: Uint8Array) => unknown
}

/**
 * Sends a web response, for example from `respond` in `forRequest`. Keeps cookies that are already set, and replaces other
 * headers with the same name. Rejects if the body cannot be read.
 *
 * **Example** (Sign in with Express)
 *
 * ```ts
 * import { sendResponse, type WritableResponse } from "latchkey/node"
 * import { forRequest } from "latchkey/promise"
 *
 * const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", origin: "https://app.example.com" }
 *
 * interface SignInRequest {
 *   readonly headers: Record<string, string | string[] | undefined>
 *   readonly body: { readonly email: string; readonly password: string }
 * }
 *
 * // app.post("/sign-in", express.urlencoded(), signIn)
 * export const signIn = async (request: SignInRequest, response: WritableResponse) => {
 *   await using auth = forRequest(request, options)
 *   const { email, password } = request.body
 *   const { data, error } = await auth.signIn.password({ email, password })
 *   if (error) return sendResponse(auth.respond(error.message, { status: 400 }), response)
 *   const location = data.status === "second-factor" ? "/sign-in/code" : "/"
 *   return sendResponse(auth.respond(null, { status: 303, headers: { location } }), response)
 * }
 * ```
 */
export const sendResponse = async (response: Response, to: WritableResponse): Promise<void> => {
  const body = new Uint8Array(await response.arrayBuffer())
  to.statusCode = response.status
  // `fetch` has decoded the body, and keeps the encoded one's headers.
  const isFetched = response.url !== ""
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie" && !(isFetched && /^content-(?:encoding|length)$/.test(name))) to.setHeader(name, value)
  })
  const lines = response.headers.getSetCookie()
  if (lines.length > 0) to.setHeader("set-cookie", [...toLines(to.getHeader("set-cookie")), ...lines])
  to.end(body)
}
