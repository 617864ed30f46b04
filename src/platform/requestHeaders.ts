/**
 * The headers of a request, as the frameworks hand them over.
 *
 * @since 0.1.0
 */

/**
 * The headers of a request: those of the web, or Node's plain record of them.
 *
 * @category models
 * @since 0.1.0
 */
export type RequestHeaders =
  | { readonly get: (name: string) => string | null | undefined }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/**
 * Whatever has the headers of a request: a web `Request`, Node's `IncomingMessage`, a framework's own.
 *
 * @category models
 * @since 0.1.0
 */
export interface RequestLike {
  /** The address that was asked for; without an origin, the `Host` header says which one. */
  readonly url?: string | undefined
  readonly headers: RequestHeaders
}

/**
 * Returns a header, by its name in lower case. Total: what is no header, or no headers, counts as absent.
 *
 * @category getters
 * @since 0.1.0
 */
export const header = (headers: RequestHeaders, name: string): string | undefined => {
  // Node writes names in lower case; what is handed on by others may not be.
  const value: unknown = isWeb(headers)
    ? headers.get(name)
    : Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === "string"
    ? value
    : Array.isArray(value)
    ? value.join(name === "cookie" ? "; " : ", ")
    : undefined
}

/** A header's value is no function, so one that is called `get` is no getter. */
const isWeb = (headers: RequestHeaders): headers is { readonly get: (name: string) => string | null | undefined } =>
  typeof headers?.["get" as keyof typeof headers] === "function"

/**
 * Says whether a request has come over https, by what the proxy in front of the server tells.
 *
 * @category getters
 * @since 0.1.0
 */
export const isForwardedFromHttps = (headers: RequestHeaders): boolean =>
  /^\s*https\s*(,|$)/i.test(header(headers, "x-forwarded-proto") ?? "")
