/** The project's webhooks, which Svix delivers for the service. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/webhooks.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link createSvixToken}. */
export type CreateSvixTokenError = ApiError

/**
 * Gets a token for the project's webhooks at Svix, including its portal. Endpoints, deliveries and signing secrets are
 * managed there.
 *
 * **Example** (Headers for Svix)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Webhooks } from "latchkey/admin"
 *
 * const headers = Effect.map(Webhooks.createSvixToken, (token) => ({ authorization: `Bearer ${Redacted.value(token)}` }))
 * ```
 */
export const createSvixToken: Effect.Effect<Redacted.Redacted<string>, CreateSvixTokenError, Admin> =
  /*#__PURE__*/ trace(
    "Webhooks.createSvixToken",
    /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.createSvixToken, { payload: {} }), ({ token }) => token)
  )
