/** A recording's timeline: calls with their attempts, refreshes, and session changes. */
import type {
  EventOf,
  RecordedEvent,
  RecordedOutcome,
  RecordedRequest,
  RecordedResponse,
  Recording
} from "../../../src/recorder/Recording.ts"
import { isObject } from "../../../src/wire/Json.ts"

/** The row kinds. */
export const kinds = ["Call", "Refresh", "Session", "Redirect", "Network"] as const

/** A request and its response. */
export interface Attempt {
  /** The request's number. */
  readonly request: number
  readonly sent: RecordedRequest
  readonly sentAt: number
  readonly endedAt: number | undefined
  readonly response: RecordedResponse | null
  readonly failure: "lost" | "tooLarge" | "aborted" | undefined
}

/** A timeline's row. */
export interface Row {
  /** Its first event's number, which identifies it in the same recorder's later recordings. */
  readonly id: number
  readonly kind: typeof kinds[number]
  readonly title: string
  /** Facts about the row, with their names. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  /** The call or session operation that caused the row. */
  readonly cause: string | undefined
  readonly at: number
  readonly endedAt: number | undefined
  readonly result: "pending" | "success" | "failure" | "canceled" | "none"
  /** The response's status, the error's tag, or the outcome. */
  readonly label: string
  readonly attempts: ReadonlyArray<Attempt>
  readonly input: unknown
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] }
type MutableRow = Mutable<Omit<Row, "attempts">> & { readonly attempts: Array<Mutable<Attempt>> }

/** Returns a recording's rows, the newest first. */
export const makeTimeline = ({ events, start }: Recording): ReadonlyArray<Row> => {
  const state = start.tokens === undefined ? "Loading" : start.tokens === null ? "SignedOut" : "Active"
  const draft: Draft = { rows: [], works: new Map(), attempts: new Map(), state }
  for (const event of events) addEvent(draft, event)
  return draft.rows.filter(isNews).reverse()
}

interface Draft {
  readonly rows: Array<MutableRow>
  /** Calls and session operations by number. */
  readonly works: Map<number, MutableRow>
  /** Attempts by their request's number. `isOwn` is `true` if the row shows no call. */
  readonly attempts: Map<
    number,
    { readonly row: MutableRow; readonly attempt: Mutable<Attempt>; readonly isOwn: boolean }
  >
  state: string
}

/** Adds a row for an event, or completes an earlier row. */
const addEvent = (draft: Draft, event: RecordedEvent): void => {
  switch (event.type) {
    case "CallStarted":
      draft.works.set(
        event.call,
        addRow(draft, event, {
          ...pending,
          kind: "Call",
          title: event.endpoint,
          input: event.input ?? undefined,
          cause: event.cacheKey === undefined ? undefined : `cache entry ${event.cacheKey}`
        })
      )
      break
    case "OperationStarted":
      draft.works.set(event.call, addRow(draft, event, { ...pending, kind: "Session", title: `Session.${event.name}` }))
      break
    case "CallEnded":
    case "OperationEnded":
      end(draft.works.get(event.call), event.at, event.outcome)
      break
    case "RequestSent":
      addAttempt(draft, event)
      break
    case "ResponseReceived":
      endAttempt(draft, event)
      break
    case "StateChanged":
      addStateChange(draft, event)
      break
    case "StoreChanged":
      addRow(draft, event, {
        kind: "Session",
        title: "Token store changed",
        label: event.tokens === null ? "Empty" : "Tokens"
      })
      break
    case "ConnectivityChanged":
      // A recorder's first event does not matter if the device is online.
      if (event.isOnline === false || event.isOnline === true && draft.rows.some(({ kind }) => kind === "Network")) {
        addRow(draft, event, { kind: "Network", title: event.isOnline ? "Device online" : "Device offline" })
      }
      break
    case "Redirected":
    case "RedirectRefused":
      addRow(draft, event, {
        kind: "Redirect",
        title: `${event.name}${event.target === null ? "" : ` → ${event.target}`}`,
        label: event.type === "Redirected" ? "Allowed" : "Refused",
        result: event.type === "Redirected" ? "success" : "failure",
        facts: [["Rule", event.rule], ["From", event.page]]
      })
  }
}

const pending = { result: "pending", label: "Pending" } as const

const addRow = (
  { rows }: Draft,
  { at, seq }: RecordedEvent,
  row: Pick<Row, "kind" | "title"> & Partial<Row>
): MutableRow => {
  const added: MutableRow = {
    id: seq,
    at,
    cause: undefined,
    endedAt: undefined,
    facts: [],
    input: undefined,
    label: "",
    result: "none",
    ...row,
    attempts: []
  }
  rows.push(added)
  return added
}

/** Adds a request to its call's row. A refresh has its own row, because calls share it. */
const addAttempt = (draft: Draft, event: EventOf<"RequestSent">): void => {
  const { at: sentAt, cause, request, sent } = event
  const isRefresh = isRefreshRequest(sent)
  const work = cause === undefined ? undefined : draft.works.get(cause)
  const owner = isRefresh ? undefined : work
  const row = owner ?? addRow(draft, event, {
    ...pending,
    kind: isRefresh ? "Refresh" : "Network",
    title: isRefresh ? "Token refresh" : isCheck(sent) ? "Network check" : `${sent.method} ${sent.path}`,
    cause: cause === undefined ? "background work" : work?.title ?? "a call before the recording"
  })
  const attempt: Mutable<Attempt> = { request, sent, sentAt, endedAt: undefined, response: null, failure: undefined }
  row.attempts.push(attempt)
  draft.attempts.set(request, { row, attempt, isOwn: owner === undefined })
}

const endAttempt = ({ attempts }: Draft, { at, failure, request, response }: EventOf<"ResponseReceived">): void => {
  const found = attempts.get(request)
  if (found === undefined) return
  const { attempt, isOwn, row } = found
  Object.assign(attempt, { endedAt: at, response, failure })
  if (isOwn) endByResponse(row, at, attempt)
}

const addStateChange = (draft: Draft, event: EventOf<"StateChanged">): void => {
  const { reason, state } = event
  if (state !== draft.state || reason !== undefined) {
    addRow(draft, event, {
      kind: "Session",
      title: state === draft.state ? `Still ${state}` : `${draft.state} → ${state}`,
      label: reason ?? "",
      result: state === "Stale" ? "failure" : "none"
    })
  }
  draft.state = state
}

/** Session operations that only read are not shown, unless they fail or send requests. */
const isNews = ({ attempts, result, title }: Row): boolean =>
  !/^Session\.(?:state|tokens|storedTokens|currentTokens|getTokens)$/.test(title) || attempts.length > 0 ||
  result === "failure"

const end = (row: MutableRow | undefined, at: number, outcome: RecordedOutcome): void => {
  if (row !== undefined) Object.assign(row, resultOf(row, outcome), { endedAt: at })
}

const resultOf = (row: Row, outcome: RecordedOutcome): Pick<Row, "label" | "result"> => {
  switch (outcome._tag) {
    case "Success": {
      const response = row.attempts.at(-1)?.response
      return { result: "success", label: response ? String(response.status) : "Done" }
    }
    case "Failure":
      return isSignedOutRead(row, outcome.error)
        ? { result: "none", label: "No user" }
        : { result: "failure", label: outcome.reason ?? outcome.error }
    case "Interrupted":
      return { result: "canceled", label: "Interrupted" }
    case "Defect":
      return { result: "failure", label: "Defect" }
  }
}

/** The user is read on every page. Without a session the call fails before a request, and the app gets no user. */
const isSignedOutRead = ({ attempts, title }: Row, error: string): boolean =>
  title === "users.me.get" && error === "CannotGetOwnUserWithoutUser" && attempts.length === 0

const endByResponse = (row: MutableRow, at: number, { failure, response }: Attempt): void => {
  row.endedAt = at
  row.result = failure === "aborted" ? "canceled" : isSuccess(response) ? "success" : "failure"
  row.label = describeResponse({ failure, response })
}

const isSuccess = (response: RecordedResponse | null): boolean =>
  response !== null && response.status < 300 && response.kind === "json" &&
  response.headers["x-stack-known-error"] === undefined

const failureLabels = { aborted: "Aborted", lost: "No response", tooLarge: "Too large" } as const

/** Returns a response's known error or status. Without a response, returns the reason. */
export const describeResponse = ({ failure, response }: Pick<Attempt, "failure" | "response">): string =>
  response === null
    ? failure === undefined ? "Pending" : failureLabels[failure]
    : response.headers["x-stack-known-error"] ??
      (response.kind === "html" ? `${response.status} HTML` : String(response.status))

/** Returns `true` if a request is for the session's new access token. */
const isRefreshRequest = ({ body, path }: RecordedRequest): boolean =>
  path.endsWith("/auth/sessions/current/refresh") ||
  path.endsWith("/auth/oauth/token") && isObject(body) && body["grant_type"] === "refresh_token"

/** Returns `true` for a request that only checks the connection after a failure. */
export const isCheck = ({ path }: RecordedRequest): boolean => path === "/health" || /^\/api\/v1\/?$/.test(path)

/** A timeline's filter. */
export interface Filter {
  readonly kind: Row["kind"] | undefined
  readonly text: string
  readonly onlyFailures: boolean
}

/** Returns the rows that match a filter. The text is searched in titles, labels, causes and paths. */
export const filterRows = (rows: ReadonlyArray<Row>, { kind, onlyFailures, text }: Filter): ReadonlyArray<Row> => {
  const needle = text.trim().toLowerCase()
  return rows.filter((row) =>
    (kind === undefined || row.kind === kind) && (!onlyFailures || row.result === "failure") &&
    [row.title, row.label, row.cause ?? "", ...row.attempts.map(({ sent }) => sent.path)]
      .some((part) => part.toLowerCase().includes(needle))
  )
}

/** A redirect, allowed or refused. */
type RedirectEvent = EventOf<"Redirected" | "RedirectRefused">

/** Returns a recording's redirects, the newest first. */
export const listRedirects = ({ events }: Recording): ReadonlyArray<RedirectEvent> =>
  events.filter((event): event is RedirectEvent => "rule" in event).reverse()
