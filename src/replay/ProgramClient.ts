/** A replayed client whose calls the program under test makes. Each call waits until the replay reaches its recorded start. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Caller, Provide } from "../call/Caller.ts"
import { CurrentCause, getCause } from "../recorder/CurrentCause.ts"
import { samePseudonyms } from "../recorder/Pseudonyms.ts"
import type { SessionOperation } from "../recorder/RecorderEvent.ts"
import { recordInput } from "../recorder/recordEvent.ts"
import type { RecordedEvent } from "../recorder/Recording.ts"
import type { Client } from "../session/ClientService.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import { describeEvent } from "./describeEvent.ts"
import type { Mismatch } from "./Difference.ts"
import type { ReplayClient, ReplayParts } from "./ReplayClient.ts"
import { restoreSession } from "./restoreSession.ts"

type StartEvent = Extract<RecordedEvent, { readonly type: "CallStarted" | "OperationStarted" }>

/** A call or session operation that waits for its recorded start. */
interface Pending {
  /** The endpoint's id, or the name of the operation. */
  readonly name: string
  readonly description: string
  /** The input as JSON. */
  readonly input: string | undefined
  readonly resume: (start: Effect.Effect<number>) => void
}

/** A replayed client of a program. */
export interface ProgramClient extends ReplayClient {
  /** Returns a client whose calls wait. */
  readonly decorate: (client: Client["Service"]) => Client["Service"]
  /** The program makes no more calls. */
  readonly setDone: () => void
  /** Ends all waiting calls with the defect of their descriptions, also later ones. */
  readonly fail: (makeDefect: (description: string) => unknown) => void
}

/** The time that a program gets to start a call while others wait. */
const idleTimeout = "1 second"

/**
 * Creates a program's client. `inner` is the client without waiting, and `context` has the services of the replay.
 */
export const makeProgramClient = (
  { host, time, tokenText }: ReplayParts,
  context: Context.Context<never>,
  inner: () => Client["Service"]
): ProgramClient => {
  const pending = new Set<Pending>()
  const exits = new Map<number, Exit.Exit<unknown, unknown>>()
  const subscriptions = new Map<number, Scope.Closeable>()
  const listeners = new Set<() => void>()
  let isDone = false
  let failWith: ((description: string) => unknown) | undefined
  const run = Effect.runForkWith(context)

  const notify = () => {
    // A copy: a listener may add itself again immediately.
    const current = Array.from(listeners)
    for (const listener of current) listener()
  }
  /** Waits until the program starts or ends a call. */
  const next = Effect.callback<void>((resume) => {
    const listener = () => {
      listeners.delete(listener)
      resume(Effect.void)
    }
    listeners.add(listener)
    return Effect.sync(() => listeners.delete(listener))
  })

  const wait = <A, E>(start: Omit<Pending, "resume">, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.callback<number>((resume) => {
      if (failWith !== undefined) return resume(Effect.die(failWith(start.description)))
      const entry: Pending = {
        ...start,
        resume: (start) => {
          pending.delete(entry)
          resume(start)
        }
      }
      pending.add(entry)
      notify()
      return Effect.sync(() => pending.delete(entry))
    }).pipe(
      Effect.flatMap((call) =>
        Effect.onExit(Effect.provideService(effect, CurrentCause, call), (exit) =>
          Effect.sync(() => {
            exits.set(call, exit)
            notify()
          }))
      )
    )

  const operate = <A, E>(name: SessionOperation, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() =>
      // Calls use the session too, and have their own start.
      getCause() === undefined ? wait({ name, description: `session.${name}`, input: undefined }, effect) : effect
    )

  const waitCaller = (caller: Caller): Caller => {
    const provide: Provide = (effect, endpoint, input) => {
      const provided = caller.provide?.(effect) ?? effect
      if (endpoint === undefined) return provided
      const json = recordInput({ ...samePseudonyms, text: tokenText.collapse }, endpoint, input)
      return wait({ name: endpoint.id, description: `call ${endpoint.id}`, input: JSON.stringify(json) }, provided)
    }
    const { currentTokens, expire, settle, storedTokens, tokens } = caller.credentials
    return {
      ...caller,
      provide,
      credentials: {
        tokens: operate("tokens", tokens),
        storedTokens: operate("storedTokens", storedTokens),
        currentTokens: operate("currentTokens", currentTokens),
        expire: (token) => operate("expire", expire(token)),
        settle
      }
    }
  }

  const waitSession = (session: ClientSession): ClientSession => ({
    ...session,
    state: operate("state", session.state),
    getTokens: (validity, validityAlone, maxAge) =>
      operate("getTokens", session.getTokens(validity, validityAlone, maxAge)),
    refresh: operate("refresh", session.refresh),
    signIn: (tokens, mayReplace) => operate("signIn", session.signIn(tokens, mayReplace)),
    end: (tokens) => operate("end", session.end(tokens)),
    detach: operate("detach", Effect.map(session.detach, (caller) => caller && waitCaller(caller)))
  })

  /** Waits until a condition holds, or the program is done, or it has started no call for `idleTimeout`. */
  const waitUntil = (holds: () => boolean): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      if (holds() || isDone) return Effect.succeed(holds())
      return pending.size === 0
        ? Effect.andThen(next, waitUntil(holds))
        : Effect.flatMap(
          Effect.timeoutOption(next, idleTimeout),
          (found) => found._tag === "None" ? Effect.sync(holds) : waitUntil(holds)
        )
    })

  const start = (event: StartEvent): Effect.Effect<boolean, Mismatch> => {
    const name = event.type === "CallStarted" ? event.endpoint : event.name
    const input = event.type === "CallStarted" ? JSON.stringify(event.input) : undefined
    const same = () => [...pending].filter((each) => each.name === name)
    const find = () => same().find((each) => each.input === input)
    return Effect.flatMap(
      waitUntil(() => {
        // The program may sleep between two calls.
        while (find() === undefined && time.fireOwn(undefined));
        return find() !== undefined
      }),
      () => {
        const found = find() ?? same()[0]
        found?.resume(Effect.succeed(event.call))
        if (found !== undefined) return Effect.succeed(true)
        const [other] = pending
        return Effect.fail({ expected: describeEvent(event), actual: other?.description })
      }
    )
  }

  return {
    isProgram: true,
    decorate: (client) => ({ ...client, session: waitSession(client.session), caller: waitCaller(client.caller) }),
    setDone: () => {
      isDone = true
      notify()
    },
    fail: (makeDefect) => {
      failWith = makeDefect
      for (const each of pending) each.resume(Effect.die(makeDefect(each.description)))
    },
    restore: (tokens, clockSkewMillis) => run(restoreSession(inner().session, tokens, clockSkewMillis)),
    startCall: start,
    startOperation: start,
    subscribe: (subscription, storeSubscription) => {
      const scope = Scope.makeUnsafe()
      subscriptions.set(subscription, scope)
      host.expectSubscription(storeSubscription)
      run(Scope.provide(inner().session.subscribe(() => {}), scope))
    },
    unsubscribe: (subscription) => {
      const scope = subscriptions.get(subscription)
      if (scope !== undefined) run(Scope.close(scope, Exit.void))
    },
    interrupt: (call) => Effect.asVoid(waitUntil(() => exits.has(call))),
    exitOf: (call) => exits.get(call)
  }
}
