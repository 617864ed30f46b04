/** Answering `fetch` with an emulator, in the page or process that runs the tests. */
import { hostedApi, normalizeApiUrl } from "../../session/apiUrl.ts"
import type { TestEmulator } from "../TestEmulator.ts"
import { toWebHandler } from "./web.ts"

/**
 * Replaces `globalThis.fetch`, so that an emulator answers requests to the API. Other requests are sent. Returns a function
 * that puts the former `fetch` back.
 *
 * `apiUrl` is the API root URL that the app is configured with, the hosted service by default.
 *
 * **Example** (A test in Vitest's browser mode)
 *
 * ```ts
 * import { interceptFetch, startEmulator } from "latchkey/emulator/testing"
 *
 * const emulator = await startEmulator()
 * const restoreFetch = await interceptFetch(emulator)
 * ```
 */
export const interceptFetch = async (emulator: TestEmulator, apiUrl: string = hostedApi): Promise<() => void> => {
  const handler = await emulator.run(toWebHandler)
  const root = `${normalizeApiUrl(apiUrl)}/`
  const former = globalThis.fetch
  const fetchWithEmulator: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(root)) return former(input, init)
    const response = await handler(request)
    request.signal.throwIfAborted()
    // A fault loses the response. `fetch` rejects, as without a network.
    if (response.type === "error") throw new TypeError("Failed to fetch")
    return response
  }
  globalThis.fetch = fetchWithEmulator
  return () => {
    // Another library may have replaced it since.
    if (globalThis.fetch === fetchWithEmulator) globalThis.fetch = former
  }
}
