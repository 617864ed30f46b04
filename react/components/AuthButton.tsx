/**
 * The buttons that open the sign-in or sign-up.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { SignedOut } from "../gates.tsx"
import { Button, type ButtonVariant } from "../kit/Button.tsx"
import { useTask } from "../kit/useStep.ts"

/** The properties of the buttons that open the sign-in or sign-up. */
export interface AuthButtonProps {
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
export const AuthButton = ({ children, name, page, variant }: AuthButtonProps & AuthButtonTarget): ReactNode => {
  const open = useTask(() => redirectTo(page))
  return (
    <SignedOut>
      <Button name={`${name} root`} variant={variant} isBusy={open.isPending} onClick={() => open.run()}>
        {children}
      </Button>
    </SignedOut>
  )
}
