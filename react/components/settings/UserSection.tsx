import { Fragment, type ReactNode } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import type { Project } from "../../../src/account/Project.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { ResourceContent, Section, type SectionProps } from "../../kit/Section.tsx"
import { useResourceState } from "../../useResource.ts"
import { useUserState } from "../../useUser.ts"

type UserSectionProps = Omit<SectionProps, "children"> & { readonly children: (user: User) => ReactNode }

/** A section with the signed-in user's settings. Renders nothing if no user is signed in. */
export const UserSection = ({ children, ...section }: UserSectionProps): ReactNode => {
  const state = useUserState()
  if (state._tag === "Ready" && state.value === null) return null
  return (
    <Section {...section}>
      <ResourceContent resource={Resources.user}>
        {(user) =>
          // The key resets all form values and secrets when another user signs in.
          user !== null && <Fragment key={user.id}>{children(user)}</Fragment>}
      </ResourceContent>
    </Section>
  )
}

interface ProjectSectionProps extends Omit<SectionProps, "children"> {
  /** Returns `true` if the project has the feature. */
  readonly isEnabled: (config: Project["config"], user: User) => boolean
  readonly children: (user: User, project: Project) => ReactNode
}

/** A section with settings that projects can turn off. Then it renders nothing. */
export const ProjectSection = ({ children, isEnabled, ...section }: ProjectSectionProps): ReactNode => {
  const project = useResourceState(Resources.project)
  const user = useUserState()
  if (user._tag === "Ready") {
    if (user.value === null) return null
    if (project._tag === "Ready" && !isEnabled(project.value.config, user.value)) return null
  }
  return (
    <UserSection {...section}>
      {(user) => (
        <ResourceContent resource={Resources.project}>
          {(project) => children(user, project)}
        </ResourceContent>
      )}
    </UserSection>
  )
}
