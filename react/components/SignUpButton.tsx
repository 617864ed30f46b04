/** A button that opens the sign-up. */
import type { ReactNode } from "react"
import { buttons } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { AuthButton, type AuthButtonProps } from "./AuthButton.tsx"

/** The properties of `SignUpButton`. */
export interface SignUpButtonProps extends AuthButtonProps {}

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
export const SignUpButton = ({ children, ...props }: SignUpButtonProps): ReactNode => {
  const texts = useTexts("buttons", buttons)
  return <AuthButton {...props} page="signUp" name="sign-up-button">{children ?? texts.signUp}</AuthButton>
}
