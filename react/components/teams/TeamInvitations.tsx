import * as Effect from "effect/Effect"
import { type ReactNode, useId, useState } from "react"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import * as Resources from "../../../src/account/Resources.ts"
import * as Invitations from "../../../src/account/TeamInvitations.ts"
import { Status } from "../../kit/Alert.tsx"
import { Avatar } from "../../kit/Avatar.tsx"
import { Button } from "../../kit/Button.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { EmailField, fieldOfInvalid } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { List } from "../../kit/List.tsx"
import { ResourceContent, Row, Section } from "../../kit/Section.tsx"
import { Time } from "../../kit/Time.tsx"
import { useTask } from "../../kit/useStep.ts"
import type { PageError } from "../../pages/PageError.ts"
import { teamInvitations } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import type { TeamPermissions } from "./TeamPermissions.ts"

interface TeamInvitationsProps {
  readonly teamId: string
  readonly permissions: TeamPermissions
}

/** A form for a new invitation, and the pending ones. A revoked invitation can be sent again. */
export const TeamInvitations = ({ permissions, teamId }: TeamInvitationsProps): ReactNode => {
  const texts = useTexts("teamInvitations", teamInvitations)
  const [change, setChange] = useState<{ readonly kind: "sent" | "revoked"; readonly email: string }>()
  const send = (email: string) =>
    Effect.andThen(
      Invitations.send({ teamId, email }),
      Effect.sync(() => setChange({ kind: "sent", email }))
    )
  const invite = useTask((values: FormValues) => send(values.text("email")))
  const inviteAgain = useTask(send)
  // The task outlives the row that it removes.
  const revoke = useTask((invitation: Invitations.TeamInvitation) =>
    Effect.andThen(
      Optimistic.revokeInvitation(invitation),
      Effect.sync(() => setChange({ kind: "revoked", email: invitation.recipientEmail }))
    )
  )
  const [revoking, setRevoking] = useState<string>()
  const revokeOf = (invitation: Invitations.TeamInvitation) => () => {
    inviteAgain.reset()
    setChange(undefined)
    setRevoking(invitation.id)
    revoke.run(invitation)
  }
  const showInvitations = (invitations: ReadonlyArray<Invitations.TeamInvitation>): ReactNode => (
    <>
      {/* An invitation without a row, such as an expired one. */}
      {invitations.every(({ id }) => id !== revoking) && <ErrorAlert error={revoke.error} />}
      <List
        label={texts.title}
        items={invitations}
        none={texts.none}
        textOf={({ recipientEmail }) => recipientEmail}
      >
        {(invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isBusy={revoke.isPending}
            error={invitation.id === revoking ? revoke.error : undefined}
            onRevoke={permissions.may("$remove_members") ? revokeOf(invitation) : undefined}
          />
        )}
      </List>
    </>
  )
  return (
    <Section name="team-invitations" title={texts.title}>
      <Form
        name="invite"
        step={invite}
        submit={texts.send}
        fieldOf={fieldOfInvalid("email")}
      >
        <EmailField autoComplete="off" label={texts.email} />
      </Form>
      <Status>
        {change && (
          <>
            {texts[change.kind](change.email)} {change.kind === "revoked" && (
              <Button
                name="undo"
                variant="link"
                isBusy={inviteAgain.isPending}
                onClick={() => inviteAgain.run(change.email)}
              >
                {texts.inviteAgain}
              </Button>
            )}
          </>
        )}
      </Status>
      <ErrorAlert error={inviteAgain.error} />
      {permissions.may("$read_members") && (
        <ResourceContent resource={Resources.teamInvitations(teamId)}>{showInvitations}</ResourceContent>
      )}
    </Section>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitations.TeamInvitation
  readonly isBusy: boolean
  readonly error: PageError | undefined
  readonly onRevoke: (() => void) | undefined
}

const InvitationRow = ({ error, invitation, isBusy, onRevoke }: InvitationRowProps): ReactNode => {
  const id = useId()
  const texts = useTexts("teamInvitations", teamInvitations)
  return (
    <Row
      name="invitation"
      title={invitation.recipientEmail}
      titleId={id}
      media={<Avatar name={invitation.recipientEmail} imageUrl={null} />}
      text={<Time date={invitation.expiresAt} text={texts.expires} />}
      actions={onRevoke && (
        <Button name="revoke" variant="ghost" describedBy={id} isDisabled={isBusy} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    >
      <ErrorAlert error={error} />
    </Row>
  )
}
