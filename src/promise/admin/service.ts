/** `admin.metrics` and `admin.webhooks`. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Admin } from "../../admin/AdminService.ts"
import * as Metrics from "../../admin/Metrics.ts"
import * as Webhooks from "../../admin/Webhooks.ts"
import type { Call, CallOptions } from "../Result.ts"
import { withNames } from "../withNames.ts"

/** Statistics about the project's users. */
export interface AdminMetrics {
  /** Gets the current statistics. Days are in UTC, and the last one is today. */
  readonly get: (options?: CallOptions) => Call<Metrics.Metrics, Metrics.GetError>
}

/** @internal */
export const metrics = /*#__PURE__*/ withNames<AdminMetrics, Admin>({
  get: () => Metrics.get
}, {})

/** The project's webhooks, which Svix delivers. */
export interface AdminWebhooks {
  /** Returns a token for the project's webhooks at Svix, where endpoints and signing secrets are managed. */
  readonly createSvixToken: (options?: CallOptions) => Call<string, Webhooks.CreateSvixTokenError>
}

/** @internal */
export const webhooks = /*#__PURE__*/ withNames<AdminWebhooks, Admin>({
  createSvixToken: () => Effect.map(Webhooks.createSvixToken, (token) => Redacted.value(token))
}, {})
