/** The component behind the link of a team invitation. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { teamInvitation } from "../../src/pages/TeamInvitation.ts"
import {
  CodeRefusedPage,
  InvitationForOtherEmailPage,
  TeamInvitationPage,
  TeamJoinedPage
} from "../pages/EmailLinkPages.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof teamInvitation>, SignInPages> = {
  CodeRefused: CodeRefusedPage,
  InvitationForOtherEmail: InvitationForOtherEmailPage,
  NotOpened: NotOpenedPage,
  TeamInvitation: TeamInvitationPage,
  TeamJoined: TeamJoinedPage
}

/**
 * Accepts a team invitation with the code in the URL. Redirects a signed-out visitor to the sign-in page and back.
 *
 * **Example** (The page of an invitation link)
 *
 * ```tsx
 * import { TeamInvitation } from "latchkey/react"
 *
 * export const Join = () => <TeamInvitation />
 * ```
 */
export const TeamInvitation = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={teamInvitation} own="teamInvitation" pages={pages} loadPages={loadSignInPages} />
)
