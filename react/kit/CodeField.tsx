/** The field for a code. It is apart from `Field.tsx`, because a sign-in's first page has no code. */
import { type ReactNode, useRef } from "react"
import { fields } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Field } from "./Field.tsx"

/** The length for TOTP and email codes. */
const codeLength = 6

interface CodeFieldProps {
  /** `true` for a code from an email, which also has letters. `false` by default. */
  readonly hasLetters?: boolean
  readonly autoFocus?: boolean
  readonly describedBy: string
}

/**
 * The field for a code from an email or an authenticator app. Removes spaces and dashes, turns letters into upper case, and
 * submits its form with the last character. A refused code is sent again only after a change.
 */
export const CodeField = ({ hasLetters = false, ...props }: CodeFieldProps): ReactNode => {
  const { code } = useTexts("fields", fields)
  const last = useRef("")
  const change = (input: HTMLInputElement): void => {
    const { selectionStart, value } = input
    const normalize = (text: string): string => normalizeCode(text, hasLetters).slice(0, codeLength)
    const typed = normalize(value)
    if (typed !== value) {
      const position = normalize(value.slice(0, selectionStart ?? value.length)).length
      input.value = typed
      input.setSelectionRange(position, position)
    }
    const isNew = typed !== last.current
    last.current = typed
    if (isNew && typed.length === codeLength) input.form?.requestSubmit()
  }
  return (
    <Field
      name="code"
      label={code}
      type="text"
      inputMode={hasLetters ? "text" : "numeric"}
      autoCapitalize={hasLetters ? "characters" : undefined}
      autoComplete="one-time-code"
      required
      onInput={({ currentTarget, nativeEvent }) => {
        // Changing the value would break the text that an input method composes.
        if (!("isComposing" in nativeEvent && nativeEvent.isComposing === true)) change(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => change(currentTarget)}
      {...props}
    />
  )
}

/** Returns the digits of a text, and its letters in upper case. Accepts full-width characters, and Arabic and Persian digits. */
const normalizeCode = (text: string, hasLetters: boolean): string =>
  text
    .normalize("NFKC")
    // An Arabic or Persian digit's last four bits are its value.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toUpperCase()
    .replace(hasLetters ? /[^0-9A-Z]/g : /\D/g, "")
