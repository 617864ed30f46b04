/** The components for teams in dialogs. */
import type { ReactNode } from "react"
import { Dialog } from "../../kit/Dialog.tsx"
import { createTeam, teamSettings } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { CreateTeam, type CreateTeamProps } from "./CreateTeam.tsx"
import { TeamSettings } from "./TeamSettings.tsx"

export interface CreateTeamDialogProps extends Required<Pick<CreateTeamProps, "onCreated">> {
  readonly onClose: () => void
}

/** The form for a new team in a dialog. */
export const CreateTeamDialog = ({ onClose, onCreated }: CreateTeamDialogProps): ReactNode => {
  const { title } = useTexts("createTeam", createTeam)
  return (
    <Dialog name="create-team-dialog" initialFocus="field" label={title} onClose={onClose}>
      <CreateTeam headingLevel={2} onCreated={onCreated} />
    </Dialog>
  )
}

/** The settings of the selected team in a dialog. */
export const TeamSettingsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const { title } = useTexts("teamSettings", teamSettings)
  return (
    <Dialog name="team-settings-dialog" label={title} onClose={onClose}>
      <TeamSettings headingLevel={2} onLeave={onClose} />
    </Dialog>
  )
}
