import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useState } from "react"
import { isAutofillSupported } from "../../src/auth/passkey/support.ts"
import type { Provider, SignIn } from "../../src/pages/HandlerPages.ts"
import { passwordLength } from "../../src/wire/passwordLength.ts"
import { useAuth } from "../Auth.ts"
import { ProviderMark, providerName } from "../components/ProviderMark.tsx"
import { Button, StepButton, TaskButton } from "../kit/Button.tsx"
import { Card, CardFooter, CardLink } from "../kit/Card.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { EmailField, Field, fieldOfNewPassword, NewPasswordFields } from "../kit/Field.tsx"
import { Form, type FormProps, type FormValues } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { type Task, useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { providers as providerTexts, signIn, signUp, signUpClosed } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { PageError } from "./PageError.ts"
import type { ShownProps } from "./PageProps.ts"
import type { StepError } from "./ShownPage.ts"

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

/** The sign-up page, with the methods that the project has enabled. */
export const SignUpPage = ({ page }: ShownProps<"SignUp">): ReactNode => {
  const texts = useTexts("signUp", signUp)
  const fields = useTexts("fields", fieldTexts)
  const { magicLink, password, project, providers } = page
  const withPassword = useStep((typed: FormValues) =>
    password!({
      email: typed.text("email"),
      password: typed.secret("password"),
      confirmation: typed.secret("confirmation")
    })
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
        <NewPasswordFields label={fields.password} hint={texts.passwordHint(passwordLength.min)} />
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

interface EmailFormProps<E extends PageError, E2 extends PageError> {
  readonly password: Task<[FormValues], unknown, E> | undefined
  readonly magicLink: Task<[FormValues], unknown, E2> | undefined
  readonly children: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly magicLinkLabel: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** A form with an email field, for a password or a magic link. */
const EmailForm = <E extends PageError, E2 extends PageError>(
  { autoComplete = "username", children, fieldOf, magicLink, magicLinkLabel, password, submit }: EmailFormProps<E, E2>
): ReactNode => {
  if (password === undefined) {
    return magicLink && (
      <Form name="magic-link" step={magicLink} submit={magicLinkLabel} fieldOf={fieldOf}>
        <EmailField autoComplete={autoComplete} />
      </Form>
    )
  }
  return (
    <Form
      name="password"
      step={password}
      submit={submit}
      fieldOf={fieldOf}
      // A magic link needs no password.
      alternative={magicLink && { name: "magic-link", step: magicLink, text: magicLinkLabel, field: "email" }}
    >
      <EmailField autoComplete={autoComplete} />
      {children}
    </Form>
  )
}

interface ProviderListProps {
  readonly providers: ReadonlyArray<Provider>
  readonly hasOther: boolean
}

/** The OAuth providers' buttons, in two columns if there are many. */
const ProviderList = ({ hasOther, providers }: ProviderListProps): ReactNode => {
  const texts = useTexts("providers", providerTexts)
  const [current, setCurrent] = useState<Provider>()
  const { error, isPending, run } = useStep((provider: Provider) => provider.signIn)
  if (providers.length === 0) return null
  const isDense = providers.length > 3
  return (
    <>
      <ul role="list" data-latchkey="providers" data-columns={isDense ? 2 : 1}>
        {providers.map((provider) => {
          const name = providerName(provider.id)
          const label = texts.continue(name)
          return (
            <li key={provider.id}>
              <Button
                name="provider"
                provider={provider.id}
                label={isDense ? label : undefined}
                isBusy={isPending && current === provider}
                onClick={() => {
                  setCurrent(provider)
                  run(provider)
                }}
              >
                <ProviderMark provider={provider.id} /> {isDense ? name : label}
              </Button>
            </li>
          )
        })}
      </ul>
      <ErrorAlert error={error} />
      {hasOther && (
        <p data-latchkey="divider">
          <span>{texts.or}</span>
        </p>
      )}
    </>
  )
}

type SignInWithPasskey = NonNullable<SignIn["passkey"]>
type PasskeyError = StepError<{ readonly passkey: SignInWithPasskey }>

/**
 * Returns the step that signs in with a passkey. The browser may suggest a passkey while no other step is running. Shows the
 * page that a suggestion returns, and its error if the user caused it.
 */
const usePasskey = ({ passkey }: SignIn, isOtherPending: boolean): Task<[], unknown, PasskeyError> => {
  const { onError, runtime } = useAuth()
  const { provide, show } = usePageContext()
  const [suggested, setSuggested] = useState<PasskeyError>()
  const step = useStep(() => passkey!())
  const isFree = !isOtherPending && !step.isPending
  useEffect(() => {
    if (!isFree || passkey === undefined) return
    const suggest = Effect.flatMap(
      isAutofillSupported,
      (isSupported) => isSupported ? Effect.flatMap(passkey({ mediation: "conditional" }), show) : Effect.void
    )
    // Yields first: strict mode unmounts once, before the request starts.
    const fiber = runtime.runFork(
      Effect.andThen(Effect.yieldNow, provide(suggest)).pipe(
        Effect.catch((error) => Effect.sync(() => isQuiet(error) || setSuggested(error))),
        Effect.catchDefect((defect) => Effect.sync(() => onError(defect, { isShown: false })))
      )
    )
    return () => fiber.interruptUnsafe()
  }, [isFree, passkey, onError, provide, runtime, show])
  return {
    ...step,
    run: () => {
      setSuggested(undefined)
      step.run()
    },
    error: step.error ?? suggested
  }
}

/** Returns `true` for errors from suggestions that the user did not cause. */
const isQuiet = ({ _tag }: PasskeyError): boolean =>
  _tag === "PasskeyWebAuthnError" || _tag === "WebAuthnNotSupported" || _tag === "ApiError"
