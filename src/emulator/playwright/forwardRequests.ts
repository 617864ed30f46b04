/** Answering a browser context's requests to the API with an emulator, without a port. */
import type { BrowserContext, Request, Route } from "@playwright/test"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { normalizeApiUrl } from "../../session/apiUrl.ts"
import { Emulator } from "../Emulator.ts"
import type { EmulatorRequest, EmulatorResponse } from "../requests/http.ts"
import type { TestEmulator } from "../TestEmulator.ts"

/** Answers all requests from a browser context to any API URL with an emulator. */
export const forwardRequests = (context: BrowserContext, emulator: TestEmulator, apiUrls: ReadonlyArray<string>) => {
  const closed = new AbortController()
  context.once("close", () => closed.abort())
  return context.route(matchUrls(apiUrls), async (route) => {
    try {
      await answer(route, emulator, closed.signal)
    } catch (error) {
      // The page or the context was closed during the request.
      if (closed.signal.aborted || /has been closed|Route is already handled/.test(String(error))) return
      throw error
    }
  })
}

/** Matches the URLs below the roots. Playwright would send a function a message for every page request. */
const matchUrls = (apiUrls: ReadonlyArray<string>): RegExp => {
  const roots = apiUrls.map((url) => normalizeApiUrl(url).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
  return new RegExp(`^(?:${roots.join("|")})(?:[/?#]|$)`)
}

const answer = async (route: Route, emulator: TestEmulator, signal: AbortSignal): Promise<void> => {
  const request = route.request()
  const sent = await toEmulatorRequest(request)
  const result = await emulator.run(Effect.result(Emulator.use(({ send }) => send(sent))), { signal })
  if (Result.isFailure(result)) return route.abort("connectionfailed")
  const response = result.success
  const location = response.headers["location"]
  if (location === undefined || !request.isNavigationRequest()) return route.fulfill(toResponse(response))
  return route.fulfill(toRedirectPage(response, new URL(location, sent.url).href))
}

/** `allHeaders` includes the OAuth flow's cookies. */
const toEmulatorRequest = async (request: Request): Promise<EmulatorRequest> => ({
  method: request.method(),
  url: request.url(),
  headers: { host: new URL(request.url()).host, ...await request.allHeaders() },
  body: request.postData() ?? undefined
})

const toResponse = ({ body = "", headers, status }: EmulatorResponse) => ({ status, headers: { ...headers }, body })

/** Returns a page that redirects. Playwright does not route a real redirect's target, the hosted service. */
const toRedirectPage = ({ headers }: EmulatorResponse, location: string) => {
  const { location: _, ...rest } = headers
  const quoted = JSON.stringify(location).replaceAll("<", "\\u003c")
  const attribute = location.replaceAll("&", "&amp;").replaceAll("\"", "&quot;")
  return {
    status: 200,
    headers: { ...rest, "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html><title>Redirect</title><script>location.replace(${quoted})</script>` +
      `<noscript><meta http-equiv="refresh" content="0;url=${attribute}"></noscript>`
  }
}
