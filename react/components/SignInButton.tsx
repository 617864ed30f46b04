import type { ReactNode } from "react"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { SignedOut } from "../gates.tsx"
import { Button, type ButtonVariant } from "../kit/PlainButton.tsx"
import { useLanguage } from "../kit/useLanguage.ts"
import { useTask } from "../kit/useStep.ts"
import { buttons } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useLoadedDialog } from "./useLoadedDialog.ts"

type SignInButtonProps = {
  /** `redirect`, the default, redirects to the page. `modal` opens a dialog. */
  readonly mode?: "redirect" | "modal" | undefined
  /** Called after a sign-in in the dialog. */
  readonly onSignedIn?: (() => void) | undefined
  /** The label. */
  readonly children?: ReactNode
  /** The weight of the button. `secondary` by default. */
  readonly variant?: ButtonVariant | undefined
}

/**
 * A button for visitors who are not signed in. It redirects to the page `signIn`, which returns to the current page. With
 * `mode="modal"`, it opens the sign-in in a dialog, and the user stays on the page. The dialog's code is loaded by the first
 * click.
 *
 * **Example** (A sign-in that keeps the page)
 *
 * ```tsx
 * import { SignInButton } from "latchkey/react"
 *
 * const Header = () => <SignInButton mode="modal">Log in</SignInButton>
 * ```
 */
export const SignInButton = ({ children, ...props }: SignInButtonProps): ReactNode => {
  const texts = useTexts("buttons", buttons)
  return <AuthButton {...props} page="signIn" name="sign-in-button">{children ?? texts.signIn}</AuthButton>
}

/**
 * A button for visitors without an account. It redirects to the page `signUp`, which returns to the current page. With
 * `mode="modal"`, it opens the sign-up in a dialog, like `SignInButton`.
 *
 * **Example** (The main button of a home page)
 *
 * ```tsx
 * import { SignUpButton } from "latchkey/react"
 *
 * const Hero = () => <SignUpButton variant="primary">Start for free</SignUpButton>
 * ```
 */
export const SignUpButton = ({ children, ...props }: SignInButtonProps): ReactNode => {
  const texts = useTexts("buttons", buttons)
  return <AuthButton {...props} page="signUp" name="sign-up-button">{children ?? texts.signUp}</AuthButton>
}

interface AuthButtonProps extends SignInButtonProps {
  readonly page: "signIn" | "signUp"
  readonly name: string
}

const AuthButton = (
  { children, mode = "redirect", name, onSignedIn, page, variant }: AuthButtonProps
): ReactNode => {
  const language = useLanguage()
  const redirect = useTask(() => redirectTo(page))
  const { close, Dialog, isPending, open } = useLoadedDialog(loadDialog, () => redirectTo(page))
  return (
    <>
      <SignedOut>
        <Button
          name={`${name} root`}
          variant={variant}
          language={language}
          isBusy={isPending || redirect.isPending}
          onClick={mode === "modal" ? open : () => redirect.run()}
        >
          {children}
        </Button>
      </SignedOut>
      {/* The dialog stays until the sign-in has finished, although a user is signed in before. */}
      {Dialog && (
        <Dialog
          first={page}
          onClose={close}
          onSignedIn={() => {
            close()
            onSignedIn?.()
          }}
        />
      )}
    </>
  )
}

const loadDialog = async () => (await import("./SignInDialog.tsx")).SignInDialog
