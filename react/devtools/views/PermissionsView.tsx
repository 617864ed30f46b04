import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import { Empty } from "../kit/Empty.tsx"
import { Section } from "../kit/Section.tsx"

/** The current user's permissions that the app has loaded. */
export const PermissionsView = (): ReactNode => {
  const { permissions: { project, teams } } = useSnapshot()
  if (project === undefined && teams === undefined) {
    return (
      <Empty title="No permissions loaded">
        Permissions appear when a component reads them, such as with <code>usePermission</code> or <code>Protect</code>.
      </Empty>
    )
  }
  return (
    <div className="stack">
      {project !== undefined && <Group name="Project" permissions={project} />}
      {teams?.map(({ id, name, permissions }) => <Group key={id} name={name} permissions={permissions} />)}
      {teams?.length === 0 && <p className="quiet">The user has no permissions in teams.</p>}
    </div>
  )
}

const Group = (
  { name, permissions }: { readonly name: string; readonly permissions: ReadonlyArray<string> }
): ReactNode => (
  <Section title={name}>
    {permissions.length === 0 ? <p className="quiet">No permissions.</p> : (
      <ul className="chips">
        {permissions.map((permission) => <li key={permission} className="mono">{permission}</li>)}
      </ul>
    )}
  </Section>
)
