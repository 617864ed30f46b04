/** The pages for the second factor. */
import { type ReactNode, useId } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { Field } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { mfa, mfaExpired } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"

/** Takes the second factor. */
export const MfaPage = ({ page }: ShownProps<"Mfa">): ReactNode => {
  const id = useId()
  const texts = useTexts("mfa", mfa)
  const fields = useTexts("fields", fieldTexts)
  const complete = useStep((typed: FormValues) => page.complete(typed.secret("code")))
  return (
    <Card name="mfa" title={texts.title} text={texts.text} textId={id} initialFocus="field">
      <Form
        name="code"
        step={complete}
        submit={texts.submit}
        fieldOf={() => "code"}
        explain={({ _tag }) => {
          switch (_tag) {
            case "VerificationCodeExpired":
              return texts.tooLate
            case "VerificationCodeAlreadyUsed":
            case "VerificationCodeMaxAttemptsReached":
            case "VerificationCodeNotFound":
              return texts.refused
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
          maxLength={codeLength}
          describedBy={id}
        />
      </Form>
      <CardFooter>
        <StepButton name="start-over" variant="link" step={page.startOver} text={texts.startOver} />
      </CardFooter>
    </Card>
  )
}

/** The maximum length of a typed code. It has room for spaces, since a browser truncates a longer text on paste. */
const codeLength = 12

/** The sign-in has expired. */
export const MfaExpiredPage = ({ page }: ShownProps<"MfaExpired">): ReactNode => {
  const texts = useTexts("mfaExpired", mfaExpired)
  return (
    <Card name="mfa-expired" title={texts.title} text={texts.text}>
      <StepButton name="start-over" variant="primary" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}
