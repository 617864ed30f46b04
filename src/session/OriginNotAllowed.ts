import { CodedError } from "../platform/CodedError.ts"
import { parse } from "../platform/urlParameters.ts"

/** A request to an origin that does not get the user's token. Add it to the option that lists the origins. */
export class OriginNotAllowed extends CodedError("OriginNotAllowed")<{
  readonly message: string
  readonly origin: string
}> {}

/**
 * Returns the error for an origin that a list does not contain, and otherwise `undefined`. An origin in the list may end with a
 * slash. No list contains a request without an origin.
 *
 * @internal
 */
export const findRefusal = (
  sender: string,
  origins: ReadonlyArray<string>,
  origin: string | undefined,
  fix: string
): OriginNotAllowed | undefined => {
  if (origin !== undefined && origins.some((each) => parse(each)?.origin === origin)) return undefined
  const message = `${sender} sends the user's token only to ${origins.join(", ") || "no origin"}. ${fix}`
  return new OriginNotAllowed({ origin: origin ?? "null", message })
}
