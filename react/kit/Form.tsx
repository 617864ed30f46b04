import * as Redacted from "effect/Redacted"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { PageError } from "../pages/PageError.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import type { Texts } from "../texts/texts.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Alert, Status } from "./Alert.tsx"
import { Button, type ButtonVariant } from "./Button.tsx"
import { useErrorText } from "./errorText.ts"
import { FormErrorProvider, type FormErrorState } from "./Field.tsx"
import { OfflineBanner } from "./OfflineBanner.tsx"
import { usePageContext } from "./PageContext.ts"
import type { Task } from "./useStep.ts"

/** A submitted form's values. They are read on submit and not kept in state. */
export interface FormValues {
  readonly text: (name: string) => string
  readonly secret: (name: string) => Redacted.Redacted<string>
}

/** A form's second button, which needs only one field. */
interface FormAlternative<E extends PageError> {
  readonly name: string
  readonly step: Task<[FormValues], unknown, E>
  readonly text: ReactNode
  readonly field: string
  readonly variant: ButtonVariant
}

export interface FormProps<A, E extends PageError> {
  readonly name: string
  readonly step: Task<[FormValues], A, E>
  readonly submit: ReactNode
  readonly submitVariant?: ButtonVariant | undefined
  /** Returns the field that an error belongs to, by name. */
  readonly fieldOf?: ((error: E) => string | undefined) | undefined
  /** Returns the message for an error that differs from the default, or `undefined`. */
  readonly explain?: ((error: E) => string | undefined) | undefined
  /** Checks the values before the step runs. Returns a message, and the field that it belongs to, or `undefined`. */
  readonly validate?:
    | ((values: FormValues) => { readonly field: string | undefined; readonly text: string } | undefined)
    | undefined
  /** A status text after success, if no other page follows. */
  readonly successText?: ReactNode
  readonly children?: ReactNode
  /** An element beside the submit button, such as a button to cancel. */
  readonly secondaryAction?: ReactNode
  readonly alternative?: FormAlternative<E> | undefined
}

/**
 * A form with a submit button. An invalid field or an error from the step shows its message at the field and focuses it. All
 * other errors appear above the button. Resets its fields after success, unless one is a password.
 */
export const Form = <A, E extends PageError>(props: FormProps<A, E>): ReactNode => {
  const { alternative, children, successText, explain, fieldOf, name, step, submit } = props
  const errorText = useErrorText()
  const texts = useTexts("fields", fieldTexts)
  const { isBusy } = usePageContext()
  const form = useRef<HTMLFormElement>(null)
  const [invalid, setInvalid] = useState<FormErrorState>()
  const { isPending, run, state } = step
  const error = step.error ?? alternative?.step.error
  useEffect(() => {
    // Password managers save a password when the page or the form disappears, so it stays until then.
    if (state._tag === "Success" && form.current?.querySelector("[autocomplete$=password]") === null) {
      form.current.reset()
    }
  }, [state])
  const failed: FormErrorState | undefined = error === undefined
    ? undefined
    : { cause: error, field: fieldOf?.(error), text: explain?.(error) ?? errorText(error) }
  const shown = invalid ?? failed
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isPending || isBusy) return
    const values = readForm(event.currentTarget)
    const refused = props.validate?.(values)
    const found = findInvalid(event.currentTarget, texts) ?? (refused && { cause: {}, ...refused })
    setInvalid(found)
    if (found === undefined) run(values)
  }
  const sendAlternative = ({ field, step }: FormAlternative<E>): void => {
    const found = findInvalid({ elements: form.current!.querySelectorAll(`[name="${field}"]`) }, texts)
    setInvalid(found)
    if (found === undefined) step.run(readForm(form.current!))
  }
  return (
    // The form shows the messages itself, in the texts' language. Submitted before a page's hydration from the
    // server, it must not write its fields into the URL.
    <form
      ref={form}
      method="post"
      data-latchkey={`form ${name}`}
      aria-busy={isPending || alternative?.step.isPending === true}
      onSubmit={send}
      noValidate
    >
      <FormErrorProvider value={shown}>{children}</FormErrorProvider>
      {shown !== undefined && shown.field === undefined && <Alert text={shown.text} />}
      <OfflineBanner isWaiting={step.isWaiting} />
      <div data-latchkey="form-actions">
        <Button name="submit" type="submit" variant={props.submitVariant ?? "primary"} isBusy={isPending}>
          {submit}
        </Button>
        {props.secondaryAction}
        {alternative && (
          <Button
            name={alternative.name}
            variant={alternative.variant}
            isBusy={alternative.step.isPending}
            onClick={() => sendAlternative(alternative)}
          >
            {alternative.text}
          </Button>
        )}
        {successText !== undefined && <Status>{state._tag === "Success" && successText}</Status>}
      </div>
    </form>
  )
}

/** Reads a form's values. */
const readForm = (form: HTMLFormElement): FormValues => {
  const data = new FormData(form)
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === "string" ? value : ""
  }
  return { text, secret: (name) => Redacted.make(text(name)) }
}

/** Returns the message for the first field that the browser's constraints refuse, or `undefined`. */
const findInvalid = (
  { elements }: { readonly elements: Iterable<Element> },
  texts: Texts["fields"]
): FormErrorState | undefined => {
  for (const element of elements) {
    if (element.tagName !== "INPUT") continue
    // Sound: the element is an input.
    const { name, type, validity } = element as HTMLInputElement
    if (validity.valid) continue
    return {
      cause: {},
      field: name,
      text: type === "email"
        ? validity.valueMissing ? texts.emailRequired : texts.emailInvalid
        : type === "password"
        ? texts.passwordRequired
        : name === "code"
        ? texts.codeRequired
        : texts.required
    }
  }
  return undefined
}
