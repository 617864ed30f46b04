/**
 * The part of the app's website that opens the app: for `/handler/*`, if the app does not open these links itself. Runs in every
 * server with `fetch` handlers.
 */

/** The scheme is fixed: a link cannot redirect to another app or site. */
const scheme = "myapp"

export const openApp = (request: Request): Response => {
  const { pathname, search } = new URL(request.url)
  return new Response(null, { status: 302, headers: { location: `${scheme}:/${pathname}${search}` } })
}
