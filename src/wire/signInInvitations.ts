/**
 * The endpoint that invites a person to sign in.
 *
 * @generation 2026
 */
import { string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { RedirectUrlNotWhitelisted, RequestSchemaError } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/** An invitation to sign in. */
export interface SignInInvitation {
  readonly email: string
  /** The page of the app that the link opens. It must be on a trusted domain of the project. */
  readonly callbackUrl: string
}

export const send = endpoint("signInInvitations.send", "POST", "/internal/send-sign-in-invitation", {
  level: "server",
  generation: "2026"
}, () => ({
  payload: struct({ email: string, callbackUrl: string }),
  errors: [RedirectUrlNotWhitelisted, RequestSchemaError]
}))
