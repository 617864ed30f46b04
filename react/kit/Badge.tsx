/** A short fact about a row. */
import type { ReactNode } from "react"

export interface BadgeProps {
  readonly children: ReactNode
  /** `neutral` by default. */
  readonly tone?: "neutral" | "success" | "warning" | "danger"
}

/** A short fact about a row. */
export const Badge = ({ children, tone = "neutral" }: BadgeProps): ReactNode => (
  <span data-latchkey="badge" data-tone={tone}>{children}</span>
)
