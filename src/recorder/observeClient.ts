/** A client that records its calls and the use of its session. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Caller, Provide } from "../call/Caller.ts"
import type { Client } from "../session/ClientService.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import { CurrentCause, getCause } from "./CurrentCause.ts"
import { summarizeError } from "./ErrorSummary.ts"
import type { EventLog } from "./EventLog.ts"
import type { ObservedCall, ObservedOperation } from "./RecorderEvent.ts"

/** Creates a client with the same behavior that records each call, each session function, and each state. */
export const observeClient = (
  { next, push }: EventLog,
  client: Client["Service"],
  scope: Scope.Scope
): Effect.Effect<Client["Service"]> => {
  const { session } = client

  /** Records an effect as a call or session operation, which causes everything in it. */
  const observe = <A, E>(effect: Effect.Effect<A, E>, work: ObservedCall | ObservedOperation): Effect.Effect<A, E> =>
    Effect.withFiber((fiber) => {
      const { context } = fiber
      const call = next()
      push({ type: "Started", call, work })
      fiber.setContext(Context.add(context, CurrentCause, call))
      return Effect.onExitPrimitive(effect, (exit) => {
        fiber.setContext(context)
        const kept = Exit.isSuccess(exit)
          ? "endpoint" in work ? Exit.void : Exit.succeed(exit.value)
          : Exit.mapError(exit, summarizeError)
        push({ type: "Ended", call, work, exit: kept })
        return undefined
      })
    })

  const observeCaller = (caller: Caller, detachedBy?: number): Caller => {
    const provide: Provide = (effect, endpoint, input, { credentials } = caller) => {
      const observed = endpoint ? observe(effect, { endpoint, input, credentials, detachedBy }) : effect
      return caller.provide?.(observed) ?? observed
    }
    // Calls read the tokens too, and are recorded themselves.
    const observeUse = <A, E>(
      name: ObservedOperation["name"],
      effect: Effect.Effect<A, E>,
      accessToken?: ObservedOperation["accessToken"]
    ): Effect.Effect<A, E> => {
      const observed = observe(effect, { name, accessToken, detachedBy })
      return Effect.withFiber((fiber) => fiber.getRef(CurrentCause) === undefined ? observed : effect)
    }
    const { credentials } = caller
    return {
      ...caller,
      provide,
      credentials: {
        tokens: observeUse("tokens", credentials.tokens),
        storedTokens: observeUse("storedTokens", credentials.storedTokens),
        currentTokens: observeUse("currentTokens", credentials.currentTokens),
        expire: (token) => observeUse("expire", credentials.expire(token), token),
        // Runs in a call, which is its cause.
        settle: credentials.settle
      }
    }
  }

  const observed: ClientSession = {
    ...session,
    state: observe(session.state, { name: "state" }),
    getTokens: (validity, validityAlone, maxAge) =>
      observe(session.getTokens(validity, validityAlone, maxAge), {
        name: "getTokens",
        validities: [validity, validityAlone, maxAge]
      }),
    refresh: observe(session.refresh, { name: "refresh" }),
    signIn: (tokens, mayReplace) =>
      Effect.suspend(() => {
        const replaced: Array<boolean> = []
        const recordAnswer: typeof mayReplace = mayReplace && ((stored) => {
          const result = mayReplace(stored)
          // A store may compute a change several times. The last one counts.
          replaced[0] = result
          return result
        })
        return observe(session.signIn(tokens, recordAnswer), { name: "signIn", tokens, replaced })
      }),
    end: (tokens) => observe(session.end(tokens), { name: "end", tokens }),
    detach: observe(
      Effect.map(session.detach, (caller) => caller && observeCaller(caller, getCause())),
      { name: "detach" }
    ),
    subscribe: (listener) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() => {
            const subscription = next()
            push({ type: "Subscribed", subscription })
            return subscription
          }),
          (subscription) => Effect.sync(() => push({ type: "Unsubscribed", subscription }))
        ),
        session.subscribe(listener)
      )
  }

  const observedClient: Client["Service"] = {
    ...client,
    session: observed,
    caller: observeCaller(client.caller),
    onCacheEvent: (key, event, { isOutdated, phase, snapshot, subscribers }) =>
      push({ type: "CacheChanged", key, event: event._tag, snapshot: snapshot._tag, phase, subscribers, isOutdated })
  }
  return Effect.as(
    Scope.provide(
      session.onState((state, clockSkewMillis) => push({ type: "StateChanged", state, clockSkewMillis })),
      scope
    ),
    observedClient
  )
}
