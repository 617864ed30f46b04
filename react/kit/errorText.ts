/** Error messages for users. */
import { useCallback } from "react"
import type { PageError } from "../pages/PageError.ts"
import { textFor } from "../reportError.ts"
import { common } from "../texts/en/common.ts"
import { errors, reasons } from "../texts/en/errors.ts"
import type { Texts } from "../texts/texts.ts"
import { useTexts } from "../texts/useTexts.ts"

/** Returns the function that returns the message for an error, or a general one for an unknown error. */
export const useErrorText = (): (error: PageError) => string => {
  const byTag = useTexts("errors", errors)
  const byReason = useTexts("reasons", reasons)
  const { unexpected } = useTexts("common", common)
  return useCallback(
    (error) => errorText({ errors: byTag, reasons: byReason }, error) ?? unexpected,
    [byReason, byTag, unexpected]
  )
}

const errorText = ({ errors, reasons }: Pick<Texts, "errors" | "reasons">, error: PageError): string | undefined =>
  error._tag === "ApiError" ? textFor(reasons, error.reason) : textFor(errors, error)
