/** A form that runs an action and shows errors beside the field that caused them. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from "react"
import { describeError, type Failure } from "../texts.ts"
import { Field, type FieldProps } from "./Field.tsx"

/** The part of a `useAction` result that a form uses. */
export interface FormAction<Values, A, E extends Failure> {
  readonly run: (values: Values) => unknown
  readonly state:
    | { readonly _tag: "Idle" | "Pending" }
    | { readonly _tag: "Success"; readonly value: A }
    | { readonly _tag: "Failure"; readonly error: E }
}

interface FormProps<Name extends string, A, E extends Failure> {
  /** The accessible name of the form. */
  readonly label: string
  readonly action: FormAction<Readonly<Record<Name, string>>, A, E>
  readonly fields: ReadonlyArray<FieldProps & { readonly name: Name }>
  readonly submit: string
  /** The field of each error tag. Other errors appear below the form. */
  readonly errorsAt?: { readonly [Tag in E["_tag"]]?: Name }
  /** The message on success. */
  readonly done?: string
  /** Places the button beside the only field. */
  readonly isInline?: boolean
  readonly isPrimary?: boolean
}

export const Form = <const Name extends string, A, E extends Failure>(
  { action, done, errorsAt, fields, isInline = false, isPrimary = false, label, submit }: FormProps<Name, A, E>
): ReactElement => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { state } = action
  // Forms that edit a value keep their input; forms that create something are reset.
  const isForOnce = fields.every(({ value }) => value === undefined)
  const error = state._tag === "Failure" ? state.error : undefined
  // Sound: looks up one tag of the error in a partial record of its tags.
  const place = error && (errorsAt as Readonly<Record<string, Name | undefined>> | undefined)?.[error._tag]

  useEffect(() => {
    if (state._tag === "Success" && isForOnce) form.current?.reset()
    if (state._tag === "Failure") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [isForOnce, state])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state._tag === "Pending") return
    // Sound: the form has a field for each name.
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
