import type { ReactNode } from "react"
import { signOutAndRedirect } from "../../src/account/signOutAndRedirect.ts"
import { Button, type ButtonVariant } from "../kit/PlainButton.tsx"
import { useLanguage } from "../kit/useLanguage.ts"
import { useTask } from "../kit/useStep.ts"
import { buttons } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useUserState } from "../useUser.ts"

type SignOutButtonProps = {
  /** The label. `Sign out` by default. */
  readonly children?: ReactNode
  /** The weight of the button. `secondary` by default. */
  readonly variant?: ButtonVariant | undefined
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A button that signs out and redirects to `afterSignOut`. It is busy until then. Restricted users can sign out, too.
 *
 * **Example** (A button with a different label)
 *
 * ```tsx
 * import { SignOutButton } from "latchkey/react"
 *
 * const Header = () => <SignOutButton>Log out</SignOutButton>
 * ```
 */
export const SignOutButton = ({ children, fallback = null, variant }: SignOutButtonProps): ReactNode => {
  const texts = useTexts("buttons", buttons)
  const language = useLanguage()
  const user = useUserState({ includeRestricted: true })
  const { isPending, run } = useTask(() => signOutAndRedirect)
  if (!isPending && (user._tag !== "Ready" || user.value === null)) return user._tag === "Pending" ? null : fallback
  return (
    <Button
      name="sign-out-button root"
      variant={variant}
      language={language}
      isBusy={isPending}
      onClick={() => run()}
    >
      {children ?? texts.signOut}
    </Button>
  )
}
