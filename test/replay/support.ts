/** Shared by the tests of recordings: recordings of real sessions, and changes of their JSON. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Password, Session, Teams, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"

const signUp = Password.signUp({
  email: "ada@example.com",
  password: Redacted.make("correct horse"),
  verificationCallbackUrl: "http://localhost:3000/verify"
})

/** Records a session: a captive portal answers the refresh, and another tab signs out. */
export const recordSession: Effect.Effect<Recorder.Recording> = Effect.gen(function*() {
  const shared = yield* TokenStore.makeMemory(undefined)
  const program = Effect.gen(function*() {
    const { session } = yield* Client.Client
    yield* signUp
    yield* CurrentUser.get()
    yield* Teams.create({ displayName: "One" })
    yield* session.getTokens(Duration.seconds(30))
    yield* Effect.scoped(session.subscribe(() => {}))
    yield* TestClock.adjust("11 minutes")
    yield* (yield* Emulator.Emulator).setFault(Faults.all(
      Faults.limitTo(
        "POST /auth/oauth/token",
        Faults.status(200, { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" })
      )
    ))
    yield* Effect.exit(Teams.list)
    // Another tab.
    yield* shared.modify(() => undefined)
    yield* Effect.exit(Teams.list)
    yield* Session.signOut
    return yield* Recorder.export
  })
  const layer = Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Recorder.layer()),
    Layer.provideMerge(Layer.succeed(TokenStore.TokenStore, shared)),
    Layer.provideMerge(Emulator.layer())
  )
  return yield* Effect.provide(program, layer)
}).pipe(Effect.orDie, Effect.provide(TestClock.layer()))

/** Adds an event of each type that `recordSession` has not, so that a test sees all of them. */
export const addRareEvents = (recording: Recorder.Recording): Recorder.Recording => {
  const last = recording.events.at(-1)!
  const { at } = last
  const redirect = {
    name: "redirect",
    target: "/dashboard",
    page: "http://localhost:3000/",
    rule: "relative URL"
  } as const
  const cache = { key: "teams", event: "FetchStarted", snapshot: "Pending", phase: "Fetching" }
  return {
    ...recording,
    events: [
      ...recording.events,
      { type: "ConnectivityChanged", seq: last.seq + 1, at, isOnline: false },
      { type: "CacheChanged", seq: last.seq + 2, at, ...cache, subscribers: 1, isOutdated: true },
      { type: "Redirected", seq: last.seq + 3, at, ...redirect },
      { type: "RedirectRefused", seq: last.seq + 4, at, ...redirect },
      { type: "StoreChanged", subscription: 0, seq: last.seq + 5, at, tokens: null }
    ]
  }
}

export type Path = ReadonlyArray<string | number>

/** Lists the paths of all values in a JSON value. */
export const pathsOf = (json: unknown, path: Path = []): ReadonlyArray<Path> =>
  Array.isArray(json)
    ? [path, ...json.flatMap((each, index) => pathsOf(each, [...path, index]))]
    : typeof json === "object" && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, each]) => pathsOf(each, [...path, key]))]
    : [path]

/** Returns a copy of a JSON value with another or a new value at a path; without it for `undefined`. */
export const replaceAt = (json: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(json)) {
    const next = replaceAt(json[Number(key)], rest, value)
    return next === undefined && rest.length === 0
      ? json.toSpliced(Number(key), 1)
      : json.with(Number(key), next)
  }
  // Sound: the path leads through arrays and objects.
  const fields = Object.entries(json as object)
  const known = fields.some(([name]) => name === key) ? fields : [...fields, [key, undefined] as const]
  return Object.fromEntries(known.flatMap(([name, each]) => {
    const next = name === key ? replaceAt(each, rest, value) : each
    return next === undefined ? [] : [[name, next]]
  }))
}

export const readAt = (json: unknown, path: Path): unknown =>
  // Sound: the path leads through arrays and objects.
  path.reduce((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], json)

/** Returns an array within arrays. `JSON.parse` accepts it, recursive functions do not. */
export const nest = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth))

/** A text that clears the screen, sets the title of a terminal, forges a line and reverses the text. */
export const escapes = "\u001b[2J\u001b]0;title\u0007\u009b31m\r\nforged\u202e\u0000\u2028\ud800"

/** The values that replace each part of a recording. */
export const replacements: Readonly<Record<string, unknown>> = {
  "no value": undefined,
  "null": null,
  "a boolean": true,
  "a string": "x",
  "an empty string": "",
  "a string with controls": escapes,
  "a key of the prototype": "__proto__",
  "a name of another call": "users.me.get",
  "zero": 0,
  "one": 1,
  "a negative number": -1,
  "a fraction": 1.5,
  "a huge number": 1e308,
  "a negative huge number": -1e308,
  "a large time": 8.64e15,
  "a safe integer": Number.MAX_SAFE_INTEGER,
  "an array": [],
  "an object": {},
  "an object with the key __proto__": JSON.parse("{\"__proto__\":{\"type\":\"x\"},\"constructor\":1,\"toJSON\":1}"),
  "100,000 levels": nest(100_000)
}
