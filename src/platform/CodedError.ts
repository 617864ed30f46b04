/** The factory for errors with a code. */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type * as Types from "effect/Types"
import type { OwnErrorCodes } from "./ownErrorCodes.ts"

/** Returns a tag's code: `OAuthProviderAccessDenied` becomes `OAUTH_PROVIDER_ACCESS_DENIED`. */
export const toCode = (tag: string): string => tag.replace(/[a-z](?=[A-Z])/g, "$&_").toUpperCase()

/** The base of an error class, which declares its other properties. */
export interface CodedErrorBase<Tag extends string> {
  // `any`, as in `Data.TaggedError`: a property can have any type.
  new<Props extends Record<string, any> = {}>(props: Types.VoidIfEmpty<Props>): Cause.YieldableError & {
    readonly _tag: Tag
    readonly code: Tag extends keyof OwnErrorCodes ? OwnErrorCodes[Tag] : string
  } & Readonly<Props>
}

/**
 * Creates the base of an error class. Its instances have the tag, and the code that follows from it.
 *
 * **Example** (Declaring an error)
 *
 * ```ts
 * class TeamNotSelected extends CodedError("TeamNotSelected")<{ readonly message: string }> {}
 * ```
 */
export const CodedError = <const Tag extends string>(tag: Tag): CodedErrorBase<Tag> => {
  class Base extends Data.TaggedError(tag)<Record<string, unknown>> {
    readonly code = toCode(tag)
  }
  // Sound: `OwnErrorCodes` has the results of `toCode`, and the properties are those that the class declares.
  return Base as unknown as CodedErrorBase<Tag>
}
