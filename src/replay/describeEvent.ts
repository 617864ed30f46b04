import type {
  EventOf,
  RecordedEventData,
  RecordedOutcome,
  RecordedRequest,
  RecordedResponse,
  RecordedTokens
} from "../recorder/Recording.ts"

/** Returns an event's description, such as `<- 200 json`. */
export const describeEvent = (event: RecordedEventData): string => {
  switch (event.type) {
    case "CallStarted":
      return describeCall(event)
    case "OperationStarted":
      return `session.${event.name}${event.tokens === undefined ? "" : ` ${describeTokens(event.tokens)}`}`
    case "CallEnded":
      return `ended: ${describeOutcome(event.outcome)}`
    case "OperationEnded":
      return `ended: session.${event.name}: ${describeOutcome(event.outcome)}`
    case "Subscribed":
    case "Unsubscribed":
      return `${event.type.toLowerCase()} #${event.subscription}`
    case "RequestSent":
      return `-> ${describeRequest(event.sent)}`
    case "ResponseReceived":
      return event.response === null
        ? `<- ${failures[event.failure ?? "lost"]}`
        : `<- ${describeResponse(event.response)}`
    case "StoreRead":
      return `store read: ${describeTokens(event.tokens)}`
    case "StoreWritten":
      return describeTokens(event.before) === describeTokens(event.after)
        ? `store kept: ${describeTokens(event.after)}`
        : `store written: ${describeTokens(event.before)} => ${describeTokens(event.after)}`
    case "StoreChanged":
      return `store changed: ${describeTokens(event.tokens)}`
    case "LockAcquired":
      return `lock acquired: ${event.name}`
    case "StateChanged":
      return describeStateChange(event)
    case "ForeignUseFound":
      return `another device used the session at ${new Date(event.usedAt).toISOString()}`
    case "ConnectivityChanged":
      return describeConnectivity(event.isOnline)
    case "CacheChanged":
      return `cache ${event.key}: ${event.event} => ${event.snapshot}, ${event.phase}, ${event.subscribers} subscribers${
        event.isOutdated ? ", outdated" : ""
      }`
    case "Redirected":
      return `${event.name} to ${event.target ?? "a page"} (${event.rule})`
    case "RedirectRefused":
      return `${event.name} to ${event.target ?? "a page"} refused (${event.rule})`
  }
}

const describeCall = (
  { cacheKey, detachedBy, endpoint, input }: Omit<EventOf<"CallStarted">, "seq" | "at">
): string =>
  [
    `call ${endpoint}`,
    ...cacheKey === undefined ? [] : [`for the cache entry ${cacheKey}`],
    ...detachedBy === undefined ? [] : [`for the session that #${detachedBy} removed`],
    ...input === null ? ["with invalid input"] : []
  ].join(" ")

const describeConnectivity = (isOnline: boolean | null): string =>
  isOnline === null ? "connectivity unknown" : isOnline ? "device online" : "device offline"

const failures = {
  lost: "no response: the connection failed",
  tooLarge: "response too large",
  aborted: "aborted by the client"
} as const

export const describeTokens = (tokens: RecordedTokens | null): string =>
  tokens === null
    ? "no tokens"
    : `${tokens.refreshToken ?? "no refresh token"}/${tokens.accessToken ?? "no access token"}`

export const describeStateChange = (
  { reason, state, tokens }: Pick<EventOf<"StateChanged">, "reason" | "state" | "tokens">
): string =>
  `state ${state}${tokens === null ? "" : ` ${describeTokens(tokens)}`}${reason === undefined ? "" : ` (${reason})`}`

export const describeOutcome = (outcome: RecordedOutcome): string => {
  switch (outcome._tag) {
    case "Success":
      return outcome.tokens === undefined ? "success" : `success, ${describeTokens(outcome.tokens)}`
    case "Failure":
      return outcome.reason === undefined ? outcome.error : `${outcome.error} (${outcome.reason})`
    case "Interrupted":
      return "interrupted"
    case "Defect":
      return "defect"
  }
}

export const describeRequest = ({ accessToken, body, method, path, refreshToken }: RecordedRequest): string =>
  [
    `${method} ${path}`,
    ...refreshToken === undefined && accessToken === undefined
      ? []
      : [`with ${[refreshToken, accessToken].filter((token) => token !== undefined).join("/")}`],
    ...body === null || body === undefined ? [] : [shorten(JSON.stringify(body))]
  ].join(" ")

const bodyNames = { cut: "cut body", html: "html page", text: "text page", empty: "" }

const describeResponse = ({ body, headers, kind, status }: RecordedResponse): string => {
  const actual = headers["x-stack-actual-status"]
  const code = headers["x-stack-known-error"]
  const content = kind === "json" ? shorten(JSON.stringify(body)) : bodyNames[kind]
  return [actual ?? status, code, content].filter((part) => part !== undefined && part !== "").join(" ")
}

/** Shortens JSON. A recording's fields may be missing. */
const shorten = (text: string | undefined = ""): string => text.length > 120 ? `${text.slice(0, 117)}...` : text
