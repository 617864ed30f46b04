import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { Dialog } from "../kit/Dialog.tsx"
import { buttons } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { LinkedPage } from "./embeddedNavigation.ts"
import type { SignInProps } from "./Flow.tsx"
import { loadForgotPasswordForm, loadSignInForm, loadSignUpForm } from "./loadSignInPages.ts"
import { ForgotPassword, SignIn, SignUp } from "./SignIn.tsx"

interface SignInDialogProps {
  readonly first: "signIn" | "signUp"
  readonly onClose: () => void
  readonly onSignedIn: () => void
}

const pages: Readonly<Record<LinkedPage, ComponentType<SignInProps>>> = {
  signIn: SignIn,
  signUp: SignUp,
  forgotPassword: ForgotPassword
}

/** A dialog with the sign-in, the sign-up and the page for a forgotten password, which replace each other. */
export const SignInDialog = ({ first, onClose, onSignedIn }: SignInDialogProps): ReactNode => {
  const texts = useTexts("buttons", buttons)
  const [page, setPage] = useState<LinkedPage>(first)
  const Page = pages[page]
  useEffect(() => {
    // They follow each other without a wait. A failure is handled when a page needs its form.
    for (const load of [loadSignInForm, loadSignUpForm, loadForgotPasswordForm]) load().catch(() => {})
  }, [])
  return (
    <Dialog
      name="sign-in-dialog"
      label={page === "signUp" ? texts.signUp : texts.signIn}
      initialFocus="field"
      content={page}
      onClose={onClose}
    >
      <Page headingLevel={2} onNavigate={setPage} onSignedIn={onSignedIn} />
    </Dialog>
  )
}
