/**
 * The factory for the error classes in `KnownErrors`.
 *
 * A known error travels as `{ code, details?, error }`, with its code repeated in a header. Its class has the code, the
 * HTTP status and the codec for its details. The client decodes with it, and the emulator encodes with it. The code
 * follows from the tag.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import { toCode } from "../platform/CodedError.ts"
import type { Fields, StructCodec, StructType } from "./Codec.ts"
import type { KnownErrorCodes } from "./knownErrorCodes.ts"
import { struct } from "./Struct.ts"

/** An instance of any class in `KnownErrors`. */
export interface KnownError<Tag extends string = string, Details = unknown> extends Cause.YieldableError {
  readonly _tag: Tag
  /** The service's text for this error. */
  readonly message: string
  /** Additional data about the error; `{}` for most errors. */
  readonly details: Details
  /** The code on the wire, such as `EMAIL_PASSWORD_MISMATCH`. */
  readonly code: CodeOf<Tag>
  /** The error's HTTP status. */
  readonly status: number
}

/** A tag's code, as a literal. */
export type CodeOf<Tag extends string> = Tag extends keyof KnownErrorCodes ? KnownErrorCodes[Tag] : string

/** A known error's class. `any`, so that classes with any details are assignable. */
export interface KnownErrorClass<Tag extends string = string, Details = any> {
  new(props: { readonly message: string; readonly details: Details }): KnownError<Tag, Details>
  readonly tag: Tag
  readonly code: string
  readonly status: number
  readonly details: StructCodec<Details> | undefined
}

/**
 * The classes by code. Each class registers itself when its module loads, so classes that a bundler dropped are
 * missing.
 */
const classes = new Map<string, KnownErrorClass>()

/** Returns the class for a code, or `undefined` if the bundle does not contain it. */
export const findErrorClass = (code: string): KnownErrorClass | undefined => classes.get(code)

/**
 * Creates a known error's class from its tag, HTTP status and detail fields. `exceptions` maps fields whose
 * wire names are not in snake_case. `code` is for the few codes that do not follow from their tags.
 *
 * **Example** (Declaring an error)
 *
 * ```ts
 * class PasswordTooShort extends KnownError("PasswordTooShort", 400, () => ({ minLength: number })) {}
 * ```
 */
export const KnownError = <const Tag extends string, const F extends Fields = {}>(
  tag: Tag,
  status: number,
  fields?: () => F,
  exceptions?: { readonly [K in keyof F]?: string },
  code = toCode(tag)
): KnownErrorClass<Tag, StructType<F>> => {
  const codec = fields && struct(fields, exceptions)
  class Base extends Data.TaggedError(tag)<{ readonly message: string; readonly details: unknown }> {
    static readonly tag = tag
    static readonly code = code
    static readonly status = status
    // Matches by tag and code, so that instances from `Base` and from another copy of this library match too.
    static override [Symbol.hasInstance](value: unknown) {
      return Predicate.isTagged(value, tag) && "code" in value && value.code === code
    }
    static get details() {
      return codec
    }
    // Own properties, so that JSON and a console contain them.
    readonly code = code
    readonly status = status
  }
  // Sound: `Base` has exactly these members; the class type only adds the details' type.
  const errorClass = Base as unknown as KnownErrorClass<Tag, StructType<F>>
  classes.set(code, errorClass)
  return errorClass
}
