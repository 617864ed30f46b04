/**
 * Parses recordings. They come from other people, so nothing about them is certain.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { RecordedEventData, Recording } from "../recorder/Recording.ts"
import { isObject } from "../wire/isObject.ts"

/**
 * A value is not a recording of this version.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRecording extends Data.TaggedError("InvalidRecording")<{
  readonly message: string
  /** The first invalid value, such as `events[3].call`; empty for the recording as a whole. */
  readonly path: string
}> {}

type Check = (value: unknown, path: string) => string | undefined

const is = (expected: string, test: (value: unknown) => boolean): Check => (value, path) =>
  test(value) ? undefined : `${path === "" ? "The recording" : path} is not ${expected}`

const text = is("a string", (value) => typeof value === "string")
const number = is("a finite number", (value) => typeof value === "number" && Number.isFinite(value))
const boolean = is("a boolean", (value) => typeof value === "boolean")
const any: Check = () => undefined
const oneOf = (...values: ReadonlyArray<string | number>): Check =>
  is(values.map((value) => JSON.stringify(value)).join(" or "), (value) => values.some((each) => each === value))
const optional = (check: Check): Check => (value, path) => value === undefined ? undefined : check(value, path)
const nullOr = (check: Check): Check => (value, path) => value === null ? undefined : check(value, path)
const either = (one: Check, other: Check): Check => (value, path) =>
  one(value, path) === undefined ? undefined : other(value, path)

const struct = (fields: Readonly<Record<string, Check>>): Check => (value, path) => {
  if (!isObject(value)) return is("an object", () => false)(value, path)
  for (const [name, check] of Object.entries(fields)) {
    const problem = check(value[name], path === "" ? name : `${path}.${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

const record = (check: Check): Check => (value, path) => {
  if (!isObject(value)) return is("an object", () => false)(value, path)
  for (const [name, each] of Object.entries(value)) {
    const problem = check(each, `${path}.${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

const array = (check: Check): Check => (value, path) => {
  if (!Array.isArray(value)) return is("an array", () => false)(value, path)
  for (const [index, each] of value.entries()) {
    const problem = check(each, `${path}[${index}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

const tokens = nullOr(struct({ refreshToken: nullOr(text), accessToken: nullOr(text) }))

const outcome = struct({
  _tag: oneOf("Success", "Failure", "Interrupted", "Defect"),
  error: optional(text),
  reason: optional(text),
  tokens: optional(tokens)
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
  "currentTokens",
  "expire"
)

const redirect = {
  name: oneOf("redirect", "redirectTo", "redirectAfterSignIn", "goTo"),
  target: nullOr(text),
  page: text,
  rule: text
}

const checks: { readonly [Type in RecordedEventData["type"]]: Readonly<Record<string, Check>> } = {
  CallStarted: {
    call: number,
    endpoint: text,
    input: nullOr(struct({})),
    cacheKey: optional(text),
    detachedBy: optional(number)
  },
  CallEnded: { call: number, outcome },
  OperationStarted: {
    call: number,
    name: operation,
    validities: optional(array(nullOr(number))),
    tokens: optional(tokens),
    accessToken: optional(text)
  },
  OperationEnded: { call: number, name: operation, outcome, replaced: optional(array(boolean)) },
  Subscribed: { subscription: number },
  Unsubscribed: { subscription: number },
  RequestSent: {
    cause: optional(number),
    request: number,
    sent: struct({
      method: text,
      path: text,
      accessType: optional(text),
      refreshToken: optional(text),
      accessToken: optional(text),
      body: any
    })
  },
  ResponseReceived: {
    cause: optional(number),
    request: number,
    response: nullOr(struct({
      status: number,
      headers: record(text),
      kind: oneOf("json", "html", "text", "empty"),
      body: any
    })),
    failure: optional(oneOf("lost", "tooLarge", "aborted"))
  },
  StoreRead: { cause: optional(number), startedAt: number, tokens },
  StoreWritten: {
    cause: optional(number),
    startedAt: number,
    appliedAt: number,
    before: tokens,
    after: tokens,
    isInterrupted: optional(boolean)
  },
  StoreChanged: { subscription: number, tokens },
  LockAcquired: { cause: optional(number), startedAt: number, name: text },
  StateChanged: {
    ...state,
    clockSkewMillis: optional(number),
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
}

const event: Check = (value, path) => {
  const problem = struct({ seq: number, at: number, type: oneOf(...Object.keys(checks)) })(value, path)
  if (problem !== undefined) return problem
  // Sound: `type` is one of the keys.
  return struct(checks[(value as { readonly type: keyof typeof checks }).type])(value, path)
}

const check = struct({
  format: oneOf("latchkey-recording"),
  version: oneOf(1),
  library: text,
  client: struct({
    projectId: text,
    apiUrl: text,
    publishableClientKey: optional(text),
    headerFamily: oneOf("stack", "hexclave"),
    generation: optional(oneOf("2025", "2026")),
    requestTimeoutMillis: optional(number),
    retryAfterLimitMillis: optional(number),
    responseLimit: optional(number)
  }),
  start: struct({
    tokens: optional(tokens),
    state: optional(struct(state)),
    clockSkewMillis: optional(number),
    isOnline: optional(boolean),
    dropped: number
  }),
  claims: record(record(either(text, either(number, boolean)))),
  events: array(event)
})

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
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (json: unknown): Effect.Effect<Recording, InvalidRecording> =>
  Effect.suspend(() => {
    const problem = findProblem(json)
    if (problem !== undefined) return Effect.fail(problem)
    // Sound: `check` has examined each part that this version reads.
    const recording = json as Recording
    return Effect.succeed({ ...recording, events: recording.events.toSorted((a, b) => a.seq - b.seq) })
  })

const findProblem = (json: unknown): InvalidRecording | undefined => {
  try {
    if (isObject(json) && json["format"] === "latchkey-recording" && json["version"] !== 1) {
      return new InvalidRecording({
        path: "version",
        message: "The recording has a format version that this version of Latchkey does not know. Update latchkey"
      })
    }
    const problem = check(json, "")
    return problem === undefined
      ? undefined
      : new InvalidRecording({ path: /^[^ ]*(?= is not)/.exec(problem)?.[0] ?? "", message: problem })
  } catch {
    // A getter of the program may throw.
    return new InvalidRecording({ path: "", message: "The recording cannot be read" })
  }
}
