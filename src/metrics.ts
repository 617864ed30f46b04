/**
 * Counters for a client and for request authentication.
 *
 * **Example** (A server with metrics)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Metrics } from "latchkey/metrics"
 * import { Authentication } from "latchkey/server"
 *
 * const layer = Authentication.layerConfig().pipe(Layer.provide(Metrics.layer))
 * ```
 */
export * as Metrics from "./metrics/Metrics.ts"
