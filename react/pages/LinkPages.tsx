/** The pages behind links in emails and command lines. The page for a password reset is in `PasswordPages`. */
import type { ReactNode } from "react"
import type { CliAgent } from "../../src/auth/cliLogin/agentRequest.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardLink } from "../kit/Card.tsx"
import { useNow } from "../kit/useNow.ts"
import {
  agentConsent,
  cliAuthConfirm,
  cliConfirmed,
  cliRefused,
  codeRefused,
  emailVerification,
  emailVerified,
  invitationForOtherEmail,
  magicLinkCallback,
  teamInvitation,
  teamJoined
} from "../texts/en/pages.ts"
import { isolate } from "../texts/isolate.ts"
import { useTexts } from "../texts/useTexts.ts"
import { AgentFacts, AgentPicture, AgentScopes, Unverified, Warning } from "./AgentPages.tsx"
import { displayNameOf } from "./displayNameOf.ts"
import type { ShownProps } from "./PageProps.ts"
import { useReopenIfCodeRefused } from "./reopenIfCodeRefused.ts"

/** Signs in with a link. */
export const MagicLinkCallbackPage = ({ page }: ShownProps<"MagicLinkCallback">): ReactNode => {
  const texts = useTexts("magicLinkCallback", magicLinkCallback)
  const reopenIfCodeRefused = useReopenIfCodeRefused()
  return (
    <Card name="magic-link-callback" title={texts.title} text={texts.text}>
      <StepButton name="submit" variant="primary" step={reopenIfCodeRefused(page.signIn)} text={texts.submit} />
    </Card>
  )
}

/** Verifies an email address. */
export const EmailVerificationPage = ({ page }: ShownProps<"EmailVerification">): ReactNode => {
  const texts = useTexts("emailVerification", emailVerification)
  const reopenIfCodeRefused = useReopenIfCodeRefused()
  return (
    <Card name="email-verification" title={texts.title} text={texts.text}>
      <StepButton name="submit" variant="primary" step={reopenIfCodeRefused(page.verify)} text={texts.submit} />
    </Card>
  )
}

/** The email address is verified. */
export const EmailVerifiedPage = ({ page }: ShownProps<"EmailVerified">): ReactNode => {
  const texts = useTexts("emailVerified", emailVerified)
  return (
    <Card name="email-verified" tone="success" title={texts.title} text={texts.text(page.wasVerified)}>
      <StepButton name="continue" variant="primary" step={page.proceed} text={texts.proceed} />
    </Card>
  )
}

/** Accepts a team invitation. */
export const TeamInvitationPage = ({ page }: ShownProps<"TeamInvitation">): ReactNode => {
  const texts = useTexts("teamInvitation", teamInvitation)
  const reopenIfCodeRefused = useReopenIfCodeRefused()
  const { team: { teamDisplayName }, user } = page
  return (
    <Card
      name="team-invitation"
      title={texts.title(teamDisplayName)}
      text={texts.text(displayNameOf(user), teamDisplayName)}
      picture={<TeamPicture name={teamDisplayName} />}
    >
      <StepButton name="submit" variant="primary" step={reopenIfCodeRefused(page.accept)} text={texts.submit} />
      <CardLink name="decline" step={page.decline} text={texts.decline} />
    </Card>
  )
}

/** A team's initials: an invitation has no image. */
const TeamPicture = ({ name }: { readonly name: string }): ReactNode => (
  <Avatar name={name} imageUrl={null} shape="square" size="large" />
)

/** Only the user with the invited address can accept the invitation. */
export const InvitationForOtherEmailPage = ({ page }: ShownProps<"InvitationForOtherEmail">): ReactNode => {
  const texts = useTexts("invitationForOtherEmail", invitationForOtherEmail)
  return (
    <Card
      name="invitation-for-other-email"
      tone="neutral"
      title={texts.title}
      text={texts.text(displayNameOf(page.user))}
    >
      <StepButton name="sign-in" variant="primary" step={page.signIn} text={texts.signIn} />
      <CardLink name="decline" step={page.decline} text={texts.decline} />
    </Card>
  )
}

/** The user has joined a team. */
export const TeamJoinedPage = ({ page }: ShownProps<"TeamJoined">): ReactNode => {
  const texts = useTexts("teamJoined", teamJoined)
  return (
    <Card
      name="team-joined"
      title={texts.title(page.team.teamDisplayName)}
      text={texts.text}
      picture={<TeamPicture name={page.team.teamDisplayName} />}
    >
      <StepButton name="continue" variant="primary" step={page.proceed} text={texts.proceed} />
    </Card>
  )
}

/** The link does not work. */
export const CodeRefusedPage = ({ page }: ShownProps<"CodeRefused">): ReactNode => {
  const texts = useTexts("codeRefused", codeRefused)
  return (
    <Card name="code-refused" tone="neutral" title={texts.title} text={texts.text(page.error._tag)}>
      <StepButton name="start-over" variant="primary" step={page.startOver} text={texts.startOver(page.page)} />
    </Card>
  )
}

/** Confirms that the user authorizes a command line. */
export const CliAuthConfirmPage = ({ page }: ShownProps<"CliAuthConfirm">): ReactNode => {
  const texts = useTexts("cliAuthConfirm", cliAuthConfirm)
  const { agent } = page
  if (agent !== undefined) return <CliAgentPage agent={agent} page={page} />
  return (
    <Card name="cli-auth-confirm" title={texts.title} text={texts.text(displayNameOf(page.user))}>
      <p data-latchkey="code">
        <code>{page.displayCode}</code>
      </p>
      <StepButton name="submit" variant="primary" step={page.confirm} text={texts.submit} />
      <CardLink name="decline" step={page.decline} text={texts.decline} />
    </Card>
  )
}

/** Authorizes a local agent. Its name and scopes are not verified. */
const CliAgentPage = ({ agent, page }: ShownProps<"CliAuthConfirm"> & { readonly agent: CliAgent }): ReactNode => {
  const texts = useTexts("agentConsent", agentConsent)
  const { decline } = useTexts("cliAuthConfirm", cliAuthConfirm)
  const now = useNow()
  const { keyLifetimeMillis, name, resource, scopes } = agent
  const expiresAt = now === undefined ? undefined : new Date(now + keyLifetimeMillis)
  return (
    <Card
      name="cli-agent"
      title={texts.title(isolate(name))}
      text={<Unverified />}
      picture={<AgentPicture name={name} />}
    >
      <p>{texts.compare}</p>
      <p data-latchkey="code">
        <code>{page.displayCode}</code>
      </p>
      <AgentFacts account={displayNameOf(page.user)} resource={resource} expiresAt={expiresAt} />
      {scopes.length === 0
        ? <p>{texts.everything}</p>
        : (
          <AgentScopes
            label={texts.fixedScopes}
            scopes={scopes.map((name) => ({ name, description: undefined }))}
            canChoose={false}
          />
        )}
      <Warning text={texts.notLimited} />
      <StepButton name="submit" variant="primary" step={page.confirm} text={texts.allow} />
      <p data-latchkey="hint">{texts.revoke}</p>
      <CardLink name="decline" step={page.decline} text={decline} />
    </Card>
  )
}

/** The command line is authorized. */
export const CliConfirmedPage = (): ReactNode => {
  const texts = useTexts("cliConfirmed", cliConfirmed)
  return <Card name="cli-confirmed" tone="success" title={texts.title} text={texts.text} />
}

/** The link does not work. */
export const CliRefusedPage = ({ page }: ShownProps<"CliRefused">): ReactNode => {
  const texts = useTexts("cliRefused", cliRefused)
  return (
    <Card name="cli-refused" tone="neutral" title={texts.title} text={texts.text}>
      <StepButton name="go-home" variant="primary" step={page.goHome} text={texts.goHome} />
    </Card>
  )
}
