import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Credentials } from "../call/CallSession.ts"
import { getReturnTo } from "../navigation/returnTo.ts"
import { toSameOriginPath } from "../navigation/sameOrigin.ts"
import { tokensOf } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import { encode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import { isKnownCode, toTag } from "../wire/errorCodes.ts"
import { pseudonymize } from "./pseudonymize.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"
import type { ErrorSummary, RecorderEventData } from "./RecorderEvent.ts"
import type { RecordedEventData, RecordedOutcome, RecordedTokens } from "./Recording.ts"
import { entityOf, recordRequest, recordResponse } from "./recordRequest.ts"

type EventOf<Type extends RecorderEventData["type"]> = Extract<RecorderEventData, { readonly type: Type }>

/** The earlier events' part in an event. */
export interface EventOrigin {
  readonly apiUrl: string
  /** The endpoint that a request or response belongs to, if it is known. */
  readonly endpoint: Any | undefined
  /** The cache entry whose fetch starts a call. */
  readonly cacheKey: string | undefined
}

/** Returns an event's data without secrets. It names every field, so that a new one is not recorded by accident. */
export const recordEvent = (
  pseudonyms: Pseudonyms,
  event: RecorderEventData,
  { apiUrl, cacheKey, endpoint }: EventOrigin
): RecordedEventData => {
  const { text } = pseudonyms
  const tokens = (tokens: Tokens | undefined) => recordTokens(pseudonyms, tokens)
  switch (event.type) {
    case "Started":
      return recordStart(pseudonyms, event, cacheKey)
    case "Ended":
      return recordEnd(pseudonyms, event)
    case "Subscribed":
    case "Unsubscribed":
      return { type: event.type, subscription: event.subscription }
    case "RequestSent": {
      const { cause, request, sent } = event
      return { type: "RequestSent", cause, request, sent: recordRequest(pseudonyms, apiUrl, endpoint, sent) }
    }
    case "ResponseReceived": {
      const { cause, exit, request } = event
      const isResponse = exit !== undefined && Exit.isSuccess(exit)
      return {
        type: "ResponseReceived",
        cause,
        request,
        response: isResponse ? recordResponse(pseudonyms, endpoint, exit.value) : null,
        failure: isResponse ? undefined : describeFailure(exit)
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
    case "LockAcquired": {
      const { cause, name, startedAt } = event
      const recorded = name.startsWith("latchkey-refresh-") ? "refresh" : text(name, "lock")
      return { type: "LockAcquired", cause, startedAt, name: recorded }
    }
    case "StateChanged": {
      const { clockSkewMillis, state } = event
      const reason = state._tag === "Stale" ? state.error.reason._tag : undefined
      return { type: "StateChanged", state: state._tag, tokens: tokens(tokensOf(state)), clockSkewMillis, reason }
    }
    case "ForeignUseFound":
      return { type: "ForeignUseFound", usedAt: event.usedAt }
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

const recordStart = (
  pseudonyms: Pseudonyms,
  { call, work }: EventOf<"Started">,
  cacheKey: string | undefined
): RecordedEventData => {
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
  const { accessToken, detachedBy, name, tokens, validities } = work
  return {
    type: "OperationStarted",
    call,
    name,
    validities: validities?.map((validity) => validity === undefined ? null : Duration.toMillis(validity)),
    tokens: tokens === undefined ? undefined : recordTokens(pseudonyms, tokens),
    accessToken: accessToken && pseudonyms.text(Redacted.value(accessToken), "access-token"),
    detachedBy
  }
}

const recordEnd = (pseudonyms: Pseudonyms, { call, exit, work }: EventOf<"Ended">): RecordedEventData => {
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
      ? { ...outcome, tokens: recordTokens(pseudonyms, exit.value as Tokens | undefined) }
      : outcome,
    replaced
  }
}

/** Returns why no complete response arrived. Without an exit, the client aborted the request. */
const describeFailure = (exit: Exit.Failure<unknown, unknown> | undefined): "aborted" | "tooLarge" | "lost" => {
  if (exit === undefined) return "aborted"
  const error = Cause.squash(exit.cause)
  const isTooLarge = typeof error === "object" && error !== null && "tooLarge" in error && error.tooLarge === true
  return isInterruption(exit.cause) ? "aborted" : isTooLarge ? "tooLarge" : "lost"
}

const describeRule = (name: string, url: string | undefined, page: string): string => {
  if (name === "goTo") return "navigation of the page"
  if (url === undefined) return "page of the app"
  if (toSameOriginPath(url, page) === undefined) return "another origin, or not a valid URL"
  return URL.canParse(url) ? "https URL with the host of the page" : "relative URL"
}

/** Returns the tokens' pseudonyms; `null` without tokens. */
export const recordTokens = ({ text }: Pseudonyms, tokens: Tokens | undefined): RecordedTokens | null => {
  if (tokens === undefined) return null
  const { accessToken, refreshToken } = tokens
  return {
    refreshToken: refreshToken ? text(Redacted.value(refreshToken), "refresh-token") : null,
    accessToken: accessToken ? text(Redacted.value(accessToken), "access-token") : null
  }
}

/** Returns the tokens that `keepSession` has bound credentials to, which it provides as a constant. */
const getBoundTokens = (
  pseudonyms: Pseudonyms,
  { currentTokens }: Credentials
): RecordedTokens | null | undefined =>
  Exit.isExit(currentTokens) && Exit.isSuccess(currentTokens)
    // Sound: a session's credentials have its tokens.
    ? recordTokens(pseudonyms, currentTokens.value as Tokens | undefined)
    : undefined

/** Returns a cache entry's key: the resource's name stays, its arguments are replaced. */
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
    result[part] = pseudonymize(pseudonyms, codec, encoded, entityOf(endpoint))
  }
  return result
}

/** Returns `true` if a cause has no reason but interruptions. */
const isInterruption = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.every((reason) => reason._tag === "Interrupt")

/** Returns a call's outcome without its values. */
export const outcomeOf = (exit: Exit.Exit<unknown, ErrorSummary>): RecordedOutcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Success" }
  if (isInterruption(exit.cause)) return { _tag: "Interrupted" }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) return { _tag: "Defect" }
  const { code, reason, tag } = error.value
  if (tag === "ApiError" && typeof reason === "string") return { _tag: "Failure", error: tag, reason }
  return { _tag: "Failure", error: typeof code === "string" && isKnownCode(code) ? toTag(code) : "UnknownError" }
}
