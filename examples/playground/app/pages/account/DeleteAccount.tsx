/** The end of an account. */
import { CurrentUser } from "latchkey"
import { useAction } from "latchkey/react"
import type { ReactElement } from "react"
import { ConfirmButton } from "../../ui/ActionButton.tsx"
import { Card } from "../../ui/layout.tsx"

export const DeleteAccount = (): ReactElement => {
  const remove = useAction(() => CurrentUser.remove)
  return (
    <Card title="Delete the account" lead="Your sessions, keys and memberships go with it." isEnd>
      <div className="row">
        <ConfirmButton
          action={remove}
          kind="danger"
          question="Delete your account?"
          consequence="This cannot be undone. You are signed out everywhere."
          confirm="Delete my account"
          done="Your account is deleted."
        >
          Delete the account
        </ConfirmButton>
      </div>
    </Card>
  )
}
