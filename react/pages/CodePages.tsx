import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardLink } from "../kit/Card.tsx"
import { CodeField } from "../kit/CodeField.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { ResendButton } from "../kit/ResendButton.tsx"
import { resendSeconds } from "../kit/useCountdown.ts"
import { useStep } from "../kit/useStep.ts"
import { codeSent, mfa, mfaExpired } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"

/** Takes an email's six characters. */
export const CodeSentPage = ({ page }: ShownProps<"CodeSent">): ReactNode => {
  const id = useId()
  const texts = useTexts("codeSent", codeSent)
  const { reopen = Effect.void } = usePageContext()
  const signIn = useStep((typed: FormValues) => page.signIn(typed.secret("code")))
  const sendAgain = useStep(() => page.sendAgain)
  return (
    <Card name="code-sent" title={texts.title} text={texts.text(page.email)} textId={id} initialFocus="field">
      <Form name="code" step={signIn} submit={texts.submit} fieldOf={() => "code"}>
        <CodeField hasLetters describedBy={id} />
      </Form>
      <ResendButton name="send-again" initial={resendSeconds} step={sendAgain} text={texts.sendAgain} />
      <CardLink name="start-over" step={Effect.andThen(page.startOver, reopen)} text={texts.startOver} />
    </Card>
  )
}

/** Takes the second factor. */
export const MfaPage = ({ page }: ShownProps<"Mfa">): ReactNode => {
  const id = useId()
  const texts = useTexts("mfa", mfa)
  const complete = useStep((typed: FormValues) => page.complete(typed.secret("code")))
  return (
    <Card name="mfa" title={texts.title} text={texts.text} textId={id} initialFocus="field">
      <Form
        name="code"
        step={complete}
        submit={texts.submit}
        fieldOf={() => "code"}
        explain={({ _tag }) => {
          switch (_tag) {
            case "VerificationCodeExpired":
              return texts.tooLate
            case "VerificationCodeAlreadyUsed":
            case "VerificationCodeMaxAttemptsReached":
            case "VerificationCodeNotFound":
              return texts.refused
            default:
              return undefined
          }
        }}
      >
        <CodeField describedBy={id} />
      </Form>
      <p data-latchkey="hint">{texts.lost}</p>
      <CardLink name="start-over" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** The sign-in has expired. */
export const MfaExpiredPage = ({ page }: ShownProps<"MfaExpired">): ReactNode => {
  const texts = useTexts("mfaExpired", mfaExpired)
  return (
    <Card name="mfa-expired" tone="neutral" title={texts.title} text={texts.text}>
      <StepButton name="start-over" variant="primary" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}
