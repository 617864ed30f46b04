import { CodedError } from "../platform/CodedError.ts"

/** A request to an origin that does not get the user's token. Add it to the option that lists the origins. */
export class OriginNotAllowed extends CodedError("OriginNotAllowed")<{
  readonly message: string
  readonly origin: string
}> {}
