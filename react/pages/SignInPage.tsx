import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useState } from "react"
import { isAutofillSupported } from "../../src/auth/passkey/support.ts"
import type { SignIn } from "../../src/pages/HandlerPages.ts"
import { useAuth } from "../Auth.ts"
import { type ButtonVariant, TaskButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { Field } from "../kit/Field.tsx"
import type { FormValues } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { PageLink } from "../kit/PageLink.tsx"
import { type Task, useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { signIn } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { EmailForm, IdentifierText, useIdentifier } from "./EmailForm.tsx"
import { LastUsed } from "./LastUsed.tsx"
import { Legal } from "./Legal.tsx"
import { MethodIcon } from "./MethodIcon.tsx"
import type { ShownProps } from "./PageProps.ts"
import { ProviderList } from "./ProviderList.tsx"
import type { StepError } from "./ShownPage.ts"

/** The sign-in page, with the methods that the project has enabled. */
export const SignInPage = ({ page }: ShownProps<"SignIn">): ReactNode => {
  const texts = useTexts("signIn", signIn)
  const fields = useTexts("fields", fieldTexts)
  const { magicLink, passkey, password, project, providers } = page
  const identifier = useIdentifier(page.email, password !== undefined)
  const withPassword = useStep((typed: FormValues) =>
    password!({ email: typed.text("email"), password: typed.secret("password") })
  )
  const sendLink = useStep((typed: FormValues) => magicLink!(typed.text("email")))
  const withPasskey = usePasskey(page, withPassword.isPending || sendLink.isPending)
  const hasForm = password !== undefined || magicLink !== undefined
  const isClosed = !hasForm && passkey === undefined && providers.length === 0
  const { email, isAsked } = identifier
  const isPasskeyFirst = passkey !== undefined && page.isPasskeyOnDevice
  const hasPasskeyRow = passkey !== undefined && !isAsked && (!isPasskeyFirst || email !== undefined)
  const passkeyButton = (variant: ButtonVariant) => (
    <TaskButton
      name="passkey"
      variant={variant}
      step={withPasskey}
      text={
        <>
          <MethodIcon method="passkey" /> {texts.passkey} {page.lastMethod === "passkey" && <LastUsed />}
        </>
      }
    />
  )
  return (
    <Card
      name="sign-in"
      title={texts.title(project.displayName)}
      text={isClosed ? texts.closed : email && <IdentifierText identifier={identifier} />}
    >
      <ProviderList
        // After the email, only its methods are shown.
        providers={email === undefined ? providers : []}
        lastMethod={page.lastMethod}
        hasOther={hasForm || hasPasskeyRow}
        first={isPasskeyFirst && email === undefined ? passkeyButton("secondary") : undefined}
      >
        {hasForm && (
          <EmailForm
            identifier={identifier}
            lastMethod={page.lastMethod}
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
                <PageLink
                  name="to-forgot-password"
                  href={page.links.forgotPassword}
                  step={page.forgotPassword}
                  text={texts.forgotPassword}
                />
              )}
            />
          </EmailForm>
        )}
        {hasPasskeyRow && passkeyButton(hasForm && page.lastMethod !== "passkey" ? "ghost" : "secondary")}
      </ProviderList>
      {!isClosed && <Legal />}
      {page.signUp !== undefined && (
        <CardFooter>
          <p>
            {texts.noAccount}{" "}
            <PageLink name="to-sign-up" href={page.links.signUp} step={page.signUp} text={texts.signUp} />
          </p>
        </CardFooter>
      )}
    </Card>
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
