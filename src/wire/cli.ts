/** The endpoints for the command-line login, which the user confirms in a browser. */
import type * as Redacted from "effect/Redacted"
import { type Codec, dateFromString, finite, literal, optional, secret, union } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { InvalidPollingCodeError, RequestSchemaError } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/** A command-line login that was started. */
export interface CliAttempt {
  /** The secret with which the command line polls for the result. Keep it in the program. */
  readonly pollingCode: Redacted.Redacted<string>
  /** The code that the confirmation page needs. The URL that the user opens contains it. */
  readonly loginCode: Redacted.Redacted<string>
  readonly expiresAt: Date
}

export const CliAttempt: Codec<CliAttempt> = /*#__PURE__*/ struct(() => ({
  pollingCode: secret,
  loginCode: secret,
  expiresAt: dateFromString
}))

/**
 * A command-line login's status.
 *
 * - `waiting`: the user has not confirmed yet.
 * - `success`: the user has confirmed, and the refresh token is included. The service returns it once.
 * - `used`: the refresh token was already returned.
 * - `expired`: the login was not confirmed in time.
 */
export type CliStatus =
  | { readonly status: "waiting" | "used" | "expired" }
  | { readonly status: "success"; readonly refreshToken: Redacted.Redacted<string> }

export const CliStatus: Codec<CliStatus> = /*#__PURE__*/ union(() => [
  struct({ status: literal("success"), refreshToken: secret }),
  struct({ status: literal("waiting", "used", "expired") })
])

export const initiate = endpoint("cli.initiate", "POST", "/auth/cli", { addedFields: ["anon_refresh_token"] }, () => ({
  payload: struct({
    expiresInMillis: optional(finite),
    anonRefreshToken: optional(secret)
  }),
  success: CliAttempt,
  errors: [RequestSchemaError]
}))

export const poll = endpoint("cli.poll", "POST", "/auth/cli/poll", {}, () => ({
  payload: struct({ pollingCode: secret }),
  success: CliStatus,
  otherStatus: { status: 201, appliesTo: ({ status }: CliStatus) => status === "success" },
  errors: [InvalidPollingCodeError, RequestSchemaError]
}))

export const complete = endpoint("cli.complete", "POST", "/auth/cli/complete", {
  addedFields: ["mode"],
  omittableFields: ["refresh_token"]
}, () => ({
  payload: struct({
    loginCode: secret,
    refreshToken: optional(secret),
    mode: optional(literal("complete"))
  }),
  errors: [RequestSchemaError]
}))

export const check = endpoint("cli.check", "POST", "/auth/cli/complete", { generation: "2026" }, () => ({
  payload: struct({ loginCode: secret, mode: literal("check") }),
  success: struct({ cliSessionState: literal("anonymous", "none") }),
  errors: [RequestSchemaError]
}))

export const claim = endpoint("cli.claim", "POST", "/auth/cli/complete", { generation: "2026" }, () => ({
  payload: struct({ loginCode: secret, mode: literal("claim-anon-session") }),
  success: struct({ accessToken: secret, refreshToken: secret }),
  errors: [RequestSchemaError]
}))
