import type { ReactNode } from "react"
import type { PageError } from "../pages/PageError.ts"
import { Alert } from "./Alert.tsx"
import { useErrorText } from "./errorText.ts"

/** An error's message. Renders nothing without an error. */
export const ErrorAlert = ({ error }: { readonly error: PageError | undefined }): ReactNode => {
  const errorText = useErrorText()
  return error && <Alert text={errorText(error)} />
}
