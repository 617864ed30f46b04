/** The form to delete the account. */
import { CurrentUser } from "latchkey"
import { useAction } from "latchkey/react"
import type { ReactElement } from "react"
import { ConfirmButton } from "../../ui/ActionButton.tsx"
import { Card } from "../../ui/layout.tsx"

export const DeleteAccount = (): ReactElement => {
  const remove = useAction(() => CurrentUser.remove)
  return (
    <Card title="Delete account" lead="Your sessions, API keys and team memberships are deleted too." isEnd>
      <div className="row">
        <ConfirmButton
          action={remove}
          kind="danger"
          question="Delete your account?"
          consequence="This can't be undone. You'll be signed out everywhere."
          confirm="Delete my account"
          done="Account deleted."
        >
          Delete account
        </ConfirmButton>
      </div>
    </Card>
  )
}
