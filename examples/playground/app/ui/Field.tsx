/** An input with its label, hint and error. */
import { type HTMLInputTypeAttribute, type ReactElement, useId } from "react"

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: HTMLInputTypeAttribute
  readonly autoComplete?: string
  readonly hint?: string
  readonly value?: string
  readonly isOptional?: boolean
  readonly inputMode?: "numeric" | "email"
}

export const Field = (
  { autoComplete = "off", error, hint, inputMode, isOptional = false, label, name, type = "text", value }:
    & FieldProps
    & { readonly error?: string | undefined }
): ReactElement => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && <span className="hint" id={`${id}-hint`}>{hint}</span>}
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        defaultValue={value}
        required={!isOptional}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
      />
      {error && <span className="error" id={`${id}-error`}>{error}</span>}
    </div>
  )
}
