/** The buttons that open the sign-in or sign-up. */
import type { ReactNode } from "react"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { SignedOut } from "../gates.tsx"
import { Button, type ButtonVariant } from "../kit/PlainButton.tsx"
import { useTask } from "../kit/useStep.ts"
import { locale } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useLoadedDialog } from "./useLoadedDialog.ts"

/** The properties of the buttons that open the sign-in or sign-up. */
export interface AuthButtonProps {
  /** `redirect`, the default, redirects to the page. `modal` opens a dialog. */
  readonly mode?: "redirect" | "modal" | undefined
  /** Called after a sign-in in the dialog. */
  readonly onSignedIn?: (() => void) | undefined
  /** The label. */
  readonly children?: ReactNode
  /** `secondary` by default. */
  readonly variant?: ButtonVariant | undefined
}

interface AuthButtonTarget {
  readonly page: "signIn" | "signUp"
  /** The name of the part for styles and tests. */
  readonly name: string
}

/** A button for visitors who are not signed in. */
export const AuthButton = (
  { children, mode = "redirect", name, onSignedIn, page, variant }: AuthButtonProps & AuthButtonTarget
): ReactNode => {
  const ofTexts = useTexts("locale", locale)
  const redirect = useTask(() => redirectTo(page))
  const { close, Dialog, isPending, open } = useLoadedDialog(loadDialog, () => redirectTo(page))
  return (
    <>
      <SignedOut>
        <Button
          name={`${name} root`}
          variant={variant}
          locale={ofTexts}
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
