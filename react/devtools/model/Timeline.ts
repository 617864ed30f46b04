/** A recording's timeline: calls with their attempts, refreshes, and changes of the session. */
import type {
  RecordedEvent,
  RecordedOutcome,
  RecordedRequest,
  RecordedResponse,
  Recording
} from "../../../src/recorder/Recording.ts"
import { isObject } from "../../../src/wire/Json.ts"

/** The kinds of rows. */
export const kinds = ["Call", "Refresh", "Session", "Redirect", "Network"] as const

/** One of `kinds`. */
export type Kind = typeof kinds[number]

/** A request and its response. */
export interface Attempt {
  readonly request: number
  readonly sent: RecordedRequest
  readonly sentAt: number
  readonly endedAt: number | undefined
  readonly response: RecordedResponse | null
  readonly failure: "lost" | "tooLarge" | "aborted" | undefined
}

/** A row of the timeline. */
export interface Row {
  /** The number of its first event, which identifies it in later recordings of the same recorder. */
  readonly id: number
  readonly kind: Kind
  readonly title: string
  /** Facts about the row, with their names. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  /** The call or session operation that caused the row. */
  readonly cause: string | undefined
  readonly at: number
  readonly endedAt: number | undefined
  readonly result: "pending" | "success" | "failure" | "canceled" | "none"
  /** The response's status, the tag of the error, or the outcome. */
  readonly label: string
  readonly attempts: ReadonlyArray<Attempt>
  readonly input: unknown
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] }
type MutableRow = Mutable<Omit<Row, "attempts">> & { readonly attempts: Array<Mutable<Attempt>> }

/** Returns the rows of a recording, the newest first. */
export const makeTimeline = ({ events, start }: Recording): ReadonlyArray<Row> => {
  const rows: Array<MutableRow> = []
  /** Calls and session operations by number. */
  const works = new Map<number, MutableRow>()
  const attempts = new Map<
    number,
    { readonly row: MutableRow; readonly attempt: Mutable<Attempt>; readonly isOwn: boolean }
  >()
  let state = start.tokens === undefined ? "Loading" : start.tokens === null ? "SignedOut" : "Active"

  const add = (row: Pick<Row, "id" | "at" | "kind" | "title"> & Partial<Row>): MutableRow => {
    const added: MutableRow = {
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
  const causeOf = (cause: number | undefined) =>
    cause === undefined ? "background work" : works.get(cause)?.title ?? "a call before the recording"

  for (const event of events) {
    const { at, seq: id } = event
    switch (event.type) {
      case "CallStarted":
        works.set(
          event.call,
          add({
            id,
            at,
            kind: "Call",
            title: event.endpoint,
            result: "pending",
            label: "Pending",
            input: event.input ?? undefined,
            cause: event.cacheKey === undefined ? undefined : `cache entry ${event.cacheKey}`
          })
        )
        break
      case "OperationStarted": {
        const row = add({
          id,
          at,
          kind: "Session",
          title: `Session.${event.name}`,
          result: "pending",
          label: "Pending"
        })
        works.set(event.call, row)
        break
      }
      case "CallEnded":
      case "OperationEnded":
        end(works.get(event.call), at, event.outcome)
        break
      case "RequestSent": {
        const isRefresh = isRefreshRequest(event.sent)
        const owner = event.cause === undefined || isRefresh ? undefined : works.get(event.cause)
        const row = owner ?? add({
          id,
          at,
          kind: isRefresh ? "Refresh" : "Network",
          title: isRefresh
            ? "Token refresh"
            : isCheck(event.sent)
            ? "Network check"
            : `${event.sent.method} ${event.sent.path}`,
          cause: causeOf(event.cause),
          result: "pending",
          label: "Pending"
        })
        const attempt: Mutable<Attempt> = {
          request: event.request,
          sent: event.sent,
          sentAt: at,
          endedAt: undefined,
          response: null,
          failure: undefined
        }
        row.attempts.push(attempt)
        attempts.set(event.request, { row, attempt, isOwn: owner === undefined })
        break
      }
      case "ResponseReceived": {
        const found = attempts.get(event.request)
        if (found === undefined) break
        Object.assign(found.attempt, { endedAt: at, response: event.response, failure: event.failure })
        if (found.isOwn) endByResponse(found.row, at, found.attempt)
        break
      }
      case "StateChanged":
        if (event.state !== state || event.reason !== undefined) {
          add({
            id,
            at,
            kind: "Session",
            title: event.state === state ? `Still ${event.state}` : `${state} → ${event.state}`,
            label: event.reason ?? "",
            result: event.state === "Stale" ? "failure" : "none"
          })
        }
        state = event.state
        break
      case "StoreChanged":
        add({
          id,
          at,
          kind: "Session",
          title: "Token store changed",
          label: event.tokens === null ? "Empty" : "Tokens"
        })
        break
      case "ConnectivityChanged":
        // The first event of a recorder is of no interest if the device is online.
        if (event.isOnline === false || event.isOnline === true && rows.some(({ kind }) => kind === "Network")) {
          add({ id, at, kind: "Network", title: event.isOnline ? "Device online" : "Device offline" })
        }
        break
      case "Redirected":
      case "RedirectRefused":
        add({
          id,
          at,
          kind: "Redirect",
          title: `${event.name}${event.target === null ? "" : ` → ${event.target}`}`,
          label: event.type === "Redirected" ? "Allowed" : "Refused",
          result: event.type === "Redirected" ? "success" : "failure",
          facts: [["Rule", event.rule], ["From", event.page]]
        })
    }
  }
  return rows.filter(isNews).reverse()
}

/** Session operations that only read are not shown, unless they fail or send requests. */
const isNews = ({ attempts, result, title }: Row): boolean =>
  !/^Session\.(?:state|tokens|storedTokens|currentTokens|getTokens)$/.test(title) || attempts.length > 0 ||
  result === "failure"

const end = (row: MutableRow | undefined, at: number, outcome: RecordedOutcome): void => {
  if (row === undefined) return
  row.endedAt = at
  const last = row.attempts.at(-1)?.response
  switch (outcome._tag) {
    case "Success":
      row.result = "success"
      row.label = last ? String(last.status) : "Done"
      return
    case "Failure":
      if (isSignedOutRead(row, outcome.error)) {
        row.result = "none"
        row.label = "No user"
        return
      }
      row.result = "failure"
      row.label = outcome.reason ?? outcome.error
      return
    case "Interrupted":
      row.result = "canceled"
      row.label = "Interrupted"
      return
    case "Defect":
      row.result = "failure"
      row.label = "Defect"
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

/** Returns the known error or the status of a response. Without a response, returns the reason. */
export const describeResponse = ({ failure, response }: Pick<Attempt, "failure" | "response">): string =>
  response === null
    ? failure === "tooLarge"
      ? "Too large"
      : failure === "aborted"
      ? "Aborted"
      : failure === "lost"
      ? "No response"
      : "Pending"
    : response.headers["x-stack-known-error"] ??
      (response.kind === "html" ? `${response.status} HTML` : String(response.status))

/** Returns `true` if a request is for a new access token of the session. */
const isRefreshRequest = ({ body, path }: RecordedRequest): boolean =>
  path.endsWith("/auth/sessions/current/refresh") ||
  path.endsWith("/auth/oauth/token") && isObject(body) && body["grant_type"] === "refresh_token"

const isCheck = ({ path }: RecordedRequest): boolean => path === "/health" || /^\/api\/v1\/?$/.test(path)

/** The filter of a timeline. */
export interface Filter {
  readonly kind: Kind | undefined
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

/** An event of the type `Redirected` or `RedirectRefused`. */
export type RedirectEvent = Extract<RecordedEvent, { readonly type: "Redirected" | "RedirectRefused" }>

/** Returns a recording's redirects, the newest first. */
export const listRedirects = ({ events }: Recording): ReadonlyArray<RedirectEvent> =>
  events.filter((event): event is RedirectEvent => "rule" in event).reverse()
