/** The button elements. They are separate from `Button.tsx`, so that an app with only buttons does not bundle error messages. */
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react"
import { usePageContext } from "./PageContext.ts"
import type { useLanguage } from "./useLanguage.ts"

/** A button's weight: one `primary` per form, `link` within text, `danger` for permanent actions. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "link" | "danger"

export interface ButtonProps {
  /** The part's name, for styles and tests. */
  readonly name: string
  readonly children: ReactNode
  /** `secondary` by default. */
  readonly variant?: ButtonVariant | undefined
  readonly type?: "button" | "submit"
  /** Shows a spinner instead of the label, without changing the width. */
  readonly isBusy?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** The accessible name for a button without a text. */
  readonly label?: string | undefined
  readonly describedBy?: string | undefined
  /** The button's OAuth provider, for styles. */
  readonly provider?: string | undefined
  /** The label's language and direction, for a button without another component around it. */
  readonly language?: ReturnType<typeof useLanguage> | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/** A button. While it is busy or disabled, or another step of the page is running, it keeps the focus and ignores clicks. */
export const Button = (
  {
    children,
    describedBy,
    isBusy = false,
    isDisabled = false,
    label,
    language,
    name,
    onClick,
    provider,
    type = "button",
    variant = "secondary"
  }: ButtonProps
): ReactNode => {
  const isInactive = usePageContext().isBusy || isBusy || isDisabled
  return (
    <button
      type={type}
      data-latchkey={`button ${name}`}
      data-variant={variant}
      data-provider={provider}
      {...language}
      aria-busy={isBusy}
      aria-disabled={isInactive}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (isInactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span data-latchkey="button-label">{children}</span>
    </button>
  )
}

interface IconButtonProps extends Pick<ComponentPropsWithoutRef<"button">, "aria-controls" | "onClick"> {
  readonly name: string
  readonly label: string
  /** The icon's shapes, in a square of 20 units. */
  readonly children: ReactNode
}

/** A button with an icon instead of a text. */
export const IconButton = ({ children, label, name, ...props }: IconButtonProps): ReactNode => (
  <button type="button" data-latchkey={`icon-button ${name}`} aria-label={label} {...props}>
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {children}
    </svg>
  </button>
)
