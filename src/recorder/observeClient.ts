import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Caller, Provide } from "../call/Caller.ts"
import type { Client } from "../session/ClientService.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import { CurrentCause, getCause } from "./CurrentCause.ts"
import type { EventLog } from "./EventLog.ts"
import { type ObservedCall, type ObservedOperation, summarizeError } from "./RecorderEvent.ts"
import { type UseOperation, wrapCredentials, wrapSession } from "./wrapSession.ts"

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
    const observeUse: UseOperation = (effect, operation) => {
      const observed = observe(effect, { ...operation, detachedBy })
      return Effect.withFiber((fiber) => fiber.getRef(CurrentCause) === undefined ? observed : effect)
    }
    return { ...caller, provide, credentials: wrapCredentials(caller.credentials, observeUse) }
  }

  const observed: ClientSession = {
    ...wrapSession(session, observe, (caller) => observeCaller(caller, getCause())),
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
  const observeStates = session.onState((state, clockSkewMillis) =>
    push({ type: "StateChanged", state, clockSkewMillis })
  )
  const observeUses = session.foreignUse?.subscribe(({ at }) => push({ type: "ForeignUseFound", usedAt: at.getTime() }))
  return Effect.as(Scope.provide(Effect.andThen(observeStates, observeUses ?? Effect.void), scope), observedClient)
}
