/** The user's passkey. */
import { CurrentUser, Passkey } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton, ConfirmButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"

export const PasskeyCard = (): ReactElement => (
  <Card title="Passkey" lead="Sign in with your fingerprint, face or screen lock." lines={2}>
    <AddOrRemove />
  </Card>
)

const AddOrRemove = (): ReactElement => {
  const { passkeyAuthEnabled } = useUser({ or: "throw" })
  const register = useAction(() => Passkey.register)
  const remove = useAction(() => CurrentUser.update({ passkeyAuthEnabled: false }))
  return passkeyAuthEnabled
    ? (
      <div className="row">
        <Badge kind="good">Added</Badge>
        <ConfirmButton
          action={remove}
          kind="danger"
          question="Remove your passkey?"
          consequence="You'll sign in with your other methods. You can also delete the passkey from your device."
          confirm="Remove passkey"
          done="Passkey removed."
        >
          Remove
        </ConfirmButton>
      </div>
    )
    : (
      <div className="row">
        <ActionButton action={register} done="Passkey added. Use it the next time you sign in.">
          Add a passkey
        </ActionButton>
      </div>
    )
}
