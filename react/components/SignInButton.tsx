/** A button that opens the sign-in. */
import type { ReactNode } from "react"
import { buttons } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { AuthButton, type AuthButtonProps } from "./AuthButton.tsx"

/** The properties of `SignInButton`. */
export interface SignInButtonProps extends AuthButtonProps {}

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
