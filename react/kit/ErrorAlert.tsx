import type { ReactNode } from "react"
import type { PageError } from "../pages/PageError.ts"
import { Alert, Status } from "./Alert.tsx"
import { useErrorText } from "./errorText.ts"

/** An error's message. It is quiet if the user dismissed the browser's dialog. Renders nothing without an error. */
export const ErrorAlert = ({ error }: { readonly error: PageError | undefined }): ReactNode => {
  const errorText = useErrorText()
  if (error === undefined) return null
  const text = errorText(error)
  return error._tag === "PasskeyWebAuthnError" && error.details.code === "NotAllowedError"
    ? <Status name="dismissed">{text}</Status>
    : <Alert text={text} />
}
