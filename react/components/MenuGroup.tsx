/** Groups of menu items. */
import type { ReactNode } from "react"

export interface MenuGroupProps {
  /** The name of the part for styles and tests. */
  readonly name: string
  readonly label: string
  /** The visible label. By default, it is invisible. */
  readonly header?: ReactNode
  readonly children: ReactNode
}

/** A group of menu items with a label. */
export const MenuGroup = ({ children, header, label, name }: MenuGroupProps): ReactNode => (
  <div role="group" aria-label={label} data-latchkey={`menu-group ${name}`}>
    {header !== undefined && <div data-latchkey="menu-label" aria-hidden="true">{header}</div>}
    {children}
  </div>
)
