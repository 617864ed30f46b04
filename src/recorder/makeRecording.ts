import * as Duration from "effect/Duration"
import type { Connection } from "../call/Connection.ts"
import { probe } from "../call/requiredGeneration.ts"
import { tokensOf } from "../session/SessionState.ts"
import { refresh, refreshCurrent } from "../wire/currentSession.ts"
import type { Any } from "../wire/Endpoint.ts"
import type { EventLog } from "./EventLog.ts"
import { makePseudonyms, type Pseudonyms } from "./Pseudonyms.ts"
import type { RecorderEvent, RecorderEventData } from "./RecorderEvent.ts"
import { recordEvent, recordTokens } from "./recordEvent.ts"
import type { RecordedEvent, RecordedTokens, Recording } from "./Recording.ts"
import { findEndpoint } from "./recordRequest.ts"

/** This package's version. A test compares it with `package.json`. */
const library = "0.1.0"

/**
 * Creates a log's recording. Every text in the events is replaced, unless it is on a list: endpoint ids, error codes, literals
 * in the descriptions, the service's field names. So an unexpected secret cannot get into a recording.
 */
export const makeRecording = (log: EventLog, connection: Connection | undefined): Recording => {
  const pseudonyms = makePseudonyms()
  // The order decides which pseudonym is the first: the client's texts come before those in the events.
  const client = recordClient(pseudonyms, connection)
  const dropped = [...log.dropped.last.values()].sort((a, b) => b.seq - a.seq).map(({ data }) => data)
  const events = recordEvents(pseudonyms, log.events(), connection?.apiUrl ?? "", dropped[0])
  const lastState = dropped.find((event) => event.type === "StateChanged")
  return dropUndefined({
    format: "latchkey-recording",
    version: 1,
    library,
    client,
    start: {
      tokens: getStoredTokens(pseudonyms, dropped),
      state: lastState && { state: lastState.state._tag, tokens: recordTokens(pseudonyms, tokensOf(lastState.state)) },
      clockSkewMillis: lastState?.clockSkewMillis,
      isOnline: dropped.find((event) => event.type === "ConnectivityChanged")?.isOnline ?? undefined,
      dropped: log.dropped.count
    },
    claims: pseudonyms.claims,
    events
  })
}

/** JSON has no `undefined`: without this, a recording would differ from its file. */
const dropUndefined = <A>(value: A): A => JSON.parse(JSON.stringify(value))

const recordClient = ({ text }: Pseudonyms, connection: Connection | undefined): Recording["client"] => {
  const apiUrl = "https://api.example.invalid"
  if (connection === undefined) return { projectId: text("unknown", "project"), apiUrl, headerFamily: "stack" }
  const { clientSecret, generation, headerFamily, oauthScopes, projectId, responseLimit } = connection
  return {
    projectId: projectId === "internal" ? projectId : text(projectId, "project"),
    apiUrl,
    publishableClientKey: clientSecret && text(clientSecret, "key"),
    headerFamily,
    generation: generation.known,
    oauthScopes: Object.keys(oauthScopes).length > 0 ? oauthScopes : undefined,
    requestTimeoutMillis: toMillis(connection.requestTimeout),
    retryAfterLimitMillis: toMillis(connection.retryAfterLimit),
    responseLimit: Number.isFinite(responseLimit) ? responseLimit : undefined
  }
}

const toMillis = (duration: Duration.Duration): number | undefined =>
  Duration.isFinite(duration) ? Duration.toMillis(duration) : undefined

/** Records events in their order: a request belongs to an earlier call, and a call to the fetch that starts it. */
const recordEvents = (
  pseudonyms: Pseudonyms,
  events: ReadonlyArray<RecorderEvent>,
  apiUrl: string,
  lastDropped: RecorderEventData | undefined
): ReadonlyArray<RecordedEvent> => {
  const calls = new Map<number, Any>()
  const requests = new Map<number, Any | undefined>()
  const endpointOf = (event: RecorderEventData): Any | undefined => {
    if (event.type === "ResponseReceived") return requests.get(event.request)
    if (event.type !== "RequestSent") return undefined
    const { cause, request, sent } = event
    const candidates = [cause === undefined ? undefined : calls.get(cause), refreshCurrent, refresh, probe]
    const found = findEndpoint(candidates, apiUrl, sent.method, sent.url)
    requests.set(request, found)
    return found
  }

  /** The entry whose fetch starts the next call, in the same step. */
  let cacheKey = getFetchingKey(lastDropped)
  return events.map(({ at, data, seq }) => {
    const isCall = data.type === "Started" && "endpoint" in data.work
    if (isCall) calls.set(data.call, data.work.endpoint)
    const recorded = recordEvent(pseudonyms, data, { apiUrl, endpoint: endpointOf(data), cacheKey })
    if (isCall || data.type === "CacheChanged") cacheKey = getFetchingKey(data)
    return { seq, at, ...recorded }
  })
}

const getFetchingKey = (event: RecorderEventData | undefined): string | undefined =>
  event?.type === "CacheChanged" && event.event === "FetchStarted" ? event.key : undefined

/** Returns the token store's content after some events, newest first; `undefined` if they do not show it. */
const getStoredTokens = (
  pseudonyms: Pseudonyms,
  events: ReadonlyArray<RecorderEventData>
): RecordedTokens | null | undefined => {
  for (const event of events) {
    if (event.type === "StoreWritten") return recordTokens(pseudonyms, event.after)
    if (event.type === "StoreRead" || event.type === "StoreChanged") return recordTokens(pseudonyms, event.tokens)
  }
  return undefined
}
