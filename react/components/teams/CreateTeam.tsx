import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import * as Resources from "../../../src/account/Resources.ts"
import * as Teams from "../../../src/account/Teams.ts"
import { Card } from "../../kit/Card.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { Field, fieldOfInvalid } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { HeadingLevelProvider } from "../../kit/Heading.tsx"
import type { HeadingLevel } from "../../kit/PageContext.ts"
import { Empty, ResourceContent } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { createTeam } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useUserState } from "../../useUser.ts"

type CreateTeamProps = {
  /** Called after the team has been created and selected. */
  readonly onCreated?: ((team: Teams.Team) => void) | undefined
  /** The title's level. `1` by default. */
  readonly headingLevel?: HeadingLevel | undefined
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A form that creates a team and selects it. If the project does not allow users to create teams, it shows a text instead.
 *
 * **Example** (A page that opens the new team)
 *
 * ```tsx
 * import { CreateTeam } from "latchkey/react"
 *
 * const NewTeam = ({ open }: { readonly open: (path: string) => void }) => (
 *   <CreateTeam onCreated={(team) => open(`/teams/${team.id}`)} />
 * )
 * ```
 */
export const CreateTeam = ({ fallback = null, headingLevel = 1, onCreated }: CreateTeamProps): ReactNode => {
  const texts = useTexts("createTeam", createTeam)
  const user = useUserState()
  if (user._tag === "Ready" && user.value === null) return fallback
  return (
    <HeadingLevelProvider level={headingLevel}>
      <Card name="create-team" hasLogo={false} title={texts.title}>
        <ResourceContent resource={Resources.project} rows={3}>
          {({ config }) =>
            config.clientTeamCreationEnabled
              ? <CreateTeamForm onCreated={onCreated} />
              : <Empty>{texts.closed}</Empty>}
        </ResourceContent>
      </Card>
    </HeadingLevelProvider>
  )
}

const CreateTeamForm = ({ onCreated }: Pick<CreateTeamProps, "onCreated">): ReactNode => {
  const texts = useTexts("createTeam", createTeam)
  const create = useTask((values: FormValues) =>
    Effect.tap(
      Teams.create({ displayName: values.text("displayName") }),
      (team) => Effect.sync(() => onCreated?.(team))
    )
  )
  return (
    <Form
      name="create-team"
      step={create}
      submit={texts.submit}
      fieldOf={fieldOfInvalid("displayName")}
    >
      <Field name="displayName" type="text" autoComplete="organization" required label={texts.displayName} />
    </Form>
  )
}

/** The form for a new team in a dialog. */
export const CreateTeamDialog = (
  { onClose, onCreated }: Pick<CreateTeamProps, "onCreated"> & { readonly onClose: () => void }
): ReactNode => {
  const { title } = useTexts("createTeam", createTeam)
  return (
    <Dialog name="create-team-dialog" initialFocus="field" label={title} onClose={onClose}>
      <CreateTeam headingLevel={2} onCreated={onCreated} />
    </Dialog>
  )
}
