/** The addresses that somebody is reached at, and may sign in with. */
import { ContactChannels } from "latchkey"
import { useAction, useContactChannels } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton, ConfirmButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Badge, Card, Empty } from "../../ui/layout.tsx"

export const Emails = (): ReactElement => (
  <Card title="E-mail addresses" lead="Where you are reached, and what you sign in with." lines={6}>
    <Addresses />
    <AddAddress />
  </Card>
)

const Addresses = (): ReactElement => {
  const channels = useContactChannels()
  if (channels.length === 0) {
    return (
      <Empty title="No address yet">
        <p>Add one to sign in by mail, and to get your account back when you forget the password.</p>
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
          {usedForAuth && <Badge>For signing in</Badge>}
        </p>
      </div>
      <div className="row">
        {!isVerified && (
          <ActionButton
            action={verify}
            label={`Verify ${value}`}
            done={`A mail is on its way to ${value}. See the inbox.`}
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
              consequence="Nothing is sent there any more, and nobody signs in with it."
              confirm="Remove the address"
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
      label="Add an e-mail address"
      action={add}
      fields={[{ name: "value", label: "Another address", type: "email", autoComplete: "email" }]}
      submit="Add"
      errorsAt={{ ContactChannelAlreadyUsedForAuthBySomeoneElse: "value", RequestSchemaError: "value" }}
      isInline
    />
  )
}
