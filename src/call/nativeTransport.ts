import { defaultResponseLimit, fromFetch, makeTooLarge, type Transport } from "./Transport.ts"

/**
 * Creates an app's transport.
 *
 * React Native's `fetch` implements the cache mode `no-store` by a query parameter `_`, which the service rejects. A header
 * replaces it. The body is read as one text: React Native has no streams, and Expo's would be read twice.
 */
export const makeNativeTransport = (
  fetch: (url: string, init: RequestInit) => Promise<Response> = (url, init) => globalThis.fetch(url, init)
): Transport =>
(request) =>
  fromFetch(async (url, { cache: _, ...init }) => {
    const response = await fetch(url, init)
    const limit = request.responseLimit ?? defaultResponseLimit
    if (Number(response.headers.get("content-length") ?? 0) > limit) throw makeTooLarge(limit)
    const { headers, status } = response
    // Sound: the transport uses these properties only.
    return { headers, status, body: null, text: () => response.text() } as Response
  })({ ...request, headers: { ...request.headers, "cache-control": "no-store" } })
