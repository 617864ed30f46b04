/** Signing in by mail, which its user may turn on beside the password. */
import { CurrentUser } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"

export const MailedCodes = (): ReactElement => (
  <Card title="Sign-in by mail" lead="A link, and a code to type, in place of a password." lines={2}>
    <Switch />
  </Card>
)

const Switch = (): ReactElement => {
  const { otpAuthEnabled } = useUser({ or: "throw" })
  const change = useAction(() => CurrentUser.update({ otpAuthEnabled: !otpAuthEnabled }))
  return (
    <div className="row">
      {otpAuthEnabled && <Badge kind="good">On</Badge>}
      <ActionButton action={change} label={`Turn ${otpAuthEnabled ? "off" : "on"} sign-in by mail`}>
        {otpAuthEnabled ? "Turn off" : "Turn on"}
      </ActionButton>
    </div>
  )
}
