import { type ReactNode, useId, useState } from "react"
import type { ForgotPassword } from "../../src/pages/ForgotPassword.ts"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { EmailField, fieldOfInvalid } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { fieldOfNewPassword, NewPasswordField } from "../kit/NewPasswordField.tsx"
import { PageLink } from "../kit/PageLink.tsx"
import { ResendButton } from "../kit/ResendButton.tsx"
import { resendSeconds } from "../kit/useCountdown.ts"
import { useStep } from "../kit/useStep.ts"
import { forgotPassword, passwordChanged, passwordReset } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"
import { useReopenIfCodeRefused } from "./reopenIfCodeRefused.ts"

/** Requests a reset email. */
export const ForgotPasswordPage = ({ page }: ShownProps<"ForgotPassword">): ReactNode => {
  const id = useId()
  const texts = useTexts("forgotPassword", forgotPassword)
  const [email, setEmail] = useState("")
  const send = useStep((typed: FormValues) => {
    setEmail(typed.text("email"))
    return page.send(typed.text("email"))
  })
  if (send.state._tag === "Success") return <ResetLinkSent page={page} email={email} />
  return (
    <Card name="forgot-password" title={texts.title} text={texts.text} textId={id}>
      <Form
        name="send"
        step={send}
        submit={texts.submit}
        fieldOf={fieldOfInvalid("email")}
      >
        <EmailField describedBy={id} defaultValue={page.email} />
      </Form>
      <CardFooter>
        <PageLink name="to-sign-in" href={page.links.signIn} step={page.signIn} text={texts.signIn} />
      </CardFooter>
    </Card>
  )
}

/** The reset email was sent. */
const ResetLinkSent = ({ email, page }: { readonly email: string; readonly page: ForgotPassword }): ReactNode => {
  const texts = useTexts("forgotPassword", forgotPassword)
  const sendAgain = useStep(() => page.send(email))
  return (
    <Card key="sent" name="reset-link-sent" title={texts.sentTitle} text={texts.sent(email)}>
      <ResendButton name="send-again" initial={resendSeconds} step={sendAgain} text={texts.sendAgain} />
      <CardFooter>
        <PageLink name="to-sign-in" href={page.links.signIn} step={page.signIn} text={texts.signIn} />
      </CardFooter>
    </Card>
  )
}

/** Sets a new password. */
export const PasswordResetPage = ({ page }: ShownProps<"PasswordReset">): ReactNode => {
  const texts = useTexts("passwordReset", passwordReset)
  const reopenIfCodeRefused = useReopenIfCodeRefused()
  const reset = useStep((typed: FormValues) => reopenIfCodeRefused(page.reset({ password: typed.secret("password") })))
  return (
    <Card name="password-reset" title={texts.title} text={texts.text}>
      <Form name="reset" step={reset} submit={texts.submit} fieldOf={fieldOfNewPassword}>
        <NewPasswordField />
      </Form>
    </Card>
  )
}

/** The password was changed. */
export const PasswordChangedPage = ({ page }: ShownProps<"PasswordChanged">): ReactNode => {
  const texts = useTexts("passwordChanged", passwordChanged)
  return (
    <Card name="password-changed" tone="success" title={texts.title} text={texts.text}>
      <StepButton name="to-sign-in" variant="primary" step={page.signIn} text={texts.signIn} />
    </Card>
  )
}
