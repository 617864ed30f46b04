/**
 * The factory behind every error class of the catalogue.
 *
 * A known error travels as `{ code, details?, error }` with its code repeated in a header. Its class carries the code,
 * the HTTP status and the codec of its details, so that the client decodes with it and the emulator answers with it.
 *
 * @since 0.1.0
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"
import { struct, type WireStruct } from "./Struct.ts"

/**
 * An error of the catalogue, as every class of `KnownErrors` makes it.
 *
 * @category models
 * @since 0.1.0
 */
export interface KnownError<Tag extends string = string, Details = unknown> extends Cause.YieldableError {
  readonly _tag: Tag
  /** The service's text for this error. */
  readonly message: string
  /** What the service tells besides the text; `{}` for most errors. */
  readonly details: Details
  /** The code on the wire, such as `EMAIL_PASSWORD_MISMATCH`. */
  readonly code: string
  /** The HTTP status that belongs to the error. */
  readonly status: number
}

/**
 * The class of a known error. `any`, since a class of every detail stands in the place of a class of some.
 *
 * @category models
 * @since 0.1.0
 */
export interface KnownErrorClass<Tag extends string = string, Details = any> {
  new(props: { readonly message: string; readonly details: Details }): KnownError<Tag, Details>
  readonly tag: Tag
  readonly code: string
  readonly status: number
  readonly details: WireStruct<Details> | undefined
}

// `any`, since a field may be of every type: the details made of them keep each.
type Fields = Readonly<Record<string, Schema.Codec<any, any>>>

/** Classes by code, filled as the classes are made: a class that a bundle dropped cannot be asked for by its program. */
const classes = new Map<string, KnownErrorClass>()

/**
 * Returns the class of a code, when the program holds it.
 *
 * @category getters
 * @since 0.1.0
 */
export const findErrorClass = (code: string): KnownErrorClass | undefined => classes.get(code)

/**
 * Creates the class of a known error: tag, code, HTTP status and the fields of its details.
 *
 * **Example** (Declaring an error)
 *
 * ```ts
 * class PasswordTooShort
 *   extends KnownError("PasswordTooShort", "PASSWORD_TOO_SHORT", 400, () => ({ minLength: Schema.Number }))
 * {}
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const KnownError = <const Tag extends string, const F extends Fields = {}>(
  tag: Tag,
  code: string,
  status: number,
  fields?: () => F,
  exceptions?: { readonly [K in keyof F]?: string }
): KnownErrorClass<Tag, Schema.Struct.Type<F>> => {
  const codec = memoize(() => fields && struct(fields(), exceptions))
  class Base extends Data.TaggedError(tag)<{ readonly message: string; readonly details: unknown }> {
    static readonly tag = tag
    static readonly code = code
    static readonly status = status
    // Also true of what was made by code: of `Base` itself, and of another copy of this library.
    static override [Symbol.hasInstance](value: unknown) {
      return Predicate.isTagged(value, tag) && "code" in value && value.code === code
    }
    static get details() {
      return codec()
    }
    get code() {
      return code
    }
    get status() {
      return status
    }
  }
  // Sound: `Base` has exactly these members; the class type only spells the details out.
  const errorClass = Base as unknown as KnownErrorClass<Tag, Schema.Struct.Type<F>>
  classes.set(code, errorClass)
  return errorClass
}
