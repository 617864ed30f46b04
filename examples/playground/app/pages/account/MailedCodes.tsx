/** The switch for sign-in by email. */
import { CurrentUser } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"

export const MailedCodes = (): ReactElement => (
  <Card title="Email sign-in" lead="Sign in with a link or code sent by email, without a password." lines={2}>
    <Switch />
  </Card>
)

const Switch = (): ReactElement => {
  const { otpAuthEnabled } = useUser({ or: "throw" })
  const change = useAction(() => CurrentUser.update({ otpAuthEnabled: !otpAuthEnabled }))
  return (
    <div className="row">
      {otpAuthEnabled && <Badge kind="good">On</Badge>}
      <ActionButton action={change} label={`Turn ${otpAuthEnabled ? "off" : "on"} email sign-in`}>
        {otpAuthEnabled ? "Turn off" : "Turn on"}
      </ActionButton>
    </div>
  )
}
