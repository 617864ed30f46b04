/**
 * Forms, fields and buttons of the pages.
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

/** The values of a submitted form. They are read on submit and not kept in state. */
export interface FormValues {
  readonly text: (name: string) => string
  readonly secret: (name: string) => Redacted.Redacted<string>
}

/** The error of a form, with the field that it belongs to. */
interface ShownError {
  readonly error: PageError
  readonly field: string | undefined
  readonly text: string
}

const FormError: Context<ShownError | undefined> = /*#__PURE__*/ createContext<ShownError | undefined>(undefined)

export interface FormProps<A, E extends PageError> {
  /** A name for styles and tests. */
  readonly name: string
  readonly step: Task<[FormValues], A, E>
  /** The label of the submit button. */
  readonly submit: string
  /** Returns the name of the field that an error belongs to. */
  readonly fieldOf?: ((error: E) => string | undefined) | undefined
  /** Returns the message for an error that differs from the default, or `undefined`. */
  readonly explain?: ((error: E) => string | undefined) | undefined
  /** A status text after success, if no other page follows. */
  readonly successText?: string | undefined
  /** Keeps the values after success. */
  readonly keepValues?: boolean | undefined
  readonly children?: ReactNode
  /** An element beside the submit button. */
  readonly secondaryAction?: ReactNode
}

/** A form with one alert and a submit button. Resets its fields after success, unless `keepValues` is set. */
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

/** Reads the values of a form. */
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
  /** The id of an element that describes the field. */
  readonly describedBy?: string | undefined
}

/** A field with its label. Shows the form's error if it belongs to this field, and moves the focus here. */
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

/** The field for an email address. */
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

/** Returns which of the two password fields an error belongs to. */
export const fieldOfNewPassword = ({ _tag }: { readonly _tag: string }): string | undefined =>
  _tag === "PasswordTooShort" || _tag === "PasswordTooLong"
    ? "password"
    : _tag === "PasswordConfirmationMismatch"
    ? "confirmation"
    : undefined

/** An error message. */
export const Alert = ({ id, text }: { readonly id?: string; readonly text: string }): ReactNode => (
  <p role="alert" id={id} data-latchkey="error">{text}</p>
)

export interface TaskButtonProps<A, E extends PageError> {
  readonly name: string
  readonly step: Task<[], A, E>
  readonly text: string
  /** The id of an element that describes the button. */
  readonly describedBy?: string | undefined
}

/** A button that runs a task, and shows its error. */
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
