/** A passkey of this device. */
import { CurrentUser, Passkey } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton, ConfirmButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"

export const PasskeyCard = (): ReactElement => (
  <Card title="Passkey" lead="A finger, a face or a PIN in place of a password." lines={2}>
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
        <Badge kind="good">There is one</Badge>
        <ConfirmButton
          action={remove}
          kind="danger"
          question="Remove the passkey?"
          consequence="You sign in by your other ways then. The device still lists it, and it is good for nothing."
          confirm="Remove the passkey"
          done="The passkey is removed."
        >
          Remove
        </ConfirmButton>
      </div>
    )
    : (
      <div className="row">
        <ActionButton action={register} done="The passkey is there. Sign in with it next time.">
          Add a passkey
        </ActionButton>
      </div>
    )
}
