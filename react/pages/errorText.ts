/**
 * Error messages for users.
 *
 * @since 0.1.0
 */
import type { Texts } from "../texts/texts.ts"
import type { PageError } from "./PageError.ts"

/** Returns the message for an error, or a general one for an unknown error. */
export const errorText = ({ errors, notOpened, reasons }: Texts, error: PageError): string => {
  const [table, known] = error._tag === "ApiError" ? [reasons, error.reason] : [errors, error]
  // Sound: the table maps each tag to the function for errors of that tag.
  const text = (table as Readonly<Record<string, ((error: typeof known) => string) | undefined>>)[known._tag]
  return text === undefined ? notOpened.unexpected : text(known)
}
