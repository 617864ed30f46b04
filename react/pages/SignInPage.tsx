/** The sign-in page. */
import type { ReactNode } from "react"
import { StepButton, TaskButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { Field } from "../kit/Field.tsx"
import type { FormValues } from "../kit/Form.tsx"
import { useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { signIn } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"
import { EmailForm, ProviderList } from "./SignInParts.tsx"
import { usePasskey } from "./usePasskey.ts"

/** The sign-in page, with the methods that the project has enabled. */
export const SignInPage = ({ page }: ShownProps<"SignIn">): ReactNode => {
  const texts = useTexts("signIn", signIn)
  const fields = useTexts("fields", fieldTexts)
  const { magicLink, passkey, password, project, providers } = page
  const withPassword = useStep((typed: FormValues) =>
    password!({ email: typed.text("email"), password: typed.secret("password") })
  )
  const sendLink = useStep((typed: FormValues) => magicLink!(typed.text("email")))
  const withPasskey = usePasskey(page, withPassword.isPending || sendLink.isPending)
  const hasForm = password !== undefined || magicLink !== undefined
  const isClosed = !hasForm && passkey === undefined && providers.length === 0
  return (
    <Card name="sign-in" title={texts.title(project.displayName)} text={isClosed ? texts.closed : texts.text}>
      <ProviderList providers={providers} hasOther={hasForm || passkey !== undefined} />
      <EmailForm
        password={password && withPassword}
        magicLink={magicLink && sendLink}
        autoComplete={passkey === undefined ? "username" : "username webauthn"}
        submit={texts.submit}
        magicLinkLabel={texts.magicLink}
        fieldOf={({ _tag }) => _tag === "EmailPasswordMismatch" ? "password" : undefined}
      >
        <Field
          name="password"
          type="password"
          autoComplete="current-password"
          required
          label={fields.password}
          labelAction={page.forgotPassword && (
            <StepButton
              name="to-forgot-password"
              variant="link"
              step={page.forgotPassword}
              text={texts.forgotPassword}
            />
          )}
        />
      </EmailForm>
      {passkey !== undefined && <TaskButton name="passkey" step={withPasskey} text={texts.passkey} />}
      {page.signUp !== undefined && (
        <CardFooter>
          <p>
            {texts.noAccount} <StepButton name="to-sign-up" variant="link" step={page.signUp} text={texts.signUp} />
          </p>
        </CardFooter>
      )}
    </Card>
  )
}
