/** Codecs for known errors. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { Json } from "../wire/Json.ts"
import type { KnownErrorClass } from "../wire/KnownError.ts"
import { struct } from "../wire/Struct.ts"
import { toSchema } from "./toSchema.ts"

/** Options for codecs for known errors. */
export interface Options {
  /**
   * `send` encodes secret details as plain text. By default, an error with a secret detail cannot be encoded. Only
   * `MultiFactorAuthenticationRequired` has one: the attempt code, which completes the sign-in together with a TOTP code.
   */
  readonly secrets?: "refuse" | "send" | undefined
}

/**
 * Creates the codec for a known error. Its JSON has the service's format, `{ code, error, details? }`, and decodes to an
 * instance of the class. An `HttpApi` responds with the error's HTTP status.
 *
 * **Example** (An endpoint's errors)
 *
 * ```ts
 * import { KnownErrors } from "latchkey"
 * import { knownError } from "latchkey/schema"
 *
 * const errors = [knownError(KnownErrors.UserNotFound), knownError(KnownErrors.TeamNotFound)]
 * ```
 */
export const knownError = <C extends KnownErrorClass>(
  errorClass: C,
  options: Options = {}
): Schema.Codec<InstanceType<C>, Json> => {
  type Instance = InstanceType<C>
  const instances = Schema.declare((value): value is Instance => value instanceof errorClass, {
    identifier: errorClass.tag
  }).check(
    Schema.makeFilter((error) =>
      options.secrets === "send" || !hasSecret(error.details) ||
      `The details of ${errorClass.tag} contain a secret. To encode it, pass { secrets: "send" } to the codec`
    )
  )
  return Schema.Struct({
    code: Schema.Literal(errorClass.code),
    error: Schema.String,
    details: errorClass.details ? toSchema(errorClass.details) : Schema.optional(toSchema(struct({})))
  }).pipe(
    Schema.decodeTo(
      instances,
      // `any`, because each class's details have another type.
      SchemaTransformation.transform<any, any>({
        decode: ({ details = {}, error }) => new errorClass({ message: error, details }),
        encode: ({ details, message }: Instance) => ({
          code: errorClass.code,
          error: message,
          ...errorClass.details && { details }
        })
      })
    )
    // Sound: details encode to JSON, because codecs describe JSON.
  ).annotate({ httpApiStatus: errorClass.status, identifier: errorClass.tag }) as Schema.Codec<
    Instance,
    unknown
  > as Schema.Codec<Instance, Json>
}

const hasSecret = (details: unknown): boolean =>
  typeof details === "object" && details !== null && Object.values(details).some(Redacted.isRedacted)

/**
 * Creates the codec for several known errors.
 *
 * **Example** (A call's errors)
 *
 * ```ts
 * import { KnownErrors } from "latchkey"
 * import { knownErrors } from "latchkey/schema"
 *
 * const UpdateError = knownErrors([KnownErrors.UserNotFound, KnownErrors.UserWithEmailAlreadyExists])
 * ```
 */
export const knownErrors = <const C extends ReadonlyArray<KnownErrorClass>>(
  errorClasses: C,
  options?: Options
): Schema.Codec<InstanceType<C[number]>, Json> =>
  // Sound: each codec encodes one class's instances.
  Schema.Union(errorClasses.map((errorClass) => knownError(errorClass, options))) as unknown as Schema.Codec<
    InstanceType<C[number]>,
    Json
  >
