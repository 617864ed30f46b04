/** The proxy's headers for the page, and for the response. */
import { pageHeader } from "./signInUrl.ts"

/** Replaces a request's `Cookie` header, or removes an empty one. */
export const setCookie = (headers: Headers, cookie: string): void => {
  if (cookie === "") headers.delete("cookie")
  else headers.set("cookie", cookie)
}

/** Updates the request's headers, so that a gate can pass them to another proxy, for example for languages. */
export const forwardTo = <Req extends Request>(request: Req, headers: Headers): Req => {
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
export const finish = (response: Response, forwarded: Headers, own: Headers): Response => {
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
