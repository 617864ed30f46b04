/** The field for a code. It is apart from `Field.tsx`, because a sign-in's first page has no code. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { fields } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Field, useFormError } from "./Field.tsx"

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
  const [position, setPosition] = useState(0)
  const error = useFormError()
  // A refused code is selected, so that the next character replaces it. Chromium does not report that selection.
  useEffect(() => {
    if (error !== undefined) setPosition(0)
  }, [error])
  const change = (input: HTMLInputElement): void => {
    const { selectionStart, value } = input
    const normalize = (text: string): string => normalizeCode(text, hasLetters).slice(0, codeLength)
    const typed = normalize(value)
    if (typed !== value) {
      const position = normalize(value.slice(0, selectionStart ?? value.length)).length
      input.value = typed
      input.setSelectionRange(position, position)
    }
    setPosition(input.selectionStart ?? 0)
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
      onSelect={({ currentTarget }) => setPosition(currentTarget.selectionStart ?? 0)}
      backdrop={<CodeBoxes position={position} />}
      {...props}
    />
  )
}

/** A box for each character. While the field has the focus, the box of the next character is highlighted. */
const CodeBoxes = ({ position }: { readonly position: number }): ReactNode => (
  <div data-latchkey="code-boxes" aria-hidden="true">
    {Array.from(
      { length: codeLength },
      (_, index) => <span key={index} data-active={index === Math.min(position, codeLength - 1) || undefined} />
    )}
  </div>
)

/** Returns the digits of a text, and its letters in upper case. Accepts full-width characters, and Arabic and Persian digits. */
const normalizeCode = (text: string, hasLetters: boolean): string =>
  text
    .normalize("NFKC")
    // An Arabic or Persian digit's last four bits are its value.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toUpperCase()
    .replace(hasLetters ? /[^0-9A-Z]/g : /\D/g, "")
