/** The error for a sign-in that is too old for a sensitive action. */
import { CodedError } from "../platform/CodedError.ts"

/**
 * The user signed in too long ago for a sensitive action, and must sign in again. Status 401, as
 * `insufficient_user_authentication` in RFC 9470 § 3.
 */
export class RecentSignInRequired extends CodedError("RecentSignInRequired")<{
  readonly message: string
  /** The longest time since the sign-in, in seconds. */
  readonly maxAge: number
  /** `"second"` if the sign-in must include a second factor. */
  readonly factor: "second" | undefined
  /** The text for the client with the reason for an unknown sign-in time. It is absent if the sign-in is too old. */
  readonly detail?: string | undefined
}> {}
