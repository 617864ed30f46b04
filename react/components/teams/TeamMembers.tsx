import * as Effect from "effect/Effect"
import { type ReactNode, useId, useState } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import * as Resources from "../../../src/account/Resources.ts"
import type { TeamMemberProfile } from "../../../src/account/TeamMembers.ts"
import type { Team } from "../../../src/account/Teams.ts"
import { Status } from "../../kit/Alert.tsx"
import { Avatar } from "../../kit/Avatar.tsx"
import { Button } from "../../kit/Button.tsx"
import { ConfirmDialog } from "../../kit/Dialog.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { List } from "../../kit/List.tsx"
import { Badge, ResourceContent, Row, Section } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { teamMembers } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import type { TeamPermissions } from "./TeamPermissions.ts"

interface TeamMembersProps {
  readonly team: Team
  readonly user: User
  readonly permissions: TeamPermissions
  /** Opens the invitations. */
  readonly onInvite: () => void
}

/**
 * A team's members. Other members' roles are unknown, because the service returns only the user's permissions. Without the
 * permission to see the others, it shows only the user.
 */
export const TeamMembers = ({ onInvite, permissions, team, user }: TeamMembersProps): ReactNode => {
  const texts = useTexts("teamMembers", teamMembers)
  const nameOf = ({ displayName }: { readonly displayName: string | null }) => displayName || texts.unnamed
  const shownName = (member: TeamMemberProfile): string =>
    member.userId === user.id ? member.displayName || user.primaryEmail || texts.unnamed : nameOf(member)
  const [removing, setRemoving] = useState<TeamMemberProfile>()
  // The task outlives the row that it removes.
  const remove = useTask((_: FormValues, member: TeamMemberProfile) =>
    Effect.as(Optimistic.removeTeamMember(member), member)
  )
  const { state } = remove
  const mayRemove = permissions.may("$remove_members")
  const showMembers = (members: ReadonlyArray<TeamMemberProfile>): ReactNode => (
    <>
      <List
        label={texts.title}
        items={members}
        none={texts.hidden}
        textOf={shownName}
        action={permissions.may("$invite_members") && (
          <Button name="open-invitations" onClick={onInvite}>{texts.invite}</Button>
        )}
      >
        {(member) => (
          <MemberRow
            key={member.userId}
            name={shownName(member)}
            imageUrl={member.profileImageUrl}
            own={member.userId === user.id ? permissions : undefined}
            onRemove={mayRemove && member.userId !== user.id
              ? () => {
                // An earlier attempt's error is outdated.
                remove.reset()
                setRemoving(member)
              }
              : undefined}
          />
        )}
      </List>
      {removing !== undefined && (
        <ConfirmDialog
          name="confirm-remove-member"
          title={texts.removeTitle(nameOf(removing))}
          text={texts.removeText(team.displayName)}
          submit={texts.remove}
          explain={({ _tag }) =>
            _tag === "TeamMembershipNotFound" || _tag === "UserNotFound" ? texts.notFound : undefined}
          step={{ ...remove, run: (values) => remove.run(values, removing) }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
  return (
    <Section name="team-members" title={texts.title}>
      {permissions.may("$read_members")
        ? <ResourceContent resource={Resources.teamMembers(team.id)}>{showMembers}</ResourceContent>
        : (
          <>
            {showMembers([{ ...user, teamId: team.id, userId: user.id }])}
            <p data-latchkey="section-text">{texts.hidden}</p>
          </>
        )}
      <Status>{state._tag === "Success" && texts.removed(nameOf(state.value))}</Status>
    </Section>
  )
}

interface MemberRowProps {
  readonly name: string
  readonly imageUrl: string | null
  /** The user's permissions, in their row. */
  readonly own: TeamPermissions | undefined
  readonly onRemove: (() => void) | undefined
}

const MemberRow = ({ imageUrl, name, onRemove, own }: MemberRowProps): ReactNode => {
  const id = useId()
  const texts = useTexts("teamMembers", teamMembers)
  return (
    <Row
      name="member"
      media={<Avatar name={name} imageUrl={imageUrl} />}
      title={name}
      titleId={id}
      badges={own && (
        <>
          <Badge>{texts.you}</Badge> {rolesOf(own).map((role) => <Badge key={role}>{texts.permission(role)}</Badge>)}
        </>
      )}
      text={own?.actions.length === 0 ? texts.noPermissions : undefined}
      actions={onRemove && (
        <Button name="remove" variant="ghost" describedBy={id} onClick={onRemove}>{texts.remove}</Button>
      )}
    >
      {own !== undefined && own.actions.length > 0 && (
        <details data-latchkey="permissions">
          <summary>{texts.permissions}</summary>
          <ul role="list">
            {own.actions.map((action) => <li key={action}>{texts.permission(action)}</li>)}
          </ul>
        </details>
      )}
    </Row>
  )
}

/** Omits `team_member` beside another role, because every member has it. */
const rolesOf = ({ roles }: TeamPermissions): ReadonlyArray<string> =>
  roles.length > 1 ? roles.filter((role) => role !== "team_member") : roles
