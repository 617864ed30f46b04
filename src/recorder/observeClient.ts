/**
 * A client that records its calls and the use of its session.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Caller, Provide } from "../call/Caller.ts"
import type { CacheEvent, CacheEventState, Client } from "../session/Client.ts"
import type { Session } from "../session/Session.ts"
import { CurrentCause, getCause } from "./CurrentCause.ts"
import type { EventLog } from "./EventLog.ts"
import type { RecorderEventData, SessionOperation } from "./RecorderEvent.ts"

type Operation = Extract<RecorderEventData, { readonly type: "OperationStarted" }>

/**
 * Creates a client with the same behavior that records each call, each function of its session, and each state.
 *
 * @category constructors
 * @since 0.1.0
 */
export const observeClient = (
  { next, push }: EventLog,
  client: Client["Service"],
  scope: Scope.Scope
): Effect.Effect<Client["Service"]> => {
  const { session } = client
  /** The key of the entry whose fetch starts a call in the same step. */
  let fetching: string | undefined

  const observeCaller = (caller: Caller, detachedBy?: number): Caller => {
    const provide: Provide = (effect, endpoint, input, { credentials } = caller) => {
      const provided = caller.provide?.(effect) ?? effect
      if (endpoint === undefined) return provided
      return Effect.suspend(() => {
        const call = next()
        push({ type: "CallStarted", call, endpoint, input, credentials, cacheKey: fetching, detachedBy })
        fetching = undefined
        return withCause(provided, call, (exit) => push({ type: "CallEnded", call, exit }))
      })
    }
    // Calls read the tokens too, and are recorded themselves.
    const observe = <A, E>(
      name: SessionOperation,
      effect: Effect.Effect<A, E>,
      accessToken?: Operation["accessToken"]
    ): Effect.Effect<A, E> =>
      Effect.suspend(() => getCause() === undefined ? operate(name, () => effect, { accessToken, detachedBy }) : effect)
    const { currentTokens, expire, storedTokens, tokens } = caller.credentials
    return {
      ...caller,
      provide,
      credentials: {
        tokens: observe("tokens", tokens),
        storedTokens: observe("storedTokens", storedTokens),
        currentTokens: observe("currentTokens", currentTokens),
        expire: (token) => observe("expire", expire(token), token)
      }
    }
  }

  const operate = <A, E>(
    name: SessionOperation,
    effect: (call: number) => Effect.Effect<A, E>,
    details: Partial<Operation> = {},
    replaced?: ReadonlyArray<boolean>
  ): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const call = next()
      push({ ...details, type: "OperationStarted", call, name })
      return withCause(effect(call), call, (exit) => push({ type: "OperationEnded", call, name, exit, replaced }))
    })

  const observed: Session = {
    ...session,
    state: operate("state", () => session.state),
    getTokens: (validity, validityAlone) =>
      operate("getTokens", () => session.getTokens(validity, validityAlone), { validities: [validity, validityAlone] }),
    signIn: (tokens, mayReplace) =>
      Effect.suspend(() => {
        const replaced: Array<boolean> = []
        const recordAnswer: typeof mayReplace = mayReplace && ((stored) => {
          const result = mayReplace(stored)
          replaced.push(result)
          return result
        })
        return operate("signIn", () => session.signIn(tokens, recordAnswer), { tokens }, replaced)
      }),
    end: (tokens) => operate("end", () => session.end(tokens), { tokens }),
    detach: operate("detach", (call) => Effect.map(session.detach, (caller) => caller && observeCaller(caller, call))),
    subscribe: (listener) =>
      Effect.suspend(() => {
        const subscription = next()
        return Effect.acquireRelease(
          Effect.sync(() => push({ type: "Subscribed", subscription })),
          () => Effect.sync(() => push({ type: "Unsubscribed", subscription }))
        ).pipe(Effect.andThen(session.subscribe(listener)))
      })
  }

  const observedClient = {
    ...client,
    session: observed,
    caller: observeCaller(client.caller),
    onCacheEvent: (key: string, event: CacheEvent, { isOutdated, phase, snapshot, subscribers }: CacheEventState) => {
      push({
        type: "CacheChanged",
        key,
        event: event._tag,
        snapshot: snapshot._tag,
        phase,
        subscribers,
        isOutdated
      })
      fetching = event._tag === "FetchStarted" ? key : undefined
    }
  }
  const onState: Parameters<Session["onState"]>[0] = (state, clockSkewMillis) => {
    push({ type: "StateChanged", state, clockSkewMillis })
  }
  return Effect.as(Scope.provide(session.onState(onState), scope), observedClient)
}

/** Runs an effect as part of a call or session operation. */
const withCause = <A, E>(
  effect: Effect.Effect<A, E>,
  call: number,
  onEnd: (exit: Exit.Exit<A, E>) => void
): Effect.Effect<A, E> =>
  Effect.withFiber((fiber) => {
    const { context } = fiber
    fiber.setContext(Context.add(context, CurrentCause, call))
    return Effect.onExit(effect, (exit) => {
      fiber.setContext(context)
      onEnd(exit)
      return Effect.void
    })
  })
