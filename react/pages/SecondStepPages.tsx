/**
 * The pages between the two halves of a sign-in: a mailed code, and the second factor.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import { open } from "../../src/pages/HandlerPages.ts"
import { Field, Form, type Typed } from "./Form.tsx"
import { Frame, Go, Ways } from "./Frame.tsx"
import type { PageProps } from "./PageProps.ts"
import { useStep } from "./useStep.ts"

/** A mail is on its way: its six characters are typed here. */
export const CodeSentPage = ({ page, texts: { codeSent, fields } }: PageProps<"CodeSent">): ReactNode => {
  const id = useId()
  const signIn = useStep((typed: Typed) => page.signIn(typed.secret("code")))
  return (
    <Frame name="code-sent" title={codeSent.title} startsAt="field">
      <p id={id}>{codeSent.text(page.email)}</p>
      <Form name="code" step={signIn} submit={codeSent.submit} fieldOf={() => "code"}>
        <Field
          name="code"
          label={fields.code}
          type="text"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
          describedBy={id}
        />
      </Form>
      <Ways>
        <Go name="send-again" step={page.sendAgain} text={codeSent.sendAgain} />
        <Go name="start-over" step={Effect.andThen(page.startOver, open)} text={codeSent.startOver} />
      </Ways>
    </Frame>
  )
}

/** The sign-in waits for the second factor. */
export const MfaPage = ({ page, texts: { fields, mfa } }: PageProps<"Mfa">): ReactNode => {
  const id = useId()
  const complete = useStep((typed: Typed) => page.complete(typed.secret("code")))
  return (
    <Frame name="mfa" title={mfa.title} startsAt="field">
      <p id={id}>{mfa.text}</p>
      <Form
        name="code"
        step={complete}
        submit={mfa.submit}
        fieldOf={() => "code"}
        explain={({ _tag }) => {
          switch (_tag) {
            case "VerificationCodeExpired":
              return mfa.tooLate
            case "VerificationCodeAlreadyUsed":
            case "VerificationCodeMaxAttemptsReached":
            case "VerificationCodeNotFound":
              return mfa.refused
            default:
              return undefined
          }
        }}
      >
        <Field
          name="code"
          label={fields.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          describedBy={id}
        />
      </Form>
      <Ways>
        <Go name="start-over" step={page.startOver} text={mfa.startOver} />
      </Ways>
    </Frame>
  )
}

/** No sign-in waits for a second factor. */
export const MfaOverPage = ({ page, texts: { mfaOver } }: PageProps<"MfaOver">): ReactNode => (
  <Frame name="mfa-over" title={mfaOver.title}>
    <p>{mfaOver.text}</p>
    <Ways>
      <Go name="start-over" step={page.startOver} text={mfaOver.startOver} />
    </Ways>
  </Frame>
)
