/**
 * Counters for a client and for request authentication, which the program's metrics exporter reads.
 *
 * **Example** (A client with metrics)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Browser, Client } from "latchkey"
 * import { Metrics } from "latchkey/metrics"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId }).pipe(
 *   Layer.provide(Metrics.layer),
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { RetryPolicy } from "../call/RetryPolicy.ts"
import { AuthenticationListener } from "../server/AuthenticationListener.ts"
import { type Client, ClientDecorator } from "../session/ClientService.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { isSame } from "../session/Tokens.ts"

type Counter = Metric.Counter<number>

/**
 * The requests for a new access token: `latchkey_token_refreshes`. The attribute `level` is `client` or `server`. The attribute
 * `result` is `renewed`, `ended` if the session has ended, `failed` without an answer about the session, or `interrupted`.
 */
export const tokenRefreshes: Counter = /*#__PURE__*/ Metric.counter("latchkey_token_refreshes", {
  description: "Requests for a new access token",
  incremental: true
})

/** The retries: `latchkey_retries`. The attribute `reason` is the failure's tag. */
export const retries: Counter = /*#__PURE__*/ Metric.counter("latchkey_retries", {
  description: "Retries of requests to the service",
  incremental: true
})

/**
 * Lookups in a project's public keys, one for each verified access token: `latchkey_key_lookups`. The attribute `result` is
 * `hit` for a cached key, and `miss` if the lookup waited for the service or found no key.
 */
export const keyLookups: Counter = /*#__PURE__*/ Metric.counter("latchkey_key_lookups", {
  description: "Lookups of public keys for access tokens",
  incremental: true
})

/** Returns a refresh's result by the state after it. */
const resultOf = (refreshing: SessionState, next: SessionState): string => {
  if (next._tag === "Stale") return "failed"
  if (next._tag === "SignedOut") return "ended"
  return isSame(tokensOf(refreshing), tokensOf(next)) ? "interrupted" : "renewed"
}

/**
 * Layer that counts for the client or the authentication to which it is provided.
 *
 * **Details**
 *
 * A retry is counted when the policy allows it, before its delay. A sign-out during a refresh counts as a refresh that has
 * ended. Without this layer, no module for metrics is in a bundle.
 *
 * **Gotchas**
 *
 * A `Recorder` replaces this layer's hook. Build the metrics over it:
 * `Metrics.layer.pipe(Layer.provideMerge(Recorder.layer()))`.
 */
export const layer: Layer.Layer<never> = /*#__PURE__*/ Layer.effectContext(
  /*#__PURE__*/ Effect.gen(function*() {
    const context = yield* Effect.context<Scope.Scope>()
    const count = (counter: Counter, attributes: Record<string, string>) =>
      Metric.withAttributes(counter, attributes).updateUnsafe(1, context)
    const decorate = yield* ClientDecorator
    const scope = yield* Scope.Scope

    const countRefreshes = (client: Client["Service"]) => {
      let last: SessionState | undefined
      const listener = (state: SessionState) => {
        if (last?._tag === "Refreshing") count(tokenRefreshes, { level: "client", result: resultOf(last, state) })
        last = state
      }
      return Effect.as(Scope.provide(client.session.onState(listener), scope), client)
    }

    return Context.make(ClientDecorator, (client) => Effect.flatMap(decorate(client), countRefreshes)).pipe(
      Context.add(
        RetryPolicy,
        Schedule.tap(yield* RetryPolicy, ({ input }) => Effect.sync(() => count(retries, { reason: input._tag })))
      ),
      Context.add(AuthenticationListener, (event) =>
        event._tag === "KeyLookedUp"
          ? count(keyLookups, { result: event.isCached ? "hit" : "miss" })
          : count(tokenRefreshes, { level: "server", result: event.result }))
    )
  })
)
