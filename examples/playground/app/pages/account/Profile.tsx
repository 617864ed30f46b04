/** The user's display name. */
import { CurrentUser } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { Form } from "../../ui/Form.tsx"
import { Card } from "../../ui/layout.tsx"

export const Profile = (): ReactElement => (
  <Card title="Profile" lead="Your name as your team members see it." lines={5}>
    <Name />
  </Card>
)

const Name = (): ReactElement => {
  const user = useUser({ or: "throw" })
  const save = useAction(({ displayName }: { readonly displayName: string }) => CurrentUser.update({ displayName }))
  return (
    <Form
      label="Profile"
      action={save}
      fields={[{ name: "displayName", label: "Name", autoComplete: "name", value: user.displayName ?? "" }]}
      submit="Save"
      done="Name saved."
    />
  )
}
