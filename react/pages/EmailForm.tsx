import * as Effect from "effect/Effect"
import { type ReactNode, useState } from "react"
import type { SignInMethod } from "../../src/pages/lastMethod.ts"
import { Button } from "../kit/Button.tsx"
import { EmailField } from "../kit/Field.tsx"
import { Form, type FormProps, type FormValues } from "../kit/Form.tsx"
import { useAppearance } from "../kit/useAppearance.ts"
import { type Task, useStep } from "../kit/useStep.ts"
import { methods } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { LastUsed } from "./LastUsed.tsx"
import { MethodIcon } from "./MethodIcon.tsx"
import type { PageError } from "./PageError.ts"

/** The email that the user has entered first, for the layout `identifier-first`. */
export interface Identifier {
  /** `undefined` until the user has entered it, and after a change. */
  readonly email: string | undefined
  /** The initial email. */
  readonly initial: string | undefined
  /** `true` after the user has changed it. */
  readonly isChanged: boolean
  readonly set: (email: string | undefined) => void
  /** `true` while the card shows only the email. */
  readonly isAsked: boolean
}

/** Returns the state for the layout `identifier-first`. Without a password, the first button sends the email. */
export const useIdentifier = (typed: string | undefined, hasPassword: boolean): Identifier => {
  const { layout } = useAppearance()
  const [state, setState] = useState<{ readonly email?: string | undefined; readonly last?: string | undefined }>({})
  return {
    email: state.email,
    initial: state.last ?? typed,
    isChanged: state.last !== undefined,
    set: (email) => setState({ email, last: email ?? state.email }),
    isAsked: layout === "identifier-first" && hasPassword && state.email === undefined
  }
}

/** The entered email below the title, with a button that changes it. */
export const IdentifierText = (
  { identifier: { email, set } }: { readonly identifier: Identifier }
): ReactNode => {
  const { change } = useTexts("methods", methods)
  return (
    <span data-latchkey="identifier">
      <bdi>{email}</bdi> <Button name="change" variant="link" onClick={() => set(undefined)}>{change}</Button>
    </span>
  )
}

/** Moves the focus to the first field after the email. */
const focusNext = (email: HTMLInputElement | null): void =>
  email?.form?.querySelector<HTMLInputElement>("input:not([readonly])")?.focus()

interface EmailFormProps<E extends PageError, E2 extends PageError> {
  readonly identifier: Identifier
  readonly password: Task<[FormValues], unknown, E> | undefined
  readonly magicLink: Task<[FormValues], unknown, E2> | undefined
  readonly lastMethod: SignInMethod | undefined
  readonly children: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly magicLinkLabel: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** A form with an email field, for a password or a magic link. */
export const EmailForm = <E extends PageError, E2 extends PageError>(
  {
    autoComplete = "username",
    children,
    fieldOf,
    identifier,
    lastMethod,
    magicLink,
    magicLinkLabel,
    password,
    submit
  }: EmailFormProps<E, E2>
): ReactNode => {
  const { next } = useTexts("methods", methods)
  const enter = useStep((typed: FormValues) => Effect.sync(() => identifier.set(typed.text("email"))))
  const email = (
    <EmailField
      autoComplete={autoComplete}
      autoFocus={identifier.isChanged}
      defaultValue={identifier.initial}
      labelAction={lastMethod === (password ? "password" : "magicLink") && <LastUsed />}
    />
  )
  if (identifier.isAsked) {
    return <Form name="identifier" step={enter} submit={next}>{email}</Form>
  }
  if (password === undefined) {
    return magicLink && (
      <Form name="magic-link" step={magicLink} submit={magicLinkLabel} fieldOf={fieldOf}>{email}</Form>
    )
  }
  return (
    <Form
      name="password"
      step={password}
      submit={submit}
      fieldOf={fieldOf}
      // A magic link needs no password.
      alternative={magicLink && {
        name: "magic-link",
        step: magicLink,
        variant: lastMethod === "magicLink" ? "secondary" : "ghost",
        text: (
          <>
            <MethodIcon method="magicLink" /> {magicLinkLabel} {lastMethod === "magicLink" && <LastUsed />}
          </>
        ),
        field: "email"
      }}
    >
      {identifier.email === undefined
        ? email
        // Password managers need the account's name.
        : (
          <input
            ref={focusNext}
            type="email"
            name="email"
            autoComplete="username"
            value={identifier.email}
            readOnly
            style={{ display: "none" }}
          />
        )}
      {children}
    </Form>
  )
}
