import { CodedError } from "../platform/CodedError.ts"

/** The session storage cannot be reached. Respond with 503: the user may still be signed in. */
export class SessionStoreUnavailable extends CodedError("SessionStoreUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}
