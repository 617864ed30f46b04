import * as Effect from "effect/Effect"
import { type ReactNode, useId, useState } from "react"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import * as Resources from "../../../src/account/Resources.ts"
import * as Invitations from "../../../src/account/TeamInvitations.ts"
import { Status } from "../../kit/Alert.tsx"
import { Button } from "../../kit/Button.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { EmailField, fieldOfInvalid } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { ResourceRows, Row, Section } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { locale } from "../../texts/en/common.ts"
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
  const revokeOf = (invitation: Invitations.TeamInvitation) => () => {
    inviteAgain.reset()
    setChange(undefined)
    revoke.run(invitation)
  }
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
      <ErrorAlert error={revoke.error ?? inviteAgain.error} />
      {permissions.may("$read_members") && (
        <ResourceRows resource={Resources.teamInvitations(teamId)} none={texts.none} label={texts.title}>
          {(invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={revoke.isPending}
              onRevoke={permissions.may("$remove_members") ? revokeOf(invitation) : undefined}
            />
          )}
        </ResourceRows>
      )}
    </Section>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitations.TeamInvitation
  readonly isBusy: boolean
  readonly onRevoke: (() => void) | undefined
}

const InvitationRow = ({ invitation, isBusy, onRevoke }: InvitationRowProps): ReactNode => {
  const id = useId()
  const texts = useTexts("teamInvitations", teamInvitations)
  const { date } = useTexts("locale", locale)
  return (
    <Row
      name="invitation"
      title={invitation.recipientEmail}
      titleId={id}
      text={texts.expires(date(invitation.expiresAt))}
      actions={onRevoke && (
        <Button name="revoke" describedBy={id} isDisabled={isBusy} onClick={onRevoke}>{texts.revoke}</Button>
      )}
    />
  )
}
