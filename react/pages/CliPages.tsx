/**
 * The pages for authorizing a command line.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { displayNameOf } from "./displayNameOf.ts"
import type { PageProps } from "./PageProps.ts"

/** Confirms that the user authorizes a command line. */
export const CliAuthConfirmPage = ({ page, texts: { cliAuthConfirm } }: PageProps<"CliAuthConfirm">): ReactNode => (
  <Card name="cli-auth-confirm" title={cliAuthConfirm.title}>
    <p>{cliAuthConfirm.text(displayNameOf(page.user))}</p>
    <p data-latchkey="code">
      <code>{page.displayCode}</code>
    </p>
    <StepButton name="submit" step={page.confirm} text={cliAuthConfirm.submit} />
    <CardFooter>
      <StepButton name="decline" step={page.decline} text={cliAuthConfirm.decline} />
    </CardFooter>
  </Card>
)

/** The command line is authorized. */
export const CliConfirmedPage = ({ texts: { cliConfirmed } }: PageProps<"CliConfirmed">): ReactNode => (
  <Card name="cli-confirmed" title={cliConfirmed.title}>
    <p>{cliConfirmed.text}</p>
  </Card>
)

/** The link does not work. */
export const CliRefusedPage = ({ page, texts: { cliRefused } }: PageProps<"CliRefused">): ReactNode => (
  <Card name="cli-refused" title={cliRefused.title}>
    <p>{cliRefused.text}</p>
    <CardFooter>
      <StepButton name="go-home" step={page.goHome} text={cliRefused.goHome} />
    </CardFooter>
  </Card>
)
