import type { ReactNode } from "react"
import { EmailField } from "../kit/Field.tsx"
import { Form, type FormProps, type FormValues } from "../kit/Form.tsx"
import type { Task } from "../kit/useStep.ts"
import type { PageError } from "./PageError.ts"

interface EmailFormProps<E extends PageError, E2 extends PageError> {
  readonly password: Task<[FormValues], unknown, E> | undefined
  readonly magicLink: Task<[FormValues], unknown, E2> | undefined
  readonly children: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly magicLinkLabel: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** A form with an email field, for a password or a magic link. */
export const EmailForm = <E extends PageError, E2 extends PageError>(
  { autoComplete = "username", children, fieldOf, magicLink, magicLinkLabel, password, submit }: EmailFormProps<E, E2>
): ReactNode => {
  if (password === undefined) {
    return magicLink && (
      <Form name="magic-link" step={magicLink} submit={magicLinkLabel} fieldOf={fieldOf}>
        <EmailField autoComplete={autoComplete} />
      </Form>
    )
  }
  return (
    <Form
      name="password"
      step={password}
      submit={submit}
      fieldOf={fieldOf}
      // A magic link needs no password.
      alternative={magicLink && { name: "magic-link", step: magicLink, text: magicLinkLabel, field: "email" }}
    >
      <EmailField autoComplete={autoComplete} />
      {children}
    </Form>
  )
}
