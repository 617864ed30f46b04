import { type ReactNode, useState } from "react"
import * as Keys from "../../../src/account/ApiKeys.ts"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import type { Team } from "../../../src/account/Teams.ts"
import { useProjectState, useSession, useTeamsState } from "../../hooks.ts"
import { Card } from "../../kit/Card.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { HeadingLevelProvider } from "../../kit/Heading.tsx"
import type { HeadingLevel } from "../../kit/PageContext.ts"
import { DangerArea, Empty, ResourceContent, Section } from "../../kit/Section.tsx"
import { teamSettings } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useResourceState } from "../../useResource.ts"
import { useUserState } from "../../useUser.ts"
import { ApiKeys } from "../ApiKeys.tsx"
import { BackToApp } from "../settings/HandlerSettings.tsx"
import { SettingsNav, SettingsShape } from "../SettingsNav.tsx"
import { DeleteTeam, LeaveTeam, TeamProfile } from "./TeamGeneral.tsx"
import { TeamInvitations } from "./TeamInvitations.tsx"
import { TeamMembers } from "./TeamMembers.tsx"
import { makeTeamPermissions } from "./TeamPermissions.ts"

type TeamSettingsProps = {
  /** The team. By default, the user's selected team. */
  readonly teamId?: string | undefined
  /** Called after the user has left or deleted the team. */
  readonly onLeave?: ((team: Team) => void) | undefined
  /** The title's level. `1` by default. */
  readonly headingLevel?: HeadingLevel | undefined
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A team's settings: its profile, members, invitations and API keys. The user can also leave or delete it. Actions that
 * the user has no permission for are hidden.
 *
 * Deleting the team requires its name. A revoked invitation can be sent again. The service returns only the permissions that
 * the user has, so that the list shows no other member's roles.
 *
 * **Example** (A page for a team)
 *
 * ```tsx
 * import { TeamSettings } from "latchkey/react"
 *
 * const TeamPage = ({ goHome, teamId }: { readonly teamId: string; readonly goHome: () => void }) => (
 *   <TeamSettings teamId={teamId} onLeave={goHome} />
 * )
 * ```
 */
export const TeamSettings = ({ fallback = null, headingLevel = 1, onLeave, teamId }: TeamSettingsProps): ReactNode => {
  const texts = useTexts("teamSettings", teamSettings)
  const session = useSession()
  const user = useUserState()
  if (user._tag === "Ready" && user.value === null) return fallback
  return (
    <HeadingLevelProvider level={headingLevel}>
      {session._tag === "SignedIn" && <Preload />}
      <Card name="team-settings" hasLogo={false} title={texts.title} above={<BackToApp />}>
        <ResourceContent resource={Resources.user} shape={shape}>
          {(user) => user && <TeamContent key={user.id} user={user} teamId={teamId} onLeave={onLeave} />}
        </ResourceContent>
      </Card>
    </HeadingLevelProvider>
  )
}

/** The selected team's settings in a dialog. */
export const TeamSettingsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const { title } = useTexts("teamSettings", teamSettings)
  return (
    <Dialog name="team-settings-dialog" label={title} onClose={onClose}>
      <TeamSettings headingLevel={2} onLeave={onClose} />
    </Dialog>
  )
}

const shape = <SettingsShape pages={4} />

/** Starts all requests together. */
const Preload = (): ReactNode => {
  useTeamsState()
  useResourceState(Resources.teamPermissions)
  useProjectState()
  return null
}

const TeamContent = (
  { onLeave, teamId, user }: Pick<TeamSettingsProps, "onLeave" | "teamId"> & { readonly user: User }
): ReactNode => {
  const texts = useTexts("teamSettings", teamSettings)
  const id = teamId?.toLowerCase() ?? user.selectedTeamId
  if (id === null) return <Empty>{texts.notSelected}</Empty>
  return (
    <ResourceContent resource={Resources.teams} shape={shape}>
      {(teams) => {
        const team = teams.find((team) => team.id === id)
        if (team === undefined) return <Empty>{texts.notMember}</Empty>
        return (
          <ResourceContent resource={Resources.teamPermissions} shape={shape}>
            {(permissions) => (
              <TeamPages
                key={team.id}
                team={team}
                user={user}
                permissions={makeTeamPermissions(permissions, team.id)}
                onLeave={onLeave}
              />
            )}
          </ResourceContent>
        )
      }}
    </ResourceContent>
  )
}

type TeamPagesProps = Pick<TeamSettingsProps, "onLeave"> & Omit<Parameters<typeof TeamMembers>[0], "onInvite">

const TeamPages = ({ onLeave, permissions, team, user }: TeamPagesProps): ReactNode => {
  const texts = useTexts("teamSettings", teamSettings)
  const project = useProjectState()
  const hasApiKeys = project._tag === "Ready" && project.value.config.allowTeamApiKeys
  const { may } = permissions
  const [selected, setSelected] = useState<"general" | "members" | "invitations" | "apiKeys" | null>(null)
  return (
    <SettingsNav
      label={texts.navigation}
      textOf={(name) => texts[name]}
      selected={selected}
      onSelect={setSelected}
      pages={{
        general: (
          <>
            <TeamProfile team={team} title={texts.general} mayUpdate={may("$update_team")} />
            <LeaveTeam team={team} onLeave={onLeave} />
            {may("$delete_team") && (
              <DangerArea>
                <DeleteTeam team={team} onLeave={onLeave} />
              </DangerArea>
            )}
          </>
        ),
        members: (
          <TeamMembers
            team={team}
            user={user}
            permissions={permissions}
            onInvite={() => setSelected("invitations")}
          />
        ),
        invitations: may("$invite_members") && <TeamInvitations teamId={team.id} permissions={permissions} />,
        apiKeys: hasApiKeys && may("$manage_api_keys") && <TeamApiKeys teamId={team.id} title={texts.apiKeys} />
      }}
    />
  )
}

const TeamApiKeys = ({ teamId, title }: { readonly teamId: string; readonly title: string }): ReactNode => (
  <Section name="team-api-keys" title={title}>
    <ApiKeys
      resource={Resources.teamApiKeys(teamId)}
      create={(key) =>
        Keys.create({ ...key, teamId })}
      revoke={({ id }) =>
        Keys.revoke({ id, teamId })}
    />
  </Section>
)
