/**
 * The pages for a forgotten password.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId } from "react"
import { EmailField, fieldOfNewPassword, Form, type FormValues, NewPasswordFields } from "./Form.tsx"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"
import { reopenIfCodeRefused } from "./reopenIfCodeRefused.ts"
import { useStep } from "./useStep.ts"

/** Requests a reset email. */
export const ForgotPasswordPage = ({ page, texts: { forgotPassword } }: PageProps<"ForgotPassword">): ReactNode => {
  const id = useId()
  const send = useStep((typed: FormValues) => page.send(typed.text("email")))
  return (
    <PageLayout name="forgot-password" title={forgotPassword.title}>
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
      <PageActions>
        <StepButton name="to-sign-in" step={page.signIn} text={forgotPassword.signIn} />
      </PageActions>
    </PageLayout>
  )
}

/** Sets a new password. */
export const PasswordResetPage = ({ page, texts: { passwordReset } }: PageProps<"PasswordReset">): ReactNode => {
  const reset = useStep((typed: FormValues) =>
    reopenIfCodeRefused(page.reset({ password: typed.secret("password"), confirmation: typed.secret("confirmation") }))
  )
  return (
    <PageLayout name="password-reset" title={passwordReset.title}>
      <p>{passwordReset.text}</p>
      <Form
        name="reset"
        step={reset}
        submit={passwordReset.submit}
        fieldOf={fieldOfNewPassword}
      >
        <NewPasswordFields />
      </Form>
    </PageLayout>
  )
}

/** The password was changed. */
export const PasswordChangedPage = ({ texts: { passwordChanged } }: PageProps<"PasswordChanged">): ReactNode => (
  <PageLayout name="password-changed" title={passwordChanged.title}>
    <p>{passwordChanged.text}</p>
  </PageLayout>
)
