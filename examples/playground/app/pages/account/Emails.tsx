/** The user's email addresses. */
import { ContactChannels } from "latchkey"
import { useAction, useContactChannels } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton, ConfirmButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Badge, Card, Empty } from "../../ui/layout.tsx"

export const Emails = (): ReactElement => (
  <Card title="Email addresses" lead="Used to contact you and to sign in." lines={6}>
    <Addresses />
    <AddAddress />
  </Card>
)

const Addresses = (): ReactElement => {
  const channels = useContactChannels()
  if (channels.length === 0) {
    return (
      <Empty title="No email yet">
        <p>Add one to sign in by email and to reset your password.</p>
      </Empty>
    )
  }
  return <ul className="items">{channels.map((channel) => <Address key={channel.id} channel={channel} />)}</ul>
}

const Address = ({ channel }: { readonly channel: ContactChannels.ContactChannel }): ReactElement => {
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  const verify = useAction(() => ContactChannels.sendVerificationEmail(id))
  const makePrimary = useAction(() => ContactChannels.makePrimary(id))
  const remove = useAction(() => ContactChannels.remove(id))
  return (
    <li className="item">
      <div className="text">
        <p className="title break">{value}</p>
        <p className="row">
          {isPrimary && <Badge>Primary</Badge>}
          {isVerified ? <Badge kind="good">Verified</Badge> : <Badge kind="attention">Not verified</Badge>}
          {usedForAuth && <Badge>Sign-in</Badge>}
        </p>
      </div>
      <div className="row">
        {!isVerified && (
          <ActionButton
            action={verify}
            label={`Verify ${value}`}
            done={`Verification email sent to ${value}. Check the inbox.`}
          >
            Verify
          </ActionButton>
        )}
        {!isPrimary && (
          <>
            <ActionButton action={makePrimary} label={`Make ${value} primary`}>Make primary</ActionButton>
            <ConfirmButton
              action={remove}
              kind="danger"
              label={`Remove ${value}`}
              question={`Remove ${value}?`}
              consequence="You'll no longer receive email there or sign in with it."
              confirm="Remove email"
            >
              Remove
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  )
}

const AddAddress = (): ReactElement => {
  const add = useAction(({ value }: { readonly value: string }) =>
    ContactChannels.create({ value, usedForAuth: false })
  )
  return (
    <Form
      label="Add an email"
      action={add}
      fields={[{ name: "value", label: "New email", type: "email", autoComplete: "email" }]}
      submit="Add"
      errorsAt={{ ContactChannelAlreadyUsedForAuthBySomeoneElse: "value", RequestSchemaError: "value" }}
      isInline
    />
  )
}
