/**
 * The pages on which a user lets a command line in.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { Frame, Go, Ways } from "./Frame.tsx"
import { nameOf } from "./nameOf.ts"
import type { PageProps } from "./PageProps.ts"

/** Asks whether to let it in. */
export const CliAuthConfirmPage = ({ page, texts: { cliAuthConfirm } }: PageProps<"CliAuthConfirm">): ReactNode => (
  <Frame name="cli-auth-confirm" title={cliAuthConfirm.title}>
    <p>{cliAuthConfirm.text(nameOf(page.user))}</p>
    <p data-latchkey="code">
      <code>{page.displayCode}</code>
    </p>
    <Go name="submit" step={page.confirm} text={cliAuthConfirm.submit} />
    <Ways>
      <Go name="decline" step={page.decline} text={cliAuthConfirm.decline} />
    </Ways>
  </Frame>
)

/** The command line is in. */
export const CliConfirmedPage = ({ texts: { cliConfirmed } }: PageProps<"CliConfirmed">): ReactNode => (
  <Frame name="cli-confirmed" title={cliConfirmed.title}>
    <p>{cliConfirmed.text}</p>
  </Frame>
)

/** The command line has to start over. */
export const CliRefusedPage = ({ page, texts: { cliRefused } }: PageProps<"CliRefused">): ReactNode => (
  <Frame name="cli-refused" title={cliRefused.title}>
    <p>{cliRefused.text}</p>
    <Ways>
      <Go name="go-home" step={page.goHome} text={cliRefused.goHome} />
    </Ways>
  </Frame>
)
