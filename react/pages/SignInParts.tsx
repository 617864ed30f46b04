/** The parts that the sign-in and sign-up pages share. */
import { type ReactNode, useState } from "react"
import type { Provider } from "../../src/pages/HandlerPages.ts"
import { ProviderMark, providerName } from "../components/ProviderMark.tsx"
import { Alert } from "../kit/Alert.tsx"
import { Button } from "../kit/Button.tsx"
import { useErrorText } from "../kit/errorText.ts"
import { EmailField } from "../kit/Field.tsx"
import { Form, type FormProps, type FormValues } from "../kit/Form.tsx"
import { type Task, useStep } from "../kit/useStep.ts"
import { providers as providerTexts } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { PageError } from "./PageError.ts"

interface EmailFormProps<E extends PageError, E2 extends PageError> {
  readonly password: Task<[FormValues], unknown, E> | undefined
  readonly magicLink: Task<[FormValues], unknown, E2> | undefined
  /** The password fields. */
  readonly children: ReactNode
  readonly autoComplete?: string
  readonly submit: string
  readonly magicLinkLabel: string
  readonly fieldOf: NonNullable<FormProps<unknown, E | E2>["fieldOf"]>
}

/** A form with an email field, for a password or a magic link. */
export const EmailForm = <E extends PageError, E2 extends PageError>(
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
  /** `true` if another sign-in method follows. */
  readonly hasOther: boolean
}

/** The buttons of the OAuth providers, in two columns if there are many. */
export const ProviderList = ({ hasOther, providers }: ProviderListProps): ReactNode => {
  const texts = useTexts("providers", providerTexts)
  const errorText = useErrorText()
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
      {error !== undefined && <Alert text={errorText(error)} />}
      {hasOther && (
        <p data-latchkey="divider">
          <span>{texts.or}</span>
        </p>
      )}
    </>
  )
}
