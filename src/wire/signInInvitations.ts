/**
 * Inviting people to sign in: the request. Services since 2026.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { RedirectUrlNotWhitelisted, RequestSchemaError } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { success } from "./success.ts"

/**
 * The recipient of an invitation to sign in, and the page that its link leads to.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignInInvitation {
  readonly email: string
  /** The page of the app that the link leads to. It must be on one of the project's trusted domains. */
  readonly callbackUrl: string
}

/** @since 0.1.0 */
export const send = endpoint("signInInvitations.send", "POST", "/internal/send-sign-in-invitation", {
  level: "server",
  generation: "2026"
}, () => ({
  payload: struct({ email: Schema.String, callbackUrl: Schema.String }),
  success: success(),
  errors: [RedirectUrlNotWhitelisted, RequestSchemaError]
}))
