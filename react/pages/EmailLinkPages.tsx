/**
 * The pages behind email links. The page for a password reset is in `PasswordPages`.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { displayNameOf } from "./displayNameOf.ts"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"
import { reopenIfCodeRefused } from "./reopenIfCodeRefused.ts"

/** Signs in with a link. */
export const MagicLinkCallbackPage = (
  { page, texts: { magicLinkCallback } }: PageProps<"MagicLinkCallback">
): ReactNode => (
  <PageLayout name="magic-link-callback" title={magicLinkCallback.title}>
    <p>{magicLinkCallback.text}</p>
    <StepButton name="submit" step={reopenIfCodeRefused(page.signIn)} text={magicLinkCallback.submit} />
  </PageLayout>
)

/** Verifies an email address. */
export const EmailVerificationPage = (
  { page, texts: { emailVerification } }: PageProps<"EmailVerification">
): ReactNode => (
  <PageLayout name="email-verification" title={emailVerification.title}>
    <p>{emailVerification.text}</p>
    <StepButton name="submit" step={reopenIfCodeRefused(page.verify)} text={emailVerification.submit} />
  </PageLayout>
)

/** The email address is verified. */
export const EmailVerifiedPage = ({ page, texts: { emailVerified } }: PageProps<"EmailVerified">): ReactNode => (
  <PageLayout name="email-verified" title={emailVerified.title}>
    <p>{emailVerified.text(page.wasVerified)}</p>
    <PageActions>
      <StepButton name="continue" step={page.proceed} text={emailVerified.proceed} />
    </PageActions>
  </PageLayout>
)

/** Accepts a team invitation. */
export const TeamInvitationPage = ({ page, texts: { teamInvitation } }: PageProps<"TeamInvitation">): ReactNode => {
  const { team: { teamDisplayName }, user } = page
  return (
    <PageLayout name="team-invitation" title={teamInvitation.title(teamDisplayName)}>
      <p>{teamInvitation.text(displayNameOf(user), teamDisplayName)}</p>
      <StepButton name="submit" step={reopenIfCodeRefused(page.accept)} text={teamInvitation.submit} />
      <PageActions>
        <StepButton name="decline" step={page.decline} text={teamInvitation.decline} />
      </PageActions>
    </PageLayout>
  )
}

/** The user has joined a team. */
export const TeamJoinedPage = ({ page, texts: { teamJoined } }: PageProps<"TeamJoined">): ReactNode => (
  <PageLayout name="team-joined" title={teamJoined.title(page.team.teamDisplayName)}>
    <p>{teamJoined.text}</p>
    <PageActions>
      <StepButton name="continue" step={page.proceed} text={teamJoined.proceed} />
    </PageActions>
  </PageLayout>
)

/** The link does not work. */
export const CodeRefusedPage = ({ page, texts: { codeRefused } }: PageProps<"CodeRefused">): ReactNode => (
  <PageLayout name="code-refused" title={codeRefused.title}>
    <p>{codeRefused.text(page.error._tag)}</p>
    <PageActions>
      <StepButton name="start-over" step={page.startOver} text={codeRefused.startOver(page.page)} />
    </PageActions>
  </PageLayout>
)
