/** Team invitations. Anyone with the link in the email can join. */
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

const NotAllowed = <p className="quiet">You don't have permission to invite members.</p>

export const Invitations = ({ teamId }: OfTeam): ReactElement => (
  <Card title="Invitations" lead="Invitation emails appear in the inbox above.">
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
      label="Invite a member"
      action={send}
      fields={[{ name: "email", label: "Email", type: "email" }]}
      submit="Invite"
      done="Invitation sent. Check the inbox."
      errorsAt={{ RequestSchemaError: "email" }}
      isInline
    />
  )
}

const Open = ({ teamId }: OfTeam): ReactElement => {
  const invitations = useTeamInvitations(teamId)
  if (invitations.length === 0) {
    return (
      <Empty title="No pending invitations">
        <p>Invitations are listed here until they are accepted or expire.</p>
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
        <p className="small quiet">Expires {formatDay(expiresAt)}</p>
      </div>
      <ActionButton action={revoke} label={`Revoke the invitation for ${recipientEmail}`}>Revoke</ActionButton>
    </li>
  )
}
