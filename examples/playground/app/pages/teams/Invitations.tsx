/** Invitations: mails with a link that lets whoever holds it into the team. */
import { TeamInvitations } from "latchkey"
import { Protect, useAction, useTeamInvitations } from "latchkey/react"
import type { ReactElement } from "react"
import { formatDay } from "../../texts.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Card, Empty } from "../../ui/layout.tsx"

interface OfTeam {
  readonly teamId: string
}

const NotAllowed = <p className="quiet">Your permissions do not let you invite anybody.</p>

export const Invitations = ({ teamId }: OfTeam): ReactElement => (
  <Card title="Invitations" lead="A mail brings the link. It turns up in the inbox, above.">
    <Protect teamId={teamId} permission="$invite_members" fallback={NotAllowed}>
      <Invite teamId={teamId} />
      <Open teamId={teamId} />
    </Protect>
  </Card>
)

const Invite = ({ teamId }: OfTeam): ReactElement => {
  const send = useAction(({ email }: { readonly email: string }) => TeamInvitations.send({ teamId, email }))
  return (
    <Form
      label="Invite somebody"
      action={send}
      fields={[{ name: "email", label: "E-mail address", type: "email" }]}
      submit="Invite"
      done="The invitation is on its way. See the inbox."
      errorsAt={{ RequestSchemaError: "email" }}
      isInline
    />
  )
}

const Open = ({ teamId }: OfTeam): ReactElement => {
  const invitations = useTeamInvitations(teamId)
  if (invitations.length === 0) {
    return (
      <Empty title="No open invitations">
        <p>Whoever is invited is listed here until they come, or the invitation ends.</p>
      </Empty>
    )
  }
  return <ul className="items">{invitations.map((invitation) => <Item key={invitation.id} {...invitation} />)}</ul>
}

const Item = ({ expiresAt, id, recipientEmail, teamId }: TeamInvitations.TeamInvitation): ReactElement => {
  const revoke = useAction(() => TeamInvitations.revoke({ teamId, id }))
  return (
    <li className="item">
      <div className="text">
        <p className="title break">{recipientEmail}</p>
        <p className="small quiet">Good until {formatDay(expiresAt)}</p>
      </div>
      <ActionButton action={revoke} label={`Revoke the invitation of ${recipientEmail}`}>Revoke</ActionButton>
    </li>
  )
}
