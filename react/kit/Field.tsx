import {
  type Context,
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState
} from "react"
import { fields } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Alert } from "./Alert.tsx"
import { IconButton } from "./PlainButton.tsx"

/** A form's error, with the field that it belongs to. */
export interface FormErrorState {
  /** A different object for each error: the same message focuses its field again. */
  readonly cause: object
  /** `undefined` for an error that concerns the whole form. */
  readonly field: string | undefined
  readonly text: string
}

const FormError: Context<FormErrorState | undefined> = /*#__PURE__*/ createContext<FormErrorState | undefined>(
  undefined
)

/** Returns the surrounding form's error. */
export const useFormError = (): FormErrorState | undefined => useContext(FormError)

/** Provides the error to a form's fields. */
export const FormErrorProvider: Context<FormErrorState | undefined>["Provider"] = FormError.Provider

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "autoCapitalize"
  | "autoComplete"
  | "autoFocus"
  | "defaultValue"
  | "inputMode"
  | "onCompositionEnd"
  | "onInput"
  | "onSelect"
  | "required"
  | "type"
>

interface FieldProps extends Attributes {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** `true` when the value fits the hint, which then has a check. */
  readonly isFitting?: boolean
  readonly describedBy?: string | undefined
  readonly labelAction?: ReactNode
  /** The decoration behind the input. */
  readonly backdrop?: ReactNode
  /** The limits of a generated password, which Safari and other password managers read. */
  readonly passwordrules?: string
}

/** A field with its label. Shows the form's error if it belongs to this field, and moves the focus here. */
export const Field = (
  { backdrop, describedBy, hint, isFitting = false, label, labelAction, name, type, ...attributes }: FieldProps
): ReactNode => {
  const id = useId()
  const error = useFormError()
  const wrong = error?.field === name ? error : undefined
  const input = useRef<HTMLInputElement>(null)
  const cause = wrong?.cause
  useEffect(() => {
    if (cause === undefined) return
    input.current?.focus()
    // The next character replaces a wrong code.
    if (name === "code") input.current?.select()
  }, [cause, name])
  const described = [describedBy, wrong ? `${id}-error` : hint && `${id}-hint`].filter(Boolean).join(" ")
  const [isVisible, setIsVisible] = useState(false)
  return (
    <div data-latchkey="field" data-field={name}>
      <div data-latchkey="field-header">
        <label htmlFor={id} data-latchkey="label">{label}</label>
      </div>
      <div data-latchkey="input-group">
        <input
          ref={input}
          id={id}
          name={name}
          type={isVisible ? "text" : type}
          data-latchkey="input"
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={described || undefined}
          {...attributes}
        />
        {backdrop}
        {type === "password" && (
          <PasswordToggle
            fieldId={id}
            isVisible={isVisible}
            toggle={() => setIsVisible(!isVisible)}
          />
        )}
      </div>
      {/* The stylesheet shows it beside the label. In the tab order, it follows the field. */}
      {Boolean(labelAction) && <div data-latchkey="field-action">{labelAction}</div>}
      {wrong === undefined
        ? hint !== undefined && <p id={`${id}-hint`} data-latchkey="hint" data-fits={isFitting}>{hint}</p>
        : <Alert id={`${id}-error`} text={wrong.text} />}
    </div>
  )
}

interface PasswordToggleProps {
  readonly fieldId: string
  readonly isVisible: boolean
  readonly toggle: () => void
}

const PasswordToggle = ({ fieldId, isVisible, toggle }: PasswordToggleProps): ReactNode => {
  const { hidePassword, showPassword } = useTexts("fields", fields)
  return (
    <IconButton
      name="toggle-password"
      label={isVisible ? hidePassword : showPassword}
      aria-controls={fieldId}
      onClick={toggle}
    >
      <path d="M2 10c2-3.6 4.7-5.5 8-5.5s6 1.9 8 5.5c-2 3.6-4.7 5.5-8 5.5S4 13.6 2 10z" />
      <circle cx="10" cy="10" r="2.5" />
      {isVisible && <path d="m3.5 16.5 13-13" />}
    </IconButton>
  )
}

/** The field for an email address. */
export const EmailField = (props: Partial<FieldProps>): ReactNode => {
  const texts = useTexts("fields", fields)
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      required
      label={texts.email}
      {...props}
    />
  )
}

/** Returns a function that assigns errors for invalid values to a field. */
export const fieldOfInvalid = (name: string) => ({ _tag }: { readonly _tag: string }): string | undefined =>
  _tag === "RequestSchemaError" ? name : undefined
