/** A form that runs an action with what was typed, and says what came of it: beside the field that it is about. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from "react"
import { describeError, type Failure } from "../texts.ts"
import { Field, type FieldProps } from "./Field.tsx"

/** An action of `useAction`, as far as a form needs it. */
export interface FormAction<Values, A, E extends Failure> {
  readonly run: (values: Values) => unknown
  readonly state:
    | { readonly _tag: "Idle" | "Pending" }
    | { readonly _tag: "Success"; readonly value: A }
    | { readonly _tag: "Failure"; readonly error: E }
}

interface FormProps<Name extends string, A, E extends Failure> {
  /** What the form is for, for those who cannot see where it stands. */
  readonly label: string
  readonly action: FormAction<Readonly<Record<Name, string>>, A, E>
  readonly fields: ReadonlyArray<FieldProps & { readonly name: Name }>
  readonly submit: string
  /** The fields that errors are about; those of others are told below. */
  readonly errorsAt?: { readonly [Tag in E["_tag"]]?: Name }
  /** What to say when it is done. */
  readonly done?: string
  /** Whether the button stands beside the only field. */
  readonly isInline?: boolean
  readonly isPrimary?: boolean
}

export const Form = <const Name extends string, A, E extends Failure>(
  { action, done, errorsAt, fields, isInline = false, isPrimary = false, label, submit }: FormProps<Name, A, E>
): ReactElement => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { state } = action
  // What is changed stays to be read; what is made or sent is gone from the fields.
  const isForOnce = fields.every(({ value }) => value === undefined)
  const error = state._tag === "Failure" ? state.error : undefined
  // Sound: a tag of the error, looked up among some of the tags.
  const place = error && (errorsAt as Readonly<Record<string, Name | undefined>> | undefined)?.[error._tag]

  useEffect(() => {
    if (state._tag === "Success" && isForOnce) form.current?.reset()
    if (state._tag === "Failure") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [isForOnce, state])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state._tag === "Pending") return
    // Sound: there is a field of text for each name.
    action.run(Object.fromEntries(new FormData(event.currentTarget)) as Record<Name, string>)
  }

  return (
    <form ref={form} className={isInline ? "form inline" : "form"} aria-label={label} onSubmit={send}>
      {fields.map((field) => (
        <Field key={field.name} {...field} error={field.name === place && error ? describeError(error) : undefined} />
      ))}
      <div className="row">
        <button
          type="submit"
          className={isPrimary ? "button primary" : "button"}
          aria-disabled={state._tag === "Pending"}
          aria-describedby={id}
        >
          {submit}
        </button>
      </div>
      <p className={error ? "said error" : "said success"} id={id} role="status">
        {error !== undefined && place === undefined ? describeError(error) : state._tag === "Success" ? done : ""}
      </p>
    </form>
  )
}
