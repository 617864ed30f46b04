/**
 * The pages for authorizing a command line.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { displayNameOf } from "./displayNameOf.ts"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"

/** Confirms that the user authorizes a command line. */
export const CliAuthConfirmPage = ({ page, texts: { cliAuthConfirm } }: PageProps<"CliAuthConfirm">): ReactNode => (
  <PageLayout name="cli-auth-confirm" title={cliAuthConfirm.title}>
    <p>{cliAuthConfirm.text(displayNameOf(page.user))}</p>
    <p data-latchkey="code">
      <code>{page.displayCode}</code>
    </p>
    <StepButton name="submit" step={page.confirm} text={cliAuthConfirm.submit} />
    <PageActions>
      <StepButton name="decline" step={page.decline} text={cliAuthConfirm.decline} />
    </PageActions>
  </PageLayout>
)

/** The command line is authorized. */
export const CliConfirmedPage = ({ texts: { cliConfirmed } }: PageProps<"CliConfirmed">): ReactNode => (
  <PageLayout name="cli-confirmed" title={cliConfirmed.title}>
    <p>{cliConfirmed.text}</p>
  </PageLayout>
)

/** The link does not work. */
export const CliRefusedPage = ({ page, texts: { cliRefused } }: PageProps<"CliRefused">): ReactNode => (
  <PageLayout name="cli-refused" title={cliRefused.title}>
    <p>{cliRefused.text}</p>
    <PageActions>
      <StepButton name="go-home" step={page.goHome} text={cliRefused.goHome} />
    </PageActions>
  </PageLayout>
)
