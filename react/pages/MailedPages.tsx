/**
 * The pages that mails lead to, but for those of a password.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { Frame, Go, Ways } from "./Frame.tsx"
import { nameOf } from "./nameOf.ts"
import { orRefused } from "./orRefused.ts"
import type { PageProps } from "./PageProps.ts"

/** Signs in with a link. */
export const MagicLinkCallbackPage = (
  { page, texts: { magicLinkCallback } }: PageProps<"MagicLinkCallback">
): ReactNode => (
  <Frame name="magic-link-callback" title={magicLinkCallback.title}>
    <p>{magicLinkCallback.text}</p>
    <Go name="submit" step={orRefused(page.signIn)} text={magicLinkCallback.submit} />
  </Frame>
)

/** Verifies an address. */
export const EmailVerificationPage = (
  { page, texts: { emailVerification } }: PageProps<"EmailVerification">
): ReactNode => (
  <Frame name="email-verification" title={emailVerification.title}>
    <p>{emailVerification.text}</p>
    <Go name="submit" step={orRefused(page.verify)} text={emailVerification.submit} />
  </Frame>
)

/** An address is verified. */
export const EmailVerifiedPage = ({ page, texts: { emailVerified } }: PageProps<"EmailVerified">): ReactNode => (
  <Frame name="email-verified" title={emailVerified.title}>
    <p>{emailVerified.text(page.wasVerified)}</p>
    <Ways>
      <Go name="go-on" step={page.goOn} text={emailVerified.goOn} />
    </Ways>
  </Frame>
)

/** Joins a team. */
export const TeamInvitationPage = ({ page, texts: { teamInvitation } }: PageProps<"TeamInvitation">): ReactNode => {
  const { team: { teamDisplayName }, user } = page
  return (
    <Frame name="team-invitation" title={teamInvitation.title(teamDisplayName)}>
      <p>{teamInvitation.text(nameOf(user), teamDisplayName)}</p>
      <Go name="submit" step={orRefused(page.accept)} text={teamInvitation.submit} />
      <Ways>
        <Go name="decline" step={page.decline} text={teamInvitation.decline} />
      </Ways>
    </Frame>
  )
}

/** The user has joined a team. */
export const TeamJoinedPage = ({ page, texts: { teamJoined } }: PageProps<"TeamJoined">): ReactNode => (
  <Frame name="team-joined" title={teamJoined.title(page.team.teamDisplayName)}>
    <p>{teamJoined.text}</p>
    <Ways>
      <Go name="go-on" step={page.goOn} text={teamJoined.goOn} />
    </Ways>
  </Frame>
)

/** A link does not work. */
export const CodeRefusedPage = ({ page, texts: { codeRefused } }: PageProps<"CodeRefused">): ReactNode => (
  <Frame name="code-refused" title={codeRefused.title}>
    <p>{codeRefused.text(page.error._tag)}</p>
    <Ways>
      <Go name="start-over" step={page.startOver} text={codeRefused.startOver(page.page)} />
    </Ways>
  </Frame>
)
