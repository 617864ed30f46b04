/**
 * The pages for sign-in and sign-up.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId, useRef } from "react"
import type { Provider } from "../../src/pages/HandlerPages.ts"
import { TaskButton } from "../kit/Button.tsx"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { EmailField, Field, fieldOfNewPassword, NewPasswordFields } from "../kit/Field.tsx"
import { Form, type FormProps, type FormValues, readForm } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { type Task, useStep } from "../kit/useStep.ts"
import type { PageError } from "./PageError.ts"
import type { PageProps } from "./PageProps.ts"
import { usePasskey } from "./usePasskey.ts"

/** The sign-in page, with the methods that the project has enabled. */
export const SignInPage = ({ page, texts }: PageProps<"SignIn">): ReactNode => {
  const { magicLink, passkey, password, project, providers } = page
  const withPassword = useStep((typed: FormValues) =>
    password!({ email: typed.text("email"), password: typed.secret("password") })
  )
  const sendLink = useStep((typed: FormValues) => magicLink!(typed.text("email")))
  const withPasskey = usePasskey(page, withPassword.isPending || sendLink.isPending)
  const isClosed = [magicLink, passkey, password].every((way) => way === undefined) && providers.length === 0
  return (
    <Card name="sign-in" title={texts.signIn.title(project.displayName)}>
      {isClosed && <p>{texts.signIn.closed}</p>}
      <EmailForm
        password={password && withPassword}
        magicLink={magicLink && sendLink}
        fields={
          <Field
            name="password"
            type="password"
            autoComplete="current-password"
            required
            label={texts.fields.password}
          />
        }
        autoComplete={passkey === undefined ? "username" : "username webauthn"}
        submit={texts.signIn.submit}
        magicLinkLabel={texts.signIn.magicLink}
        fieldOf={({ _tag }) => _tag === "EmailPasswordMismatch" ? "password" : undefined}
      />
      {passkey !== undefined && <TaskButton name="passkey" step={withPasskey} text={texts.signIn.passkey} />}
      <ProviderButtons label={texts.signIn.providers} providers={providers} />
      <CardFooter>
        {page.forgotPassword !== undefined && (
          <StepButton name="to-forgot-password" step={page.forgotPassword} text={texts.signIn.forgotPassword} />
        )}
        {page.signUp !== undefined && <StepButton name="to-sign-up" step={page.signUp} text={texts.signIn.signUp} />}
      </CardFooter>
    </Card>
  )
}

/** The sign-up page, with the methods that the project has enabled. */
export const SignUpPage = ({ page, texts }: PageProps<"SignUp">): ReactNode => {
  const { magicLink, password, project } = page
  const withPassword = useStep((typed: FormValues) =>
    password!({
      email: typed.text("email"),
      password: typed.secret("password"),
      confirmation: typed.secret("confirmation")
    })
  )
  const sendLink = useStep((typed: FormValues) => magicLink!(typed.text("email")))
  return (
    <Card name="sign-up" title={texts.signUp.title(project.displayName)}>
      <EmailForm
        password={password && withPassword}
        magicLink={magicLink && sendLink}
        fields={<NewPasswordFields label={texts.fields.password} />}
        submit={texts.signUp.submit}
        magicLinkLabel={texts.signUp.magicLink}
        fieldOf={(error) => error._tag === "UserWithEmailAlreadyExists" ? "email" : fieldOfNewPassword(error)}
      />
      <ProviderButtons label={texts.signUp.providers} providers={page.providers} />
      <CardFooter>
        <StepButton name="to-sign-in" step={page.signIn} text={texts.signUp.signIn} />
      </CardFooter>
    </Card>
  )
}

interface EmailFormProps<E extends PageError, E2 extends PageError> {
  readonly password: Task<[FormValues], unknown, E> | undefined
  readonly magicLink: Task<[FormValues], unknown, E2> | undefined
  /** The password fields. */
  readonly fields: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly magicLinkLabel: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** A form with an email field, for a password or a magic link. */
const EmailForm = <E extends PageError, E2 extends PageError>(
  { autoComplete = "username", fieldOf, fields, magicLink, magicLinkLabel, password, submit }: EmailFormProps<E, E2>
): ReactNode => {
  const button = useRef<HTMLButtonElement>(null)
  if (password === undefined) {
    return magicLink && (
      <Form name="magic-link" step={magicLink} submit={magicLinkLabel} fieldOf={fieldOf}>
        <EmailField autoComplete={autoComplete} />
      </Form>
    )
  }
  const sendMagicLink = (): void => {
    const form = button.current!.form!
    // Validates the email only: a magic link needs no password.
    if (form.querySelector("input")!.reportValidity()) magicLink!.run(readForm(form))
  }
  const step: Task<[FormValues], unknown, E | E2> = magicLink?.error === undefined
    ? password
    : { ...password, error: magicLink.error }
  return (
    <Form
      name="password"
      step={step}
      submit={submit}
      fieldOf={fieldOf}
      secondaryAction={magicLink && (
        <button
          ref={button}
          type="button"
          data-latchkey="magic-link"
          aria-busy={magicLink.isPending}
          aria-disabled={magicLink.isPending}
          onClick={() => magicLink.isPending || sendMagicLink()}
        >
          {magicLinkLabel}
        </button>
      )}
    >
      <EmailField autoComplete={autoComplete} />
      {fields}
    </Form>
  )
}

/** The buttons of the OAuth providers. */
const ProviderButtons = (
  { label, providers }: { readonly label: string; readonly providers: ReadonlyArray<Provider> }
): ReactNode => {
  const id = useId()
  const { texts } = usePageContext()
  return providers.length > 0 && (
    <>
      <h2 id={id}>{label}</h2>
      <ul data-latchkey="providers" aria-labelledby={id}>
        {providers.map((provider) => (
          <li key={provider.id} data-latchkey-provider={provider.id}>
            <StepButton name="provider" step={provider.signIn} text={texts.signIn.provider(provider.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The project does not allow sign-ups. */
export const SignUpClosedPage = ({ page, texts: { signUpClosed } }: PageProps<"SignUpClosed">): ReactNode => (
  <Card name="sign-up-closed" title={signUpClosed.title}>
    <p>{signUpClosed.text(page.project.displayName)}</p>
    <CardFooter>
      <StepButton name="to-sign-in" step={page.signIn} text={signUpClosed.signIn} />
    </CardFooter>
  </Card>
)
