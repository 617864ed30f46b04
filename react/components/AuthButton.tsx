/**
 * The buttons that open the sign-in or sign-up.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type ComponentType, type ReactNode, useState } from "react"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { SignedOut } from "../gates.tsx"
import { Button, type ButtonVariant } from "../kit/Button.tsx"
import { useTask } from "../kit/useStep.ts"
import { locale } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { SignInDialogProps } from "./SignInDialog.tsx"

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
  const [Modal, setModal] = useState<ComponentType<SignInDialogProps>>()
  const redirect = redirectTo(page)
  const open = useTask(() =>
    mode === "redirect" ? redirect : Effect.matchEffect(loadDialog, {
      // The app may have been deployed again since the page was loaded.
      onFailure: () => redirect,
      onSuccess: ({ SignInDialog }) => Effect.sync(() => setModal(() => SignInDialog))
    })
  )
  const close = (): void => setModal(undefined)
  const button = (
    <Button
      name={`${name} root`}
      variant={variant}
      locale={ofTexts}
      isBusy={open.isPending}
      onClick={() => open.run()}
    >
      {children}
    </Button>
  )
  // The dialog stays until the sign-in has finished, and then returns the focus to the button.
  const kept = Modal && button
  return (
    <>
      <SignedOut fallback={kept} pending={kept}>{button}</SignedOut>
      {Modal && (
        <Modal
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

const loadDialog = /*#__PURE__*/ Effect.tryPromise(() => import("./SignInDialog.tsx"))
