/**
 * Metadata of users and teams, as a program's own types.
 *
 * The service keeps any JSON, so what comes back is `Json`. A program that has a schema for what it puts there reads it with
 * {@link decode}, and meets a typed error where the metadata is something else.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { describeProblem } from "../call/describeProblem.ts"
import { truncateText } from "../call/redact.ts"
import type { Json } from "../wire/Json.ts"
import { memoizeByCodec } from "../wire/Struct.ts"

/**
 * Metadata that is not what the schema wants, or a value that cannot be metadata. The message says what is wrong without
 * showing the value.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidMetadata extends Data.TaggedError("InvalidMetadata")<{
  readonly message: string
  /** Where it is wrong, from the outermost field inwards. */
  readonly path: ReadonlyArray<string | number>
}> {}

/**
 * Reads metadata with a schema, by its JSON form: a `Schema.Date` is an ISO 8601 text in metadata. Metadata that nobody has
 * written is `null`, which the schema of an object refuses like anything else.
 *
 * **Example** (The theme that a user has chosen)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Schema from "effect/Schema"
 * import { CurrentUser, Metadata } from "latchkey"
 *
 * const Settings = Schema.Struct({ theme: Schema.Literals(["light", "dark"]) })
 *
 * const theme = CurrentUser.get({ or: "throw" }).pipe(
 *   Effect.flatMap((user) => Metadata.decode(Settings)(user.clientMetadata)),
 *   Effect.map((settings) => settings.theme),
 *   Effect.catchTag("InvalidMetadata", () => Effect.succeed("light" as const))
 * )
 * ```
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = <A>(schema: Schema.Codec<A, unknown>): (metadata: Json) => Effect.Effect<A, InvalidMetadata> => {
  const decoded = decoder(schema)
  return (metadata) => fromExit(decoded(metadata))
}

/**
 * Writes a value as metadata, to be given to an update.
 *
 * @category encoding
 * @since 0.1.0
 */
export const encode = <A>(schema: Schema.Codec<A, unknown>): (value: A) => Effect.Effect<Json, InvalidMetadata> => {
  const encoded = encoder(schema)
  return (value) => fromExit(encoded(value))
}

const decoder = /*#__PURE__*/ memoizeByCodec((codec) => Schema.decodeUnknownExit(Schema.toCodecJson(codec)))
const encoder = /*#__PURE__*/ memoizeByCodec((codec) => Schema.encodeUnknownExit(Schema.toCodecJson(codec)))

const fromExit = <A>(exit: Exit.Exit<A, Schema.SchemaError>): Effect.Effect<A, InvalidMetadata> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const { message, path } = describeProblem(exit)
  return Effect.fail(
    new InvalidMetadata({
      message: `In the metadata, ${truncateText(message)}`,
      path: path.map((key) => typeof key === "string" ? truncateText(key) : key)
    })
  )
}
