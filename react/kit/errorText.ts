import type { PageError } from "../pages/PageError.ts"
import { textFor } from "../reportError.ts"
import { common } from "../texts/en/common.ts"
import { errors, reasons } from "../texts/en/errors.ts"
import { useTexts } from "../texts/useTexts.ts"

/** Returns the function that returns the message for an error, or a general one for an unknown error. */
export const useErrorText = (): (error: PageError) => string => {
  const byTag = useTexts("errors", errors)
  const byReason = useTexts("reasons", reasons)
  const { unexpected } = useTexts("common", common)
  return (error) => (error._tag === "ApiError" ? textFor(byReason, error.reason) : textFor(byTag, error)) ?? unexpected
}
