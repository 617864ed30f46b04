/**
 * The pages for a forgotten password.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { EmailField, fieldOfNewPassword, NewPasswordFields } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { useStep } from "../kit/useStep.ts"
import type { PageProps } from "./PageProps.ts"
import { reopenIfCodeRefused } from "./reopenIfCodeRefused.ts"

/** Requests a reset email. */
export const ForgotPasswordPage = ({ page, texts: { forgotPassword } }: PageProps<"ForgotPassword">): ReactNode => {
  const id = useId()
  const send = useStep((typed: FormValues) => page.send(typed.text("email")))
  return (
    <Card name="forgot-password" title={forgotPassword.title}>
      <p id={id}>{forgotPassword.text}</p>
      <Form
        name="send"
        step={send}
        submit={forgotPassword.submit}
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "email" : undefined}
        successText={forgotPassword.sent}
      >
        <EmailField describedBy={id} />
      </Form>
      <CardFooter>
        <StepButton name="to-sign-in" step={page.signIn} text={forgotPassword.signIn} />
      </CardFooter>
    </Card>
  )
}

/** Sets a new password. */
export const PasswordResetPage = ({ page, texts: { passwordReset } }: PageProps<"PasswordReset">): ReactNode => {
  const reset = useStep((typed: FormValues) =>
    reopenIfCodeRefused(page.reset({ password: typed.secret("password"), confirmation: typed.secret("confirmation") }))
  )
  return (
    <Card name="password-reset" title={passwordReset.title}>
      <p>{passwordReset.text}</p>
      <Form
        name="reset"
        step={reset}
        submit={passwordReset.submit}
        fieldOf={fieldOfNewPassword}
      >
        <NewPasswordFields />
      </Form>
    </Card>
  )
}

/** The password was changed. */
export const PasswordChangedPage = ({ texts: { passwordChanged } }: PageProps<"PasswordChanged">): ReactNode => (
  <Card name="password-changed" title={passwordChanged.title}>
    <p>{passwordChanged.text}</p>
  </Card>
)
