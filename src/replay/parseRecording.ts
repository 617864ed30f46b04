/** Parses recordings. They come from other people, so nothing about them is certain. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import {
  type EventOf,
  type RecordedEvent,
  type RecordedOutcome,
  type RecordedRequest,
  type RecordedResponse,
  type RecordedTokens,
  type Recording,
  redirectNames,
  sessionOperations
} from "../recorder/Recording.ts"
import {
  array,
  boolean,
  check,
  type Codec,
  type Fields,
  finite,
  getNode,
  integer,
  nullOr,
  optional,
  record,
  string,
  union,
  unknown,
  withDefault
} from "../wire/Codec.ts"
import { make } from "../wire/coreCodecs.ts"
import { decode, Problem } from "../wire/decode.ts"
import { isObject } from "../wire/parseJson.ts"
import { plainStruct } from "../wire/Struct.ts"
import { escapeControls } from "./escapeControls.ts"

/** A value is not a recording of this version. */
export class InvalidRecording extends Data.TaggedError("InvalidRecording")<{
  readonly message: string
  /** The first invalid value, such as `events[3].call`; empty for the recording as a whole. */
  readonly path: string
}> {}

/** A codec for each field of a type. A new field without a codec does not compile. */
type FieldsOf<A> = { readonly [Key in keyof A]-?: Codec<A[Key]> }

// Sound: the fields decode to the fields of the type.
const struct = <A>(fields: FieldsOf<A>) => plainStruct(fields as Fields) as Codec<A>

/** Creates a codec like `literal`, whose problem lists the constants. */
const oneOf = <const A extends string | number>(...values: ReadonlyArray<A>) =>
  // Sound: the check accepts only these values.
  check(
    unknown,
    (value) => values.some((each) => each === value),
    values.map((each) => JSON.stringify(each)).join(" or ")
  ) as Codec<A>

type MemberOf<A, Tag extends keyof A, Name> = A extends { readonly [Key in Tag]: infer Names }
  ? Name extends Names ? A : never
  : never

/** Creates a union whose field `tag` selects the member, so that a problem has a path within it. */
const taggedUnion = <A extends object, Tag extends keyof A & string, Common extends keyof A = never>(
  tag: Tag,
  common: FieldsOf<Pick<A, Common>>,
  members: { readonly [Name in A[Tag] & string]: FieldsOf<Omit<MemberOf<A, Tag, Name>, Tag | Common>> }
): Codec<A> => {
  const name = oneOf(...Object.keys(members))
  const tagged = getNode(plainStruct({ [tag]: name }))
  const structs = new Map<unknown, ReturnType<typeof getNode>>(
    Object.entries(members).map(([each, fields]) => [
      each,
      // Sound: each member has fields.
      getNode(plainStruct({ [tag]: name, ...common, ...fields as Fields }))
    ])
  )
  return make({
    kind: "union",
    members: () => [...structs.values()],
    convert: (value, isDecoding, convert) => {
      const found = convert(tagged, value, isDecoding)
      // Sound: the struct has accepted the tag.
      return found instanceof Problem ? found : convert(structs.get((value as A)[tag])!, value, isDecoding)
    }
  })
}

/** Bodies in recordings are at most about 100 levels deep. Functions that visit each level overflow the stack at thousands. */
const maxDepth = 256

/** Returns `true` if a value is JSON that recursion can visit. */
const isShallow = (value: unknown): boolean => {
  // A set per level, so that a value which contains itself is found, not visited forever.
  let level: ReadonlySet<unknown> = new Set([value])
  for (let depth = 0; level.size > 0; depth++) {
    const objects = [...level].filter((each) => typeof each === "object" && each !== null)
    if (depth > maxDepth || [...level].some((each) => /bigint|function|symbol/.test(typeof each))) return false
    level = new Set(objects.flatMap((each): Array<unknown> => Object.values(each)))
  }
  return value !== undefined
}

const json = check(unknown, isShallow, `JSON with at most ${maxDepth} levels`)

/** An event's or a moment's number. */
const index = check(integer, (value) => value >= 0, "a whole number from 0 on")

/** Milliseconds that a `Date` can represent. A replay's clock computes with them. */
const millis = check(finite, (value) => Math.abs(value) <= 8.64e15, "a number of milliseconds")

const tokens = nullOr(struct<RecordedTokens>({ refreshToken: nullOr(string), accessToken: nullOr(string) }))

const outcome = taggedUnion<RecordedOutcome, "_tag">("_tag", {}, {
  Success: { tokens: optional(tokens) },
  Failure: { error: string, reason: optional(string) },
  Interrupted: {},
  Defect: {}
})

const state = {
  state: oneOf("Loading", "SignedOut", "Active", "Refreshing", "Stale"),
  tokens
}

const redirect = {
  name: oneOf(...redirectNames),
  target: nullOr(string),
  page: string,
  rule: string
}

const request = struct<RecordedRequest>({
  method: string,
  path: string,
  accessType: optional(string),
  refreshToken: optional(string),
  accessToken: optional(string),
  body: withDefault(json, null)
})

const status = check(integer, (value) => value >= 0 && value <= 999, "a status of HTTP")
const noJson = { body: optional(json) }
const response = taggedUnion<RecordedResponse, "kind", "status" | "headers">("kind", {
  status,
  headers: record(string)
}, {
  json: { body: json },
  cut: noJson,
  html: noJson,
  text: noJson,
  empty: noJson
})

type Input = NonNullable<EventOf<"CallStarted">["input"]>

const event = taggedUnion<RecordedEvent, "type", "seq" | "at">("type", { seq: index, at: millis }, {
  CallStarted: {
    call: index,
    endpoint: string,
    input: nullOr(struct<Input>({ params: optional(json), query: optional(json), payload: optional(json) })),
    boundTo: optional(tokens),
    cacheKey: optional(string),
    detachedBy: optional(index)
  },
  CallEnded: { call: index, outcome },
  OperationStarted: {
    call: index,
    name: oneOf(...sessionOperations),
    validities: optional(array(nullOr(finite))),
    tokens: optional(tokens),
    accessToken: optional(string),
    detachedBy: optional(index)
  },
  OperationEnded: { call: index, name: oneOf(...sessionOperations), outcome, replaced: optional(array(boolean)) },
  Subscribed: { subscription: index },
  Unsubscribed: { subscription: index },
  RequestSent: { cause: optional(index), request: index, sent: request },
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
  LockAcquired: { cause: optional(index), startedAt: index, name: string },
  StateChanged: { ...state, clockSkewMillis: optional(millis), reason: optional(string) },
  ForeignUseFound: { usedAt: millis },
  ConnectivityChanged: { isOnline: nullOr(boolean) },
  CacheChanged: {
    key: string,
    event: string,
    snapshot: string,
    phase: string,
    subscribers: finite,
    isOutdated: boolean
  },
  Redirected: redirect,
  RedirectRefused: redirect
})

const recording = struct<Recording>({
  format: oneOf("latchkey-recording"),
  version: oneOf(1),
  library: string,
  client: struct<Recording["client"]>({
    projectId: string,
    apiUrl: string,
    publishableClientKey: optional(string),
    headerFamily: oneOf("stack", "hexclave"),
    generation: optional(oneOf("2025", "2026")),
    oauthScopes: optional(record(array(string))),
    requestTimeoutMillis: optional(millis),
    retryAfterLimitMillis: optional(millis),
    responseLimit: optional(finite)
  }),
  start: struct<Recording["start"]>({
    tokens: optional(tokens),
    state: optional(struct<NonNullable<Recording["start"]["state"]>>(state)),
    clockSkewMillis: optional(millis),
    isOnline: optional(boolean),
    dropped: index
  }),
  claims: record(record(nullOr(union(() => [string, finite, boolean])))),
  events: array(event)
})

/** Finds a number that two events share. Later events refer to an event by its number. */
const findDuplicate = ({ events }: Recording): Problem | undefined => {
  const known = new Set<string>()
  for (const [position, event] of events.entries()) {
    const isStart = event.type === "CallStarted" || event.type === "OperationStarted"
    const numbers = {
      seq: event.seq,
      call: isStart ? event.call : undefined,
      request: event.type === "RequestSent" ? event.request : undefined
    }
    for (const [name, number] of Object.entries(numbers)) {
      const key = `${name} ${number}`
      if (number !== undefined && known.has(key)) {
        return new Problem("is the number of an earlier event", ["events", position, name])
      }
      known.add(key)
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
    return result instanceof Problem ? Effect.fail(toError(result)) : Effect.succeed(result)
  })

/** Checks a value, and copies its fields, in the events' order. Unknown fields stay: a report searches them for secrets. */
const read = (json: unknown): Recording | Problem => {
  try {
    // Other JSON has another format, rather than none.
    const decoded = decode(recording, isObject(json) ? { format: undefined, ...json } : json)
    if (decoded instanceof Problem) return decoded
    // Sound: the codec has accepted the value.
    const { events, ...rest } = json as Recording
    return findDuplicate(decoded) ?? { ...rest, events: events.toSorted((a, b) => a.seq - b.seq) }
  } catch {
    // The program's value may have getters that throw, also when they are read again for the copy.
    return new Problem("cannot be read")
  }
}

const toError = ({ path, text }: Problem): InvalidRecording => {
  const described = path.reduce(appendKey, "")
  const message = described === "version"
    ? "The recording has a format version that this version of Latchkey does not know. Update latchkey"
    : `${described || "The recording"} ${text}`
  return new InvalidRecording({ path: described, message })
}

/** A key comes from the recording. It may be long, or contain controls. */
const appendKey = (path: string, key: string | number): string => {
  if (typeof key === "number") return `${path}[${key}]`
  if (!/^[\w-]{1,60}$/.test(key)) return `${path}["${escapeControls(key.slice(0, 60))}"]`
  return path === "" ? key : `${path}.${key}`
}
