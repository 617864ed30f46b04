import type { ComponentPropsWithoutRef, ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

/** Renders a button. `className` adds a class. */
export const Button = ({ className = "", ...props }: ComponentPropsWithoutRef<"button">): ReactNode => (
  <button type="button" className={`button ${className}`.trimEnd()} {...props} />
)

interface IconButtonProps extends Pick<ComponentPropsWithoutRef<"button">, "className" | "onClick"> {
  readonly icon: IconName
  readonly label: string
  /** The tooltip. `label` by default. */
  readonly title?: string
}

/** Renders a button with an icon instead of a text. */
export const IconButton = ({ className = "", icon, label, onClick, title = label }: IconButtonProps): ReactNode => (
  <button
    type="button"
    className={`icon-button ${className}`.trimEnd()}
    aria-label={label}
    title={title}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
)
