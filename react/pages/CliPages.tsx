/** The pages for authorizing a command line. */
import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { cliAuthConfirm, cliConfirmed, cliRefused } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import { displayNameOf } from "./displayNameOf.ts"
import type { ShownProps } from "./PageProps.ts"

/** Confirms that the user authorizes a command line. */
export const CliAuthConfirmPage = ({ page }: ShownProps<"CliAuthConfirm">): ReactNode => {
  const texts = useTexts("cliAuthConfirm", cliAuthConfirm)
  return (
    <Card name="cli-auth-confirm" title={texts.title} text={texts.text(displayNameOf(page.user))}>
      <p data-latchkey="code">
        <code>{page.displayCode}</code>
      </p>
      <StepButton name="submit" variant="primary" step={page.confirm} text={texts.submit} />
      <CardFooter>
        <StepButton name="decline" variant="link" step={page.decline} text={texts.decline} />
      </CardFooter>
    </Card>
  )
}

/** The command line is authorized. */
export const CliConfirmedPage = (): ReactNode => {
  const texts = useTexts("cliConfirmed", cliConfirmed)
  return <Card name="cli-confirmed" title={texts.title} text={texts.text} />
}

/** The link does not work. */
export const CliRefusedPage = ({ page }: ShownProps<"CliRefused">): ReactNode => {
  const texts = useTexts("cliRefused", cliRefused)
  return (
    <Card name="cli-refused" title={texts.title} text={texts.text}>
      <StepButton name="go-home" step={page.goHome} text={texts.goHome} />
    </Card>
  )
}
