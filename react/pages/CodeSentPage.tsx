/** The page after a sign-in email was sent. */
import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { Field } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { ResendButton } from "../kit/ResendButton.tsx"
import { resendSeconds } from "../kit/useCountdown.ts"
import { useStep } from "../kit/useStep.ts"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { codeSent } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"

/** Takes an email's six characters. */
export const CodeSentPage = ({ page }: ShownProps<"CodeSent">): ReactNode => {
  const id = useId()
  const texts = useTexts("codeSent", codeSent)
  const fields = useTexts("fields", fieldTexts)
  const { reopen = Effect.void } = usePageContext()
  const signIn = useStep((typed: FormValues) => page.signIn(typed.secret("code")))
  const sendAgain = useStep(() => page.sendAgain)
  return (
    <Card name="code-sent" title={texts.title} text={texts.text(page.email)} textId={id} initialFocus="field">
      <Form name="code" step={signIn} submit={texts.submit} fieldOf={() => "code"}>
        <Field
          name="code"
          label={fields.code}
          type="text"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={codeLength}
          required
          describedBy={id}
        />
      </Form>
      <ResendButton name="send-again" initial={resendSeconds} step={sendAgain} text={texts.sendAgain} />
      <CardFooter>
        <StepButton
          name="start-over"
          variant="link"
          step={Effect.andThen(page.startOver, reopen)}
          text={texts.startOver}
        />
      </CardFooter>
    </Card>
  )
}

/** The maximum length of a typed code. It has room for spaces, since a browser truncates a longer text on paste. */
const codeLength = 12
