/**
 * The pages on which a user lets a command line in.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { displayNameOf } from "./displayNameOf.ts"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"

/** Asks whether to let it in. */
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

/** The command line is in. */
export const CliConfirmedPage = ({ texts: { cliConfirmed } }: PageProps<"CliConfirmed">): ReactNode => (
  <PageLayout name="cli-confirmed" title={cliConfirmed.title}>
    <p>{cliConfirmed.text}</p>
  </PageLayout>
)

/** The command line has to start over. */
export const CliRefusedPage = ({ page, texts: { cliRefused } }: PageProps<"CliRefused">): ReactNode => (
  <PageLayout name="cli-refused" title={cliRefused.title}>
    <p>{cliRefused.text}</p>
    <PageActions>
      <StepButton name="go-home" step={page.goHome} text={cliRefused.goHome} />
    </PageActions>
  </PageLayout>
)
