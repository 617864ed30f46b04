/**
 * The pages with a code field: for the code of an email, and for the second factor.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import { open } from "../../src/pages/HandlerPages.ts"
import { Field, Form, type FormValues } from "./Form.tsx"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"
import { useStep } from "./useStep.ts"

/** Takes the six characters of an email. */
export const CodeSentPage = ({ page, texts: { codeSent, fields } }: PageProps<"CodeSent">): ReactNode => {
  const id = useId()
  const signIn = useStep((typed: FormValues) => page.signIn(typed.secret("code")))
  return (
    <PageLayout name="code-sent" title={codeSent.title} initialFocus="field">
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
      <PageActions>
        <StepButton name="send-again" step={page.sendAgain} text={codeSent.sendAgain} />
        <StepButton name="start-over" step={Effect.andThen(page.startOver, open)} text={codeSent.startOver} />
      </PageActions>
    </PageLayout>
  )
}

/** Takes the second factor. */
export const MfaPage = ({ page, texts: { fields, mfa } }: PageProps<"Mfa">): ReactNode => {
  const id = useId()
  const complete = useStep((typed: FormValues) => page.complete(typed.secret("code")))
  return (
    <PageLayout name="mfa" title={mfa.title} initialFocus="field">
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
      <PageActions>
        <StepButton name="start-over" step={page.startOver} text={mfa.startOver} />
      </PageActions>
    </PageLayout>
  )
}

/** The sign-in has expired. */
export const MfaExpiredPage = ({ page, texts: { mfaExpired } }: PageProps<"MfaExpired">): ReactNode => (
  <PageLayout name="mfa-expired" title={mfaExpired.title}>
    <p>{mfaExpired.text}</p>
    <PageActions>
      <StepButton name="start-over" step={page.startOver} text={mfaExpired.startOver} />
    </PageActions>
  </PageLayout>
)
