import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Cache } from "../../src/cache/Cache.ts"
import { Cookies } from "../../src/platform/Cookies.ts"
import { Recorder } from "../../src/recorder/Recorder.ts"
import type { Recording } from "../../src/recorder/Recording.ts"
import { getUserId } from "../../src/session/AccessToken.ts"
import { Client } from "../../src/session/Client.ts"
import { tokensOf } from "../../src/session/SessionState.ts"
import type { Auth } from "../Auth.ts"
import {
  type EntrySummary,
  type PermissionSummary,
  readCachedUserId,
  summarizeEntries,
  summarizePermissions
} from "./model/CacheSummary.ts"
import { type CookieList, summarizeCookies } from "./model/CookieSummary.ts"
import { addState, type SessionSummary, summarizeRecording, unknownSession } from "./model/SessionSummary.ts"
import { makeTimeline, type Row } from "./model/Timeline.ts"

/** The panel's data at one moment. */
export interface Snapshot {
  /** The device's clock, in milliseconds since 1970. */
  readonly now: number
  /** `undefined` without a recorder, and until the first export. */
  readonly recording: Recording | undefined
  readonly rows: ReadonlyArray<Row>
  readonly session: SessionSummary
  readonly entries: ReadonlyArray<EntrySummary>
  readonly permissions: PermissionSummary
  readonly cookies: CookieList
  readonly isOnline: boolean
}

/** The panel's data, and its actions. */
export interface Source {
  readonly apiUrl: string
  readonly projectId: string
  readonly hasRecorder: boolean
  readonly get: () => Snapshot
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the data until the returned function is called. */
  readonly start: () => () => void
  /** Returns the recording up to now, or `undefined` if it is not available. */
  readonly exportRecording: () => Promise<Recording | undefined>
  readonly clearRecording: () => void
  readonly refetch: (key: string) => void
  readonly invalidate: (key: string) => void
  /** Returns the signed-in user's id, or `undefined` if neither the access token nor the cache contains it. */
  readonly readUserId: () => Promise<string | undefined>
}

/** The time between two looks for changes, in milliseconds. */
const tickMillis = 250

const initial: Snapshot = {
  now: 0,
  recording: undefined,
  rows: [],
  session: unknownSession,
  entries: [],
  permissions: { project: undefined, teams: undefined },
  cookies: { own: [], others: { count: 0, size: 0 } },
  isOnline: true
}

/** Creates a provider's source. It reads nothing before it starts. */
export const makeSource = ({ cache, runtime }: Pick<Auth, "cache" | "runtime">): Source => {
  const context = runtime.runSync(Effect.context<Cache | Client | Cookies>())
  const client = Context.get(context, Client)
  const recorder = Option.getOrUndefined(Context.getOption(context, Recorder))
  const { apiUrl, projectId } = client.caller.connection
  const listeners = new Set<() => void>()
  const entries = cache.entries ?? new Map()
  let snapshot = initial

  const read = Effect.gen(function*() {
    let isDirty = true
    let { recording, rows, session } = snapshot
    if (recorder === undefined) {
      yield* client.session.subscribe((state) => {
        const { clockSkewMillis, now } = Effect.runSync(
          Effect.all({ clockSkewMillis: client.session.clockSkewMillis, now: Clock.currentTimeMillis })
        )
        session = addState(session, state, now, clockSkewMillis)
        isDirty = true
      })
    } else {
      yield* recorder.subscribe(() => {
        isDirty = true
      })
    }
    let second = -1
    while (true) {
      const now = yield* Clock.currentTimeMillis
      if (isDirty || Math.floor(now / 1000) !== second) {
        second = Math.floor(now / 1000)
        if (isDirty && recorder !== undefined) {
          isDirty = false
          const exported = yield* Effect.option(recorder.export)
          if (Option.isSome(exported)) {
            recording = exported.value
            rows = makeTimeline(recording)
            session = summarizeRecording(recording)
          }
        }
        isDirty = false
        const cookies = yield* Context.get(context, Cookies).all
        snapshot = {
          now,
          recording,
          rows,
          session,
          entries: summarizeEntries(entries),
          permissions: summarizePermissions(entries),
          cookies: summarizeCookies(cookies, location.protocol === "https:"),
          isOnline: cache.isOnline.getSnapshot()
        }
        listeners.forEach((listener) => listener())
      }
      yield* Effect.sleep(tickMillis)
    }
  })

  return {
    apiUrl,
    projectId,
    hasRecorder: recorder !== undefined,
    get: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      const fiber = runtime.runFork(Effect.scoped(read))
      return () => fiber.interruptUnsafe()
    },
    exportRecording: () =>
      recorder === undefined
        ? Promise.resolve(undefined)
        : runtime.runPromise(Effect.map(Effect.option(recorder.export), Option.getOrUndefined)),
    clearRecording: () => {
      if (recorder !== undefined) runtime.runSync(recorder.clear)
    },
    refetch: (key) => entries.get(key)?.request(),
    invalidate: (key) => entries.get(key)?.invalidate(),
    readUserId: () =>
      runtime.runPromise(Effect.map(
        client.session.state,
        // The session drops a rejected access token, but the user is still in the cache.
        (state) => getUserId(tokensOf(state)) ?? readCachedUserId(entries)
      ))
  }
}
