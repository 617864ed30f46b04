/** The form to change the password, or to set a first one. */
import * as Redacted from "effect/Redacted"
import { Password } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { Form } from "../../ui/Form.tsx"
import { Card } from "../../ui/layout.tsx"

export const PasswordCard = (): ReactElement => (
  <Card title="Password" lead="Changing it signs you out on all other devices." lines={8}>
    <ChangeOrSet />
  </Card>
)

const ChangeOrSet = (): ReactElement => useUser({ or: "throw" }).hasPassword ? <Change /> : <SetFirst />

const newPassword = {
  label: "New password",
  type: "password",
  autoComplete: "new-password",
  hint: "At least 8 characters."
} as const

const Change = (): ReactElement => {
  const change = useAction((values: { readonly old: string; readonly new: string }) =>
    Password.update({ oldPassword: Redacted.make(values.old), newPassword: Redacted.make(values.new) })
  )
  return (
    <Form
      label="Change password"
      action={change}
      fields={[
        { name: "old", label: "Current password", type: "password", autoComplete: "current-password" },
        { name: "new", ...newPassword }
      ]}
      submit="Change password"
      done="Password changed."
      errorsAt={{ PasswordConfirmationMismatch: "old", PasswordTooShort: "new" }}
    />
  )
}

const SetFirst = (): ReactElement => {
  const set = useAction((values: { readonly new: string }) => Password.set({ password: Redacted.make(values.new) }))
  return (
    <Form
      label="Set a password"
      action={set}
      fields={[{ name: "new", ...newPassword }]}
      submit="Set password"
      errorsAt={{ PasswordTooShort: "new" }}
    />
  )
}
