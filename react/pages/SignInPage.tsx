/**
 * The pages for signing in and up.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId, useRef } from "react"
import type { Provider } from "../../src/pages/HandlerPages.ts"
import { usePageContext } from "./context.ts"
import type { PageError } from "./errors.ts"
import {
  Do,
  EmailField,
  Field,
  fieldOfNewPassword,
  Form,
  type FormProps,
  NewPasswordFields,
  type Typed,
  typedIn
} from "./Form.tsx"
import { Frame, Go, Ways } from "./Frame.tsx"
import type { PageProps } from "./PageProps.ts"
import { usePasskey } from "./usePasskey.ts"
import { type Task, useStep } from "./useStep.ts"

/** Signing in, by the ways that the project has open. */
export const SignInPage = ({ page, texts }: PageProps<"SignIn">): ReactNode => {
  const { magicLink, passkey, password, project, providers } = page
  const withPassword = useStep((typed: Typed) =>
    password!({ email: typed.text("email"), password: typed.secret("password") })
  )
  const byMail = useStep((typed: Typed) => magicLink!(typed.text("email")))
  const withPasskey = usePasskey(page, withPassword.isPending || byMail.isPending)
  const isClosed = [magicLink, passkey, password].every((way) => way === undefined) && providers.length === 0
  return (
    <Frame name="sign-in" title={texts.signIn.title(project.displayName)}>
      {isClosed && <p>{texts.signIn.closed}</p>}
      <MailForms
        password={password && withPassword}
        magicLink={magicLink && byMail}
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
        mailMe={texts.signIn.magicLink}
        fieldOf={({ _tag }) => _tag === "EmailPasswordMismatch" ? "password" : undefined}
      />
      {passkey !== undefined && <Do name="passkey" step={withPasskey} text={texts.signIn.passkey} />}
      <Providers label={texts.signIn.providers} providers={providers} />
      <Ways>
        {page.forgotPassword !== undefined && (
          <Go name="to-forgot-password" step={page.forgotPassword} text={texts.signIn.forgotPassword} />
        )}
        {page.signUp !== undefined && <Go name="to-sign-up" step={page.signUp} text={texts.signIn.signUp} />}
      </Ways>
    </Frame>
  )
}

/** Signing up, by the ways that the project has open. */
export const SignUpPage = ({ page, texts }: PageProps<"SignUp">): ReactNode => {
  const { magicLink, password, project } = page
  const withPassword = useStep((typed: Typed) =>
    password!({
      email: typed.text("email"),
      password: typed.secret("password"),
      confirmation: typed.secret("confirmation")
    })
  )
  const byMail = useStep((typed: Typed) => magicLink!(typed.text("email")))
  return (
    <Frame name="sign-up" title={texts.signUp.title(project.displayName)}>
      <MailForms
        password={password && withPassword}
        magicLink={magicLink && byMail}
        fields={<NewPasswordFields />}
        submit={texts.signUp.submit}
        mailMe={texts.signUp.magicLink}
        fieldOf={(error) => error._tag === "UserWithEmailAlreadyExists" ? "email" : fieldOfNewPassword(error)}
      />
      <Providers label={texts.signUp.providers} providers={page.providers} />
      <Ways>
        <Go name="to-sign-in" step={page.signIn} text={texts.signUp.signIn} />
      </Ways>
    </Frame>
  )
}

interface MailFormsProps<E extends PageError, E2 extends PageError> {
  readonly password: Task<[Typed], unknown, E> | undefined
  readonly magicLink: Task<[Typed], unknown, E2> | undefined
  /** The fields for the password. */
  readonly fields: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly mailMe: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** One form for what begins with an address: a password, or a mail. */
const MailForms = <E extends PageError, E2 extends PageError>(
  { autoComplete = "username", fieldOf, fields, magicLink, mailMe, password, submit }: MailFormsProps<E, E2>
): ReactNode => {
  const button = useRef<HTMLButtonElement>(null)
  if (password === undefined) {
    return magicLink && (
      <Form name="magic-link" step={magicLink} submit={mailMe} fieldOf={fieldOf}>
        <EmailField autoComplete={autoComplete} />
      </Form>
    )
  }
  const mail = (): void => {
    const form = button.current!.form!
    // The address is needed, and the password is not.
    if (form.querySelector("input")!.reportValidity()) magicLink!.run(typedIn(form))
  }
  const step: Task<[Typed], unknown, E | E2> = magicLink?.error === undefined
    ? password
    : { ...password, error: magicLink.error }
  return (
    <Form
      name="password"
      step={step}
      submit={submit}
      fieldOf={fieldOf}
      beside={magicLink && (
        <button
          ref={button}
          type="button"
          data-latchkey="magic-link"
          aria-busy={magicLink.isPending}
          aria-disabled={magicLink.isPending}
          onClick={() => magicLink.isPending || mail()}
        >
          {mailMe}
        </button>
      )}
    >
      <EmailField autoComplete={autoComplete} />
      {fields}
    </Form>
  )
}

/** The providers whose accounts the project takes. */
const Providers = (
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
            <Go name="provider" step={provider.signIn} text={texts.signIn.provider(provider.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Nobody new may sign up. */
export const SignUpClosedPage = ({ page, texts: { signUpClosed } }: PageProps<"SignUpClosed">): ReactNode => (
  <Frame name="sign-up-closed" title={signUpClosed.title}>
    <p>{signUpClosed.text(page.project.displayName)}</p>
    <Ways>
      <Go name="to-sign-in" step={page.signIn} text={signUpClosed.signIn} />
    </Ways>
  </Frame>
)
