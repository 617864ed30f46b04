/**
 * The pages of a forgotten password.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId } from "react"
import { EmailField, fieldOfNewPassword, Form, NewPasswordFields, type Typed } from "./Form.tsx"
import { Frame, Go, Ways } from "./Frame.tsx"
import { orRefused } from "./orRefused.ts"
import type { PageProps } from "./PageProps.ts"
import { useStep } from "./useStep.ts"

/** Asks for a mail. */
export const ForgotPasswordPage = ({ page, texts: { forgotPassword } }: PageProps<"ForgotPassword">): ReactNode => {
  const id = useId()
  const send = useStep((typed: Typed) => page.send(typed.text("email")))
  return (
    <Frame name="forgot-password" title={forgotPassword.title}>
      <p id={id}>{forgotPassword.text}</p>
      <Form
        name="send"
        step={send}
        submit={forgotPassword.submit}
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "email" : undefined}
        done={forgotPassword.sent}
      >
        <EmailField describedBy={id} />
      </Form>
      <Ways>
        <Go name="to-sign-in" step={page.signIn} text={forgotPassword.signIn} />
      </Ways>
    </Frame>
  )
}

/** Asks for a new password. */
export const PasswordResetPage = ({ page, texts: { passwordReset } }: PageProps<"PasswordReset">): ReactNode => {
  const reset = useStep((typed: Typed) =>
    orRefused(page.reset({ password: typed.secret("password"), confirmation: typed.secret("confirmation") }))
  )
  return (
    <Frame name="password-reset" title={passwordReset.title}>
      <p>{passwordReset.text}</p>
      <Form
        name="reset"
        step={reset}
        submit={passwordReset.submit}
        fieldOf={fieldOfNewPassword}
      >
        <NewPasswordFields />
      </Form>
    </Frame>
  )
}

/** The new password counts. */
export const PasswordWasResetPage = ({ texts: { passwordWasReset } }: PageProps<"PasswordWasReset">): ReactNode => (
  <Frame name="password-was-reset" title={passwordWasReset.title}>
    <p>{passwordWasReset.text}</p>
  </Frame>
)
