/**
 * The text for an error.
 *
 * @since 0.1.0
 */
import type { Texts } from "../texts/texts.ts"
import type { PageError } from "./PageError.ts"

/** Returns what people are told of an error; of one that no page is known to meet, that there was one. */
export const errorText = ({ errors, notOpened, reasons }: Texts, error: PageError): string => {
  const [table, known] = error._tag === "ApiError" ? [reasons, error.reason] : [errors, error]
  // Sound: under each tag there is the text for errors of that tag, if there is one.
  const text = (table as Readonly<Record<string, ((error: typeof known) => string) | undefined>>)[known._tag]
  return text === undefined ? notOpened.unexpected : text(known)
}
