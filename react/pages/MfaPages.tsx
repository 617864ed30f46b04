/**
 * The pages with a code field: for the code of an email, and for the second factor.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import { open } from "../../src/pages/HandlerPages.ts"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { Field } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { useStep } from "../kit/useStep.ts"
import type { PageProps } from "./PageProps.ts"

/** Takes the six characters of an email. */
export const CodeSentPage = ({ page, texts: { codeSent, fields } }: PageProps<"CodeSent">): ReactNode => {
  const id = useId()
  const signIn = useStep((typed: FormValues) => page.signIn(typed.secret("code")))
  return (
    <Card name="code-sent" title={codeSent.title} initialFocus="field">
      <p id={id}>{codeSent.text(page.email)}</p>
      <Form name="code" step={signIn} submit={codeSent.submit} fieldOf={() => "code"}>
        <Field
          name="code"
          label={fields.code}
          type="text"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
          describedBy={id}
        />
      </Form>
      <CardFooter>
        <StepButton name="send-again" step={page.sendAgain} text={codeSent.sendAgain} />
        <StepButton name="start-over" step={Effect.andThen(page.startOver, open)} text={codeSent.startOver} />
      </CardFooter>
    </Card>
  )
}

/** Takes the second factor. */
export const MfaPage = ({ page, texts: { fields, mfa } }: PageProps<"Mfa">): ReactNode => {
  const id = useId()
  const complete = useStep((typed: FormValues) => page.complete(typed.secret("code")))
  return (
    <Card name="mfa" title={mfa.title} initialFocus="field">
      <p id={id}>{mfa.text}</p>
      <Form
        name="code"
        step={complete}
        submit={mfa.submit}
        fieldOf={() => "code"}
        explain={({ _tag }) => {
          switch (_tag) {
            case "VerificationCodeExpired":
              return mfa.tooLate
            case "VerificationCodeAlreadyUsed":
            case "VerificationCodeMaxAttemptsReached":
            case "VerificationCodeNotFound":
              return mfa.refused
            default:
              return undefined
          }
        }}
      >
        <Field
          name="code"
          label={fields.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          describedBy={id}
        />
      </Form>
      <CardFooter>
        <StepButton name="start-over" step={page.startOver} text={mfa.startOver} />
      </CardFooter>
    </Card>
  )
}

/** The sign-in has expired. */
export const MfaExpiredPage = ({ page, texts: { mfaExpired } }: PageProps<"MfaExpired">): ReactNode => (
  <Card name="mfa-expired" title={mfaExpired.title}>
    <p>{mfaExpired.text}</p>
    <CardFooter>
      <StepButton name="start-over" step={page.startOver} text={mfaExpired.startOver} />
    </CardFooter>
  </Card>
)
