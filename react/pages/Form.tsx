/**
 * Forms as the pages have them: fields with labels, one alert, and a button.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import {
  type Context,
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef
} from "react"
import { errorText } from "./errorText.ts"
import { usePageContext } from "./PageContext.ts"
import type { PageError } from "./PageError.ts"
import type { Task } from "./useStep.ts"

/** What somebody has typed. It is read when the form is sent, and nowhere kept. */
export interface FormValues {
  readonly text: (name: string) => string
  readonly secret: (name: string) => Redacted.Redacted<string>
}

/** The error of a form, and the field that it is about. */
interface ShownError {
  readonly error: PageError
  readonly field: string | undefined
  readonly text: string
}

const FormError: Context<ShownError | undefined> = /*#__PURE__*/ createContext<ShownError | undefined>(undefined)

export interface FormProps<A, E extends PageError> {
  /** Which form it is, for styles and tests. */
  readonly name: string
  readonly step: Task<[FormValues], A, E>
  /** What the button says. */
  readonly submit: string
  /** The name of the field that an error is about. */
  readonly fieldOf?: ((error: E) => string | undefined) | undefined
  /** What an error means here, where it is not what it means elsewhere. */
  readonly explain?: ((error: E) => string | undefined) | undefined
  /** What to say when it has worked, where no other page says so. */
  readonly successText?: string | undefined
  /** Whether what was typed stays in the form when it has worked. */
  readonly keepValues?: boolean | undefined
  readonly children?: ReactNode
  /** What stands beside the button. */
  readonly secondaryAction?: ReactNode
}

/** A form. What was typed is gone from it when it has worked, unless it keeps it. */
export const Form = <A, E extends PageError>(
  { secondaryAction, children, successText, explain, fieldOf, keepValues, name, step, submit }: FormProps<A, E>
): ReactNode => {
  const { texts } = usePageContext()
  const form = useRef<HTMLFormElement>(null)
  const { error, isPending, run, state } = step
  useEffect(() => {
    if (state._tag === "Success" && keepValues !== true) form.current?.reset()
  }, [keepValues, state])
  const wrong = error === undefined
    ? undefined
    : { error, field: fieldOf?.(error), text: explain?.(error) ?? errorText(texts, error) }
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isPending) run(readForm(event.currentTarget))
  }
  return (
    <form ref={form} data-latchkey={name} aria-busy={isPending} onSubmit={send}>
      <FormError.Provider value={wrong}>{children}</FormError.Provider>
      {wrong !== undefined && wrong.field === undefined && <Alert text={wrong.text} />}
      {successText !== undefined && <p role="status" data-latchkey="done">{state._tag === "Success" && successText}</p>}
      <button type="submit" data-latchkey="submit" aria-disabled={isPending}>{submit}</button>
      {secondaryAction}
    </form>
  )
}

/** Reads what was typed into a form. */
export const readForm = (form: HTMLFormElement): FormValues => {
  const data = new FormData(form)
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === "string" ? value : ""
  }
  return { text, secret: (name) => Redacted.make(text(name)) }
}

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoCapitalize" | "autoComplete" | "autoFocus" | "defaultValue" | "inputMode" | "required" | "type"
>

export interface FieldProps extends Attributes {
  readonly name: string
  readonly label: string
  /** The id of an element that says more about it. */
  readonly describedBy?: string | undefined
}

/** A field with its label, and the form's error when it is about this field, which is gone to then. */
export const Field = ({ describedBy, label, name, ...attributes }: FieldProps): ReactNode => {
  const id = useId()
  const wrong = useContext(FormError)
  const input = useRef<HTMLInputElement>(null)
  const error = wrong?.field === name ? wrong.error : undefined
  useEffect(() => {
    if (error !== undefined) input.current?.focus()
  }, [error])
  const described = [describedBy, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div data-latchkey="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={described === "" ? undefined : described}
        {...attributes}
      />
      {error !== undefined && <Alert id={`${id}-error`} text={wrong!.text} />}
    </div>
  )
}

/** The field for an address that somebody signs in with. */
export const EmailField = (props: Pick<FieldProps, "autoComplete" | "describedBy">): ReactNode => {
  const { texts } = usePageContext()
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      required
      label={texts.fields.email}
      {...props}
    />
  )
}

/** The fields for a new password and its confirmation. */
export const NewPasswordFields = ({ label }: { readonly label?: string | undefined }): ReactNode => {
  const { texts: { fields } } = usePageContext()
  return (
    <>
      <Field name="password" type="password" autoComplete="new-password" required label={label ?? fields.newPassword} />
      <Field name="confirmation" type="password" autoComplete="new-password" required label={fields.confirmPassword} />
    </>
  )
}

/** Which of the two fields an error is about. */
export const fieldOfNewPassword = ({ _tag }: { readonly _tag: string }): string | undefined =>
  _tag === "PasswordTooShort" || _tag === "PasswordTooLong"
    ? "password"
    : _tag === "PasswordConfirmationMismatch"
    ? "confirmation"
    : undefined

/** Tells of an error. */
export const Alert = ({ id, text }: { readonly id?: string; readonly text: string }): ReactNode => (
  <p role="alert" id={id} data-latchkey="error">{text}</p>
)

export interface TaskButtonProps<A, E extends PageError> {
  readonly name: string
  readonly step: Task<[], A, E>
  readonly text: string
  /** The id of an element that says what it is about. */
  readonly describedBy?: string | undefined
}

/** A button that does something, and what it failed with. */
export const TaskButton = <A, E extends PageError>(
  { describedBy, name, step, text }: TaskButtonProps<A, E>
): ReactNode => {
  const { texts } = usePageContext()
  const { error, isPending, run } = step
  return (
    <>
      <button
        type="button"
        data-latchkey={name}
        aria-busy={isPending}
        aria-disabled={isPending}
        aria-describedby={describedBy}
        onClick={() => isPending || run()}
      >
        {text}
      </button>
      {error !== undefined && <Alert text={errorText(texts, error)} />}
    </>
  )
}
