/**
 * The recording of a recorder's events.
 *
 * Every text of the events is replaced, unless it is on a list: endpoint ids, error codes, literals of the descriptions,
 * names of the service's fields. So an unexpected secret cannot get into a recording.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Credentials } from "../call/CallSession.ts"
import type { Connection } from "../call/Connection.ts"
import { probe } from "../call/requiredGeneration.ts"
import { getReturnTo } from "../navigation/returnTo.ts"
import { toSameOriginPath } from "../navigation/sameOrigin.ts"
import { tokensOf } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import { refresh, refreshCurrent } from "../wire/currentSession.ts"
import { encode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import { isKnownCode, toTag } from "../wire/errorCodes.ts"
import type { ErrorSummary } from "./ErrorSummary.ts"
import type { EventLog } from "./EventLog.ts"
import { findEndpoint } from "./findEndpoint.ts"
import { pseudonymize } from "./pseudonymize.ts"
import { makePseudonyms, type Pseudonyms } from "./Pseudonyms.ts"
import type { RecorderEventData } from "./RecorderEvent.ts"
import type { RecordedEvent, RecordedEventData, RecordedOutcome, RecordedTokens, Recording } from "./Recording.ts"
import { recordRequest, recordResponse } from "./recordRequest.ts"

/** The version of this package. A test compares it with `package.json`. */
const library = "0.1.0"

/** Creates the recording of a log. `connection` is the one of the recorded client. */
export const makeRecording = (log: EventLog, connection: Connection | undefined): Recording => {
  const pseudonyms = makePseudonyms()
  const { text } = pseudonyms
  const apiUrl = connection?.apiUrl ?? ""
  const { count } = log.dropped
  const dropped = [...log.dropped.last.values()].sort((a, b) => b.seq - a.seq).map(({ data }) => data)
  const lastState = dropped.find((event) => event.type === "StateChanged")
  const client: Recording["client"] = {
    projectId: connection?.projectId === "internal"
      ? "internal"
      : text(connection?.projectId ?? "unknown", "project"),
    apiUrl: "https://api.example.invalid",
    publishableClientKey: connection?.clientSecret && text(connection.clientSecret, "key"),
    headerFamily: connection?.headerFamily ?? "stack",
    generation: connection?.generation.known,
    oauthScopes: connection && Object.keys(connection.oauthScopes).length > 0 ? connection.oauthScopes : undefined,
    requestTimeoutMillis: connection && toMillis(connection.requestTimeout),
    retryAfterLimitMillis: connection && toMillis(connection.retryAfterLimit),
    responseLimit: connection && Number.isFinite(connection.responseLimit) ? connection.responseLimit : undefined
  }

  const endpoints = new Map<number, Any>()
  const requests = new Map<number, Any | undefined>()
  const endpointOf = (event: RecorderEventData): Any | undefined => {
    if (event.type === "RequestSent") {
      const { cause, request, sent } = event
      const candidates = [cause === undefined ? undefined : endpoints.get(cause), refreshCurrent, refresh, probe]
      const found = findEndpoint(candidates, apiUrl, sent.method, sent.url)
      requests.set(request, found)
      return found
    }
    return event.type === "ResponseReceived" ? requests.get(event.request) : undefined
  }

  const recorded: Array<RecordedEvent> = []
  /** The key of the entry whose fetch starts the next call, in the same step. */
  let fetching = getFetchingKey(dropped[0])
  for (const { at, data, seq } of log.events()) {
    const isCall = data.type === "Started" && "endpoint" in data.work
    if (isCall) endpoints.set(data.call, data.work.endpoint)
    const recordedData = toData(pseudonyms, data, apiUrl, endpointOf(data), fetching)
    if (isCall || data.type === "CacheChanged") fetching = getFetchingKey(data)
    // JSON has no `undefined`: without this, a recording would differ from its file.
    recorded.push(JSON.parse(JSON.stringify({ seq, at, ...recordedData })))
  }
  return JSON.parse(JSON.stringify({
    format: "latchkey-recording",
    version: 1,
    library,
    client,
    start: {
      tokens: getStoredTokens(pseudonyms, dropped),
      state: lastState &&
        { state: lastState.state._tag, tokens: toRecordedTokens(pseudonyms, tokensOf(lastState.state)) },
      clockSkewMillis: lastState?.clockSkewMillis,
      isOnline: dropped.find((event) => event.type === "ConnectivityChanged")?.isOnline,
      dropped: count
    },
    claims: pseudonyms.claims,
    events: recorded
  }))
}

const getFetchingKey = (event: RecorderEventData | undefined): string | undefined =>
  event?.type === "CacheChanged" && event.event === "FetchStarted" ? event.key : undefined

const toMillis = (duration: Duration.Duration): number | undefined =>
  Duration.isFinite(duration) ? Duration.toMillis(duration) : undefined

const toRecordedTokens = ({ text }: Pseudonyms, tokens: Tokens | undefined): RecordedTokens | null => {
  if (tokens === undefined) return null
  const { accessToken, refreshToken } = tokens
  return {
    refreshToken: refreshToken ? text(Redacted.value(refreshToken), "refresh-token") : null,
    accessToken: accessToken ? text(Redacted.value(accessToken), "access-token") : null
  }
}

/** Returns the token store's content after some events, newest first; `undefined` if none of them shows it. */
const getStoredTokens = (
  pseudonyms: Pseudonyms,
  events: ReadonlyArray<RecorderEventData>
): RecordedTokens | null | undefined => {
  for (const event of events) {
    if (event.type === "StoreWritten") return toRecordedTokens(pseudonyms, event.after)
    if (event.type === "StoreRead" || event.type === "StoreChanged") return toRecordedTokens(pseudonyms, event.tokens)
  }
  return undefined
}

/** Returns the tokens that `keepSession` has bound credentials to, which it provides as a constant. */
const getBoundTokens = (
  pseudonyms: Pseudonyms,
  { currentTokens }: Credentials
): RecordedTokens | null | undefined =>
  Exit.isExit(currentTokens) && Exit.isSuccess(currentTokens)
    // Sound: a session's credentials have its tokens.
    ? toRecordedTokens(pseudonyms, currentTokens.value as Tokens | undefined)
    : undefined

/** Returns the data of an event without secrets. */
const toData = (
  pseudonyms: Pseudonyms,
  event: RecorderEventData,
  apiUrl: string,
  endpoint: Any | undefined,
  cacheKey: string | undefined
): RecordedEventData => {
  const { text } = pseudonyms
  const tokens = (tokens: Tokens | undefined) => toRecordedTokens(pseudonyms, tokens)
  switch (event.type) {
    case "Started": {
      const { call, work } = event
      if ("endpoint" in work) {
        const { credentials, detachedBy, endpoint, input } = work
        return {
          type: "CallStarted",
          call,
          endpoint: endpoint.id,
          input: recordInput(pseudonyms, endpoint, input),
          boundTo: getBoundTokens(pseudonyms, credentials),
          cacheKey: cacheKey === undefined ? undefined : recordKey(pseudonyms, cacheKey),
          detachedBy
        }
      }
      const { accessToken, detachedBy, name, validities } = work
      return {
        type: "OperationStarted",
        call,
        name,
        validities: validities?.map((validity) => validity === undefined ? null : Duration.toMillis(validity)),
        tokens: work.tokens === undefined ? undefined : tokens(work.tokens),
        accessToken: accessToken && text(Redacted.value(accessToken), "access-token"),
        detachedBy
      }
    }
    case "Ended": {
      const { call, exit, work } = event
      const outcome = outcomeOf(exit)
      if ("endpoint" in work) return { type: "CallEnded", call, outcome }
      const { name, replaced } = work
      const hasTokens = /tokens$/i.test(name) && Exit.isSuccess(exit)
      return {
        type: "OperationEnded",
        call,
        name,
        // Sound: these operations return the session's tokens.
        outcome: hasTokens && outcome._tag === "Success"
          ? { ...outcome, tokens: tokens(exit.value as Tokens | undefined) }
          : outcome,
        replaced
      }
    }
    case "Subscribed":
    case "Unsubscribed":
      return { type: event.type, subscription: event.subscription }
    case "RequestSent":
      return {
        type: "RequestSent",
        cause: event.cause,
        request: event.request,
        sent: recordRequest(pseudonyms, apiUrl, endpoint, event.sent)
      }
    case "ResponseReceived": {
      const { cause, exit, request } = event
      if (exit === undefined) return { type: "ResponseReceived", cause, request, response: null, failure: "aborted" }
      if (Exit.isSuccess(exit)) {
        return { type: "ResponseReceived", cause, request, response: recordResponse(pseudonyms, endpoint, exit.value) }
      }
      const error = Cause.squash(exit.cause)
      const isTooLarge = typeof error === "object" && error !== null && "tooLarge" in error && error.tooLarge === true
      return {
        type: "ResponseReceived",
        cause,
        request,
        response: null,
        failure: isInterruption(exit.cause) ? "aborted" : isTooLarge ? "tooLarge" : "lost"
      }
    }
    case "StoreRead":
      return { type: "StoreRead", cause: event.cause, startedAt: event.startedAt, tokens: tokens(event.tokens) }
    case "StoreWritten":
      return {
        type: "StoreWritten",
        cause: event.cause,
        startedAt: event.startedAt,
        appliedAt: event.appliedAt,
        before: tokens(event.before),
        after: tokens(event.after),
        isInterrupted: Exit.isFailure(event.exit) || undefined
      }
    case "StoreChanged":
      return { type: "StoreChanged", subscription: event.subscription, tokens: tokens(event.tokens) }
    case "LockAcquired":
      return {
        type: "LockAcquired",
        cause: event.cause,
        startedAt: event.startedAt,
        name: event.name.startsWith("latchkey-refresh-") ? "refresh" : text(event.name, "lock")
      }
    case "StateChanged":
      return {
        type: "StateChanged",
        state: event.state._tag,
        tokens: tokens(tokensOf(event.state)),
        clockSkewMillis: event.clockSkewMillis,
        reason: event.state._tag === "Stale" ? event.state.error.reason._tag : undefined
      }
    case "ConnectivityChanged":
      return { type: "ConnectivityChanged", isOnline: event.isOnline ?? null }
    case "CacheChanged": {
      const { event: name, isOutdated, key, phase, snapshot, subscribers } = event
      return {
        type: "CacheChanged",
        key: recordKey(pseudonyms, key),
        event: name,
        snapshot,
        phase,
        subscribers,
        isOutdated
      }
    }
    case "Redirected":
    case "RedirectRefused": {
      const { name, page, target, type } = event
      const url = target ?? getReturnTo(page)
      return {
        type,
        name,
        target: url === undefined ? null : text(url, "url"),
        page: text(page, "url"),
        rule: describeRule(name, url, page)
      }
    }
  }
}

const describeRule = (name: string, url: string | undefined, page: string): string => {
  if (name === "goTo") return "navigation of the page"
  if (url === undefined) return "page of the app"
  if (toSameOriginPath(url, page) === undefined) return "another origin, or not a valid URL"
  return URL.canParse(url) ? "https URL with the host of the page" : "relative URL"
}

/** Returns a cache entry's key: the name of the resource stays, its arguments are replaced. */
const recordKey = ({ text }: Pseudonyms, key: string): string => {
  const [name = "", ...rest] = key.split(/(?=[^\w.-])/)
  return /^[A-Za-z][\w.-]{0,60}$/.test(name)
    ? rest.length === 0 ? name : `${name} ${text(rest.join(""), "arguments")}`
    : text(key, "key")
}

/** Returns a call's encoded input; `null` if it is invalid. */
export const recordInput = (
  pseudonyms: Pseudonyms,
  endpoint: Any,
  input: unknown
): Extract<RecordedEventData, { readonly type: "CallStarted" }>["input"] => {
  const result: Record<string, unknown> = {}
  for (const part of ["params", "query", "payload"] as const) {
    const codec = endpoint[part]
    if (codec === undefined) continue
    // Sound: a part is read from an object, and its codec checks it.
    const encoded = encode(codec, (input as Readonly<Record<string, unknown>> | undefined)?.[part])
    if (encoded instanceof Problem) return null
    result[part] = pseudonymize(pseudonyms, codec, encoded, endpoint.id.split(".")[0]!.replace(/s$/, ""))
  }
  return result
}

/** Returns `true` if the only reason of a cause is an interruption. */
const isInterruption = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.every((reason) => reason._tag === "Interrupt")

/** Returns the outcome of a call without its values. */
export const outcomeOf = (exit: Exit.Exit<unknown, ErrorSummary>): RecordedOutcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Success" }
  if (isInterruption(exit.cause)) return { _tag: "Interrupted" }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) return { _tag: "Defect" }
  const { code, reason, tag } = error.value
  if (tag === "ApiError" && typeof reason === "string") return { _tag: "Failure", error: tag, reason }
  return { _tag: "Failure", error: typeof code === "string" && isKnownCode(code) ? toTag(code) : "UnknownError" }
}
