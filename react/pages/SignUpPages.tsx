import type { ReactNode } from "react"
import { Card, CardFooter } from "../kit/Card.tsx"
import type { FormValues } from "../kit/Form.tsx"
import { fieldOfNewPassword, NewPasswordField } from "../kit/NewPasswordField.tsx"
import { PageLink } from "../kit/PageLink.tsx"
import { useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { signUp, signUpClosed } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { EmailForm, IdentifierText, useIdentifier } from "./EmailForm.tsx"
import { Legal } from "./Legal.tsx"
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
  const hasForm = password !== undefined || magicLink !== undefined
  const identifier = useIdentifier(page.email, password !== undefined)
  return (
    <Card
      name="sign-up"
      title={texts.title(project.displayName)}
      text={identifier.email && <IdentifierText identifier={identifier} />}
    >
      <ProviderList
        providers={identifier.email === undefined ? providers : []}
        lastMethod={page.lastMethod}
        hasOther={hasForm}
      >
        {hasForm && (
          <EmailForm
            identifier={identifier}
            // New users need only the mark at a provider.
            lastMethod={undefined}
            password={password && withPassword}
            magicLink={magicLink && sendLink}
            submit={texts.submit}
            magicLinkLabel={texts.magicLink}
            fieldOf={(error) => error._tag === "UserWithEmailAlreadyExists" ? "email" : fieldOfNewPassword(error)}
          >
            <NewPasswordField label={fields.password} />
          </EmailForm>
        )}
      </ProviderList>
      <Legal />
      <CardFooter>
        <p>
          {texts.hasAccount}{" "}
          <PageLink name="to-sign-in" href={page.links.signIn} step={page.signIn} text={texts.signIn} />
        </p>
      </CardFooter>
    </Card>
  )
}

/** The project does not allow sign-ups. */
export const SignUpClosedPage = ({ page }: ShownProps<"SignUpClosed">): ReactNode => {
  const texts = useTexts("signUpClosed", signUpClosed)
  return (
    <Card name="sign-up-closed" tone="neutral" title={texts.title} text={texts.text(page.project.displayName)}>
      <PageLink
        name="to-sign-in"
        variant="primary"
        href={page.links.signIn}
        step={page.signIn}
        text={texts.signIn}
      />
    </Card>
  )
}
