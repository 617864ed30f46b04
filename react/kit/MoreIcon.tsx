/** The icon of menus with more actions. */
import type { ReactNode } from "react"

/** Three dots. The button around it has the accessible name. */
export const MoreIcon = (): ReactNode => (
  <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
    <circle cx="4" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="16" cy="10" r="1.5" />
  </svg>
)
