/**
 * The pages behind email links. The page for a password reset is in `PasswordPages`.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { displayNameOf } from "./displayNameOf.ts"
import type { PageProps } from "./PageProps.ts"
import { reopenIfCodeRefused } from "./reopenIfCodeRefused.ts"

/** Signs in with a link. */
export const MagicLinkCallbackPage = (
  { page, texts: { magicLinkCallback } }: PageProps<"MagicLinkCallback">
): ReactNode => (
  <Card name="magic-link-callback" title={magicLinkCallback.title}>
    <p>{magicLinkCallback.text}</p>
    <StepButton name="submit" step={reopenIfCodeRefused(page.signIn)} text={magicLinkCallback.submit} />
  </Card>
)

/** Verifies an email address. */
export const EmailVerificationPage = (
  { page, texts: { emailVerification } }: PageProps<"EmailVerification">
): ReactNode => (
  <Card name="email-verification" title={emailVerification.title}>
    <p>{emailVerification.text}</p>
    <StepButton name="submit" step={reopenIfCodeRefused(page.verify)} text={emailVerification.submit} />
  </Card>
)

/** The email address is verified. */
export const EmailVerifiedPage = ({ page, texts: { emailVerified } }: PageProps<"EmailVerified">): ReactNode => (
  <Card name="email-verified" title={emailVerified.title}>
    <p>{emailVerified.text(page.wasVerified)}</p>
    <CardFooter>
      <StepButton name="continue" step={page.proceed} text={emailVerified.proceed} />
    </CardFooter>
  </Card>
)

/** Accepts a team invitation. */
export const TeamInvitationPage = ({ page, texts: { teamInvitation } }: PageProps<"TeamInvitation">): ReactNode => {
  const { team: { teamDisplayName }, user } = page
  return (
    <Card name="team-invitation" title={teamInvitation.title(teamDisplayName)}>
      <p>{teamInvitation.text(displayNameOf(user), teamDisplayName)}</p>
      <StepButton name="submit" step={reopenIfCodeRefused(page.accept)} text={teamInvitation.submit} />
      <CardFooter>
        <StepButton name="decline" step={page.decline} text={teamInvitation.decline} />
      </CardFooter>
    </Card>
  )
}

/** The user has joined a team. */
export const TeamJoinedPage = ({ page, texts: { teamJoined } }: PageProps<"TeamJoined">): ReactNode => (
  <Card name="team-joined" title={teamJoined.title(page.team.teamDisplayName)}>
    <p>{teamJoined.text}</p>
    <CardFooter>
      <StepButton name="continue" step={page.proceed} text={teamJoined.proceed} />
    </CardFooter>
  </Card>
)

/** The link does not work. */
export const CodeRefusedPage = ({ page, texts: { codeRefused } }: PageProps<"CodeRefused">): ReactNode => (
  <Card name="code-refused" title={codeRefused.title}>
    <p>{codeRefused.text(page.error._tag)}</p>
    <CardFooter>
      <StepButton name="start-over" step={page.startOver} text={codeRefused.startOver(page.page)} />
    </CardFooter>
  </Card>
)
