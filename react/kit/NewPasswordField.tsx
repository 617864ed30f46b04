/** The field for a new password. A separate module, because a sign-in's first page does not need it. */
import { type ReactNode, useState } from "react"
import { passwordLength } from "../../src/wire/passwordLength.ts"
import { fields } from "../texts/en/common.ts"
import { signUp } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Status } from "./Alert.tsx"
import { Field, FormErrorProvider, useFormError } from "./Field.tsx"

/**
 * The field for a new password. Its hint names the required length, and has a check when the password fits. Users look at what
 * they type instead of typing it twice.
 */
export const NewPasswordField = ({ label }: { readonly label?: string }): ReactNode => {
  const texts = useTexts("fields", fields)
  const { passwordHint } = useTexts("signUp", signUp)
  const error = useFormError()
  const [isFitting, setIsFitting] = useState(false)
  // The last corrected error's cause.
  const [corrected, setCorrected] = useState<object>()
  const check = (length: number): void => {
    const isFitting = length >= passwordLength.min && length <= passwordLength.max
    setIsFitting(isFitting)
    if (isFitting) setCorrected(error?.cause)
  }
  return (
    <FormErrorProvider value={error?.cause === corrected ? undefined : error}>
      <Field
        name="password"
        type="password"
        autoComplete="new-password"
        passwordrules={`minlength: ${passwordLength.min}; maxlength: ${passwordLength.max};`}
        required
        label={label ?? texts.newPassword}
        hint={passwordHint(passwordLength.min)}
        isFitting={isFitting}
        onInput={({ currentTarget }) => check(currentTarget.value.length)}
      />
      <Status name="visually-hidden">{isFitting && texts.passwordFits}</Status>
    </FormErrorProvider>
  )
}

/** Returns the password field that an error belongs to. */
export const fieldOfNewPassword = ({ _tag }: { readonly _tag: string }): string | undefined =>
  _tag === "PasswordTooShort" || _tag === "PasswordTooLong" ? "password" : undefined
