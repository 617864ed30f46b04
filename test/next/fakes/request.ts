/** The request that the fakes of Next.js handle. */
import { makeNext } from "../../support/next.ts"

type Place = Parameters<typeof makeNext>[1]

let current: { readonly headers: Headers; readonly next: ReturnType<typeof makeNext> } | undefined

/** Starts a request in one of the places of Next.js. Returns the `Set-Cookie` headers of the response so far. */
export const startRequest = (
  headers: Readonly<Record<string, string>> = {},
  place: Place = "server component"
): { readonly setCookies: () => ReadonlyArray<string> } => {
  const next = makeNext(headers["cookie"] ?? "", place)
  current = { headers: new Headers(headers), next }
  return { setCookies: next.lines }
}

/** Returns the current request. Fails outside of a request, as Next.js does. */
export const currentRequest = () => {
  if (current === undefined) throw new Error("`headers` was called outside a request scope.")
  return current
}

/** The paths that were revalidated. */
export const revalidated: Array<readonly [path: string, type: string | undefined]> = []
