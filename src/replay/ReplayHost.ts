/** A replayed client's host. Its transport, token store and locks wait for the recorded end of their work. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "../call/Transport.ts"
import { Connectivity } from "../platform/Connectivity.ts"
import { Locks } from "../platform/Locks.ts"
import { getCause } from "../recorder/CurrentCause.ts"
import type { RecordedResponse } from "../recorder/Recording.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { TokenText } from "./TokenText.ts"

/** The client's work that waits for the replay. */
export interface Waiting<A> {
  readonly kind: "read" | "write" | "lock" | "request"
  readonly cause: number | undefined
  /** The event's index after which the work started. */
  readonly position: number
  /** The request, if the work is one. */
  readonly sent?: TransportRequest
  /** The change to the token store, if the work is a write. */
  readonly change?: (tokens: Tokens | undefined) => Tokens | undefined
  readonly finish: (exit: Exit.Exit<A, TransportFailure>) => void
}

/** A replayed client's host. */
export type ReplayHost = ReturnType<typeof makeReplayHost>

/** A subscription to the store. A slow store may need time for it. */
interface Subscription {
  readonly number: number | undefined
  readonly listener?: (tokens: Tokens | undefined) => void
  start?: (() => void) | undefined
}

/** Creates a host without waiting work. Calls `onWait` for new work, which starts at the replay's position. */
export const makeReplayHost = (getPosition: () => number, onWait: (work: Waiting<any>) => void) => {
  // `any`, because the results differ by kind.
  const waiting = new Set<Waiting<any>>()
  let expected: Subscription | undefined
  const subscriptions = new Set<Subscription>()
  const onlineListeners = new Set<() => void>()
  let isOnline: boolean | undefined
  let failure: Exit.Exit<never> | undefined

  const wait = <A>(
    work: Pick<Waiting<A>, "kind" | "sent" | "change">
  ): Effect.Effect<A, TransportFailure> =>
    Effect.callback((resume) => {
      if (failure !== undefined) return resume(failure)
      const entry: Waiting<A> = {
        ...work,
        cause: getCause(),
        position: getPosition(),
        finish: (exit) => {
          waiting.delete(entry)
          resume(exit)
        }
      }
      waiting.add(entry)
      onWait(entry)
      return Effect.sync(() => waiting.delete(entry))
    })
  // Sound: the replay finishes reads, writes and locks only with a success.
  const waitForHost = <A>(work: Pick<Waiting<A>, "kind" | "change">) => wait<A>(work) as Effect.Effect<A>

  const store: TokenStore["Service"] = {
    get: waitForHost<Tokens | undefined>({ kind: "read" }),
    modify: (change) => waitForHost<Tokens | undefined>({ kind: "write", change }),
    subscribe: (listener) =>
      Effect.suspend(() => {
        const subscription = expected
        expected = undefined
        if (subscription === undefined) return Effect.void
        return Effect.andThen(
          Effect.acquireRelease(
            Effect.sync(() => subscriptions.add(Object.assign(subscription, { listener }))),
            () => Effect.sync(() => subscriptions.delete(subscription))
          ),
          Effect.callback<void>((resume) => {
            subscription.start = () => {
              subscription.start = undefined
              resume(Effect.void)
            }
          })
        )
      })
  }

  /** The services in which the client runs, except its clock. */
  const services: Context.Context<never> = Context.make(
    Transport,
    (sent) => wait<TransportResponse>({ kind: "request", sent })
  ).pipe(
    Context.add(Locks, (_, effect) => Effect.andThen(waitForHost<void>({ kind: "lock" }), effect)),
    Context.add(Connectivity, {
      isOnline: () => isOnline,
      subscribe: (listener) => {
        const entry = () => listener()
        onlineListeners.add(entry)
        return () => onlineListeners.delete(entry)
      }
    }),
    // Retry delays vary by a factor from 0.5 to 1.5, which a recording does not contain. A replay has the factor 1.
    Context.add(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 })
  )

  return {
    store,
    services,
    /** All waiting work, oldest first. */
    waiting,
    /** Sets the number for the next subscription to the store. It waits for `startSubscription`. */
    expectSubscription: (number: number | undefined) => expected = { number },
    /** Starts a waiting subscription, or the oldest one. Returns `true` if there was one. */
    startSubscription: (number?: number): boolean => {
      const found = [...subscriptions].find((each) => each.start && (number === undefined || each.number === number))
      found?.start?.()
      return found !== undefined
    },
    notify: (number: number, tokens: Tokens | undefined) =>
      subscriptions.forEach((each) => {
        if (each.number === number) each.listener?.(tokens)
      }),
    /** Ends all work with a defect, also later work. */
    fail: (defect: unknown) => {
      failure = Exit.die(defect)
      for (const work of waiting) work.finish(failure)
    },
    setOnline: (next: boolean | undefined) => {
      if (next === isOnline) return
      isOnline = next
      onlineListeners.forEach((listener) => listener())
    }
  }
}

/** Content for bodies that a recording does not contain. */
const bodies = { cut: "{", html: "<!doctype html><title>Not the service</title>", text: "Not the service", empty: "" }

/** Creates a request's outcome from a recorded response; `undefined` if the client aborted it. */
export const makeResponse = (
  { expand }: TokenText,
  recorded: RecordedResponse | null,
  failure: "lost" | "tooLarge" | "aborted" | undefined
): Exit.Exit<TransportResponse, TransportFailure> | undefined => {
  if (recorded === null) {
    return failure === "aborted"
      ? undefined
      : Exit.fail(new TransportFailure({ message: "The response was lost", tooLarge: failure === "tooLarge" }))
  }
  const { body, headers, kind, status } = recorded
  const content = kind !== "json"
    ? bodies[kind]
    : typeof body === "string" && headers["content-type"] === "text/plain"
    ? body
    : JSON.stringify(expand(body))
  return Exit.succeed({ status, header: (name) => headers[name], body: content })
}
