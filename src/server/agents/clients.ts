/** Finds clients, and fetches their documents. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { timeoutDisconnect } from "../../call/timeoutDisconnect.ts"
import { fromFetch, type TransportResponse } from "../../call/Transport.ts"
import * as SingleFlight from "../../session/SingleFlight.ts"
import * as ExpiringMap from "../ExpiringMap.ts"
import { type AgentClient, parseClientId, parseDocument } from "./clientDocument.ts"
import type { Settings } from "./settings.ts"

/** The largest document in bytes. */
const maxBytes = 5120

const timeout = /*#__PURE__*/ Duration.seconds(5)

/** The lifetimes in the cache in seconds: the longest, without a header, and for a failure. */
const [longest, usual, ofFailure] = [86_400, 300, 10]

/** The cache's capacity. Callers choose the ids. */
const capacity = 1000

/** The maximum for concurrent fetches. */
const maxFetches = 32

/** As many documents as allowed are being fetched. */
export class TooManyFetches extends Data.TaggedError("TooManyFetches")<{ readonly message: string }> {}

/**
 * Returns a client by its id; `undefined` for an unknown one, and for one without a valid document. Fails if its document would
 * be one too many at a time.
 */
export type FindClient = (id: string) => Effect.Effect<AgentClient | undefined, TooManyFetches>

/** Creates the function, with a cache for documents. */
export const makeFindClient = ({ allowsDocuments, clients, fetch }: Settings): FindClient => {
  const transport = fromFetch(fetch)
  const singleFlight = Effect.runSync(SingleFlight.make)
  const known = ExpiringMap.make<AgentClient | "refused">(capacity)
  let fetches = 0

  /** Runs a fetch, unless too many run. Waiting ones would take as long as slow servers want. */
  const limit = <A>(fetch: Effect.Effect<A>): Effect.Effect<A, TooManyFetches> =>
    Effect.suspend(() => {
      if (fetches === maxFetches) {
        const message =
          `${maxFetches} documents of clients are being fetched. Limit the rate of the authorization endpoint.`
        return Effect.fail(new TooManyFetches({ message }))
      }
      fetches++
      return Effect.ensuring(fetch, Effect.sync(() => fetches--))
    })

  const fetchClient = Effect.fnUntraced(function*(url: URL) {
    const context = yield* Effect.context<never>()
    const headers = { accept: "application/json" }
    const request = transport({ method: "GET", url: url.href, headers, body: undefined, responseLimit: maxBytes })
    const response = Option.getOrUndefined(yield* Effect.option(timeoutDisconnect(timeout, request, context)))
    const found = response === undefined ? undefined : readResponse(url, response)
    const seconds = response === undefined || found === undefined ? ofFailure : lifetimeOf(response)
    known.set(url.href, found ?? "refused", (yield* Clock.currentTimeMillis) + seconds * 1000)
    if (found === undefined) {
      const reason = response === undefined
        ? "It could not be fetched"
        : { status: response.status, type: response.header("content-type") }
      yield* Effect.logDebug(`The document of the client ${url.href} was refused`, reason)
    }
    return found
  })

  return (id) => {
    const own = clients.get(id)
    if (own !== undefined) return Effect.succeed(own)
    const url = allowsDocuments() ? parseClientId(id) : undefined
    if (url === undefined || !allowsDocuments(url.host)) return Effect.undefined
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const cached = known.get(id, now)
      if (cached === undefined) return singleFlight(id, limit(fetchClient(url)))
      return cached === "refused" ? Effect.undefined : Effect.succeed(cached)
    })
  }
}

/** A redirect has another status: it is not followed. */
const readResponse = (url: URL, { body, header, status }: TransportResponse): AgentClient | undefined => {
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(header("content-type") ?? "")
  return status === 200 && isJson ? parseDocument(url, body) : undefined
}

/** Returns for how many seconds a document may be used (RFC 9111 § 5.2.2). */
const lifetimeOf = ({ header }: TransportResponse): number => {
  const control = header("cache-control") ?? ""
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(control)) return 0
  const [, seconds] = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control) ?? []
  return seconds === undefined ? usual : Math.min(Number(seconds), longest)
}
