/** A call that has not been sent. */
import type { Any } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"
import type { Caller } from "./Caller.ts"
import type { CallSession } from "./CallSession.ts"
import type { RequestTokens } from "./headers.ts"
import type { AnyInput, Prepared } from "./prepare.ts"

/** A prepared call, and the sessions it acts for. */
export interface RequestContext {
  readonly caller: Caller
  readonly endpoint: Any
  readonly input: AnyInput
  readonly prepared: Prepared
  /** The user's session; `undefined` if the request does not carry its tokens. */
  readonly user: CallSession | undefined
  /** The project owner's session, if its access token replaces the keys. */
  readonly owner: CallSession | undefined
  /** The number of attempts in the call so far, including those with other tokens. */
  readonly attempts: { count: number }
}

/**
 * Creates the error for a call that requires a user and has no tokens, so that no request is needed. Returns `undefined` for
 * every other call, and for endpoints that declare no such error.
 */
export const makeNotSignedIn = (
  { endpoint: { errors, session }, user }: RequestContext,
  tokens: RequestTokens | undefined
): KnownError | undefined => {
  if (tokens !== undefined || user === undefined || session === "optional") return undefined
  const error = errors.find(({ tag }) => tag === "CannotGetOwnUserWithoutUser") ??
    errors.find(({ tag }) => tag === "UserAuthenticationRequired")
  return error && new error({ message: "No user is signed in", details: {} })
}
