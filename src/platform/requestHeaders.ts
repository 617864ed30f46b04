/** A request's headers: a web `Headers`, or the record from Node.js. */
export type RequestHeaders =
  | { readonly get: (name: string) => string | null | undefined }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** A request with headers: a web `Request`, the `IncomingMessage` from Node.js, or another framework's request. */
export interface RequestLike {
  /** The requested URL. If it has no origin, the `Host` header has the host. */
  readonly url?: string | undefined
  readonly headers: RequestHeaders
}

/** Returns a header by its name in lower case. Never fails; returns `undefined` for a missing or invalid header. */
export const header = (headers: RequestHeaders, name: string): string | undefined => {
  // Node.js uses names in lower case. Other records may not.
  const value: unknown = isWeb(headers)
    ? headers.get(name)
    : Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === "string"
    ? value
    : Array.isArray(value)
    ? value.join(name === "cookie" ? "; " : ", ")
    : undefined
}

/** In a record, a header named `get` is not a function. */
const isWeb = (headers: RequestHeaders): headers is { readonly get: (name: string) => string | null | undefined } =>
  typeof headers?.["get" as keyof typeof headers] === "function"

/** Returns `true` if the proxy in front of the server received the request over https. */
export const isForwardedFromHttps = (headers: RequestHeaders): boolean =>
  /^\s*https\s*(,|$)/i.test(header(headers, "x-forwarded-proto") ?? "")
