import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter, CardLink } from "../kit/Card.tsx"
import type { FormValues } from "../kit/Form.tsx"
import { fieldOfNewPassword, NewPasswordField } from "../kit/NewPasswordField.tsx"
import { useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { signUp, signUpClosed } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { EmailForm } from "./EmailForm.tsx"
import type { ShownProps } from "./PageProps.ts"
import { ProviderList } from "./ProviderList.tsx"

/** The sign-up page, with the methods that the project has enabled. */
export const SignUpPage = ({ page }: ShownProps<"SignUp">): ReactNode => {
  const texts = useTexts("signUp", signUp)
  const fields = useTexts("fields", fieldTexts)
  const { magicLink, password, project, providers } = page
  const withPassword = useStep((typed: FormValues) =>
    password!({ email: typed.text("email"), password: typed.secret("password") })
  )
  const sendLink = useStep((typed: FormValues) => magicLink!(typed.text("email")))
  return (
    <Card name="sign-up" title={texts.title(project.displayName)} text={texts.text}>
      <ProviderList providers={providers} hasOther={password !== undefined || magicLink !== undefined} />
      <EmailForm
        password={password && withPassword}
        magicLink={magicLink && sendLink}
        submit={texts.submit}
        magicLinkLabel={texts.magicLink}
        fieldOf={(error) => error._tag === "UserWithEmailAlreadyExists" ? "email" : fieldOfNewPassword(error)}
      >
        <NewPasswordField label={fields.password} />
      </EmailForm>
      <CardFooter>
        <p>
          {texts.hasAccount} <StepButton name="to-sign-in" variant="link" step={page.signIn} text={texts.signIn} />
        </p>
      </CardFooter>
    </Card>
  )
}

/** The project does not allow sign-ups. */
export const SignUpClosedPage = ({ page }: ShownProps<"SignUpClosed">): ReactNode => {
  const texts = useTexts("signUpClosed", signUpClosed)
  return (
    <Card name="sign-up-closed" title={texts.title} text={texts.text(page.project.displayName)}>
      <CardLink name="to-sign-in" variant="secondary" step={page.signIn} text={texts.signIn} />
    </Card>
  )
}
