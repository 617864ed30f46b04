/** Parses recordings. They come from other people, so nothing about them is certain. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type {
  RecordedEventData,
  RecordedOutcome,
  RecordedRequest,
  RecordedResponse,
  RecordedTokens,
  Recording
} from "../recorder/Recording.ts"
import { isObject } from "../wire/parseJson.ts"
import {
  array,
  boolean,
  type Check,
  either,
  index,
  type Invalid,
  json,
  millis,
  nullOr,
  number,
  oneOf,
  optional,
  record,
  status,
  struct,
  text,
  union
} from "./Check.ts"

/** A value is not a recording of this version. */
export class InvalidRecording extends Data.TaggedError("InvalidRecording")<{
  readonly message: string
  /** The first invalid value, such as `events[3].call`; empty for the recording as a whole. */
  readonly path: string
}> {}

const tokens = nullOr(struct<RecordedTokens>({ refreshToken: nullOr(text), accessToken: nullOr(text) }))

const outcome = union<RecordedOutcome, "_tag">("_tag", {
  Success: { tokens: optional(tokens) },
  Failure: { error: text, reason: optional(text) },
  Interrupted: {},
  Defect: {}
})

const state = {
  state: oneOf("Loading", "SignedOut", "Active", "Refreshing", "Stale"),
  tokens
}

const operation = oneOf(
  "getTokens",
  "signIn",
  "end",
  "detach",
  "state",
  "tokens",
  "storedTokens",
  "refresh",
  "currentTokens",
  "expire"
)

const redirect = {
  name: oneOf("redirect", "redirectTo", "redirectAfterSignIn", "goTo"),
  target: nullOr(text),
  page: text,
  rule: text
}

const request = struct<RecordedRequest>({
  method: text,
  path: text,
  accessType: optional(text),
  refreshToken: optional(text),
  accessToken: optional(text),
  body: json
})

const responseFields = struct<RecordedResponse>({
  status,
  headers: record(text),
  kind: oneOf("json", "cut", "html", "text", "empty"),
  body: json
})
const response: Check = (value, path) =>
  responseFields(value, path) ??
    (isObject(value) && value["kind"] === "json" && value["body"] === undefined
      ? { path: `${path}.body`, problem: "is missing" }
      : undefined)

type Input = NonNullable<Extract<RecordedEventData, { readonly type: "CallStarted" }>["input"]>

const data = union<RecordedEventData, "type">("type", {
  CallStarted: {
    call: index,
    endpoint: text,
    input: nullOr(struct<Input>({ params: json, query: json, payload: json })),
    boundTo: optional(tokens),
    cacheKey: optional(text),
    detachedBy: optional(index)
  },
  CallEnded: { call: index, outcome },
  OperationStarted: {
    call: index,
    name: operation,
    validities: optional(array(nullOr(number))),
    tokens: optional(tokens),
    accessToken: optional(text),
    detachedBy: optional(index)
  },
  OperationEnded: { call: index, name: operation, outcome, replaced: optional(array(boolean)) },
  Subscribed: { subscription: index },
  Unsubscribed: { subscription: index },
  RequestSent: {
    cause: optional(index),
    request: index,
    sent: request
  },
  ResponseReceived: {
    cause: optional(index),
    request: index,
    response: nullOr(response),
    failure: optional(oneOf("lost", "tooLarge", "aborted"))
  },
  StoreRead: { cause: optional(index), startedAt: index, tokens },
  StoreWritten: {
    cause: optional(index),
    startedAt: index,
    appliedAt: index,
    before: tokens,
    after: tokens,
    isInterrupted: optional(boolean)
  },
  StoreChanged: { subscription: index, tokens },
  LockAcquired: { cause: optional(index), startedAt: index, name: text },
  StateChanged: {
    ...state,
    clockSkewMillis: optional(millis),
    reason: optional(text)
  },
  ConnectivityChanged: { isOnline: nullOr(boolean) },
  CacheChanged: {
    key: text,
    event: text,
    snapshot: text,
    phase: text,
    subscribers: number,
    isOutdated: boolean
  },
  Redirected: redirect,
  RedirectRefused: redirect
})

const position = struct<{ readonly seq: number; readonly at: number }>({ seq: index, at: millis })
const event: Check = (value, path) => position(value, path) ?? data(value, path)

const checkStructure = struct<Recording>({
  format: oneOf("latchkey-recording"),
  version: oneOf(1),
  library: text,
  client: struct<Recording["client"]>({
    projectId: text,
    apiUrl: text,
    publishableClientKey: optional(text),
    headerFamily: oneOf("stack", "hexclave"),
    generation: optional(oneOf("2025", "2026")),
    oauthScopes: optional(record(array(text))),
    requestTimeoutMillis: optional(millis),
    retryAfterLimitMillis: optional(millis),
    responseLimit: optional(number)
  }),
  start: struct<Recording["start"]>({
    tokens: optional(tokens),
    state: optional(struct<NonNullable<Recording["start"]["state"]>>(state)),
    clockSkewMillis: optional(millis),
    isOnline: optional(boolean),
    dropped: index
  }),
  claims: record(record(nullOr(either(text, either(number, boolean))))),
  events: array(event)
})

/** Finds a number that two events share. Later events refer to an event by its number. */
const findDuplicate = ({ events }: Recording): Invalid | undefined => {
  const known = { seq: new Set<number>(), call: new Set<number>(), request: new Set<number>() }
  for (const [position, event] of events.entries()) {
    const numbers = {
      seq: event.seq,
      call: event.type === "CallStarted" || event.type === "OperationStarted" ? event.call : undefined,
      request: event.type === "RequestSent" ? event.request : undefined
    }
    for (const name of ["seq", "call", "request"] as const) {
      const number = numbers[name]
      if (number === undefined) continue
      if (known[name].has(number)) {
        return { path: `events[${position}].${name}`, problem: "is the number of an earlier event" }
      }
      known[name].add(number)
    }
  }
  return undefined
}

/**
 * Parses a value as a recording.
 *
 * **Example** (A file)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Replay } from "latchkey/replay"
 * import { readFile } from "node:fs/promises"
 *
 * const program = Effect.gen(function*() {
 *   const text = yield* Effect.promise(() => readFile("recording.json", "utf8"))
 *   const recording = yield* Replay.parse(JSON.parse(text))
 *   console.log(Replay.format(recording))
 * })
 * ```
 */
export const parse = (json: unknown): Effect.Effect<Recording, InvalidRecording> =>
  Effect.suspend(() => {
    const result = read(json)
    return result instanceof InvalidRecording ? Effect.fail(result) : Effect.succeed(result)
  })

/** Checks a value, and copies its fields, in the events' order. */
const read = (json: unknown): Recording | InvalidRecording => {
  try {
    if (isObject(json) && json["format"] === "latchkey-recording" && json["version"] !== 1) {
      return new InvalidRecording({
        path: "version",
        message: "The recording has a format version that this version of Latchkey does not know. Update latchkey"
      })
    }
    // Sound: the structure is checked before any other part is read.
    const recording = json as Recording
    const invalid = checkStructure(json, "") ?? findDuplicate(recording)
    if (invalid === undefined) {
      return { ...recording, events: recording.events.toSorted((a, b) => a.seq - b.seq) }
    }
    return new InvalidRecording({
      path: invalid.path,
      message: `${invalid.path === "" ? "The recording" : invalid.path} ${invalid.problem}`
    })
  } catch {
    // The program's value may have getters that throw, also when they are read again for the copy.
    return new InvalidRecording({ path: "", message: "The recording cannot be read" })
  }
}
