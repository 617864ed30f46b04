/**
 * Buttons.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { MouseEvent, ReactNode } from "react"
import type { PageError } from "../pages/PageError.ts"
import type { PageServices, ShownPage } from "../pages/ShownPage.ts"
import type { Texts } from "../texts/texts.ts"
import { Alert } from "./Alert.tsx"
import { useErrorText } from "./errorText.ts"
import { OfflineBanner } from "./OfflineBanner.tsx"
import { type Task, useStep } from "./useStep.ts"

/** The weight of a button: one `primary` per form, `link` within text, `danger` for what cannot be undone. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "link" | "danger"

export interface ButtonProps {
  /** The name of the part for styles and tests. */
  readonly name: string
  readonly children: ReactNode
  /** `secondary` by default. */
  readonly variant?: ButtonVariant | undefined
  readonly type?: "button" | "submit"
  /** Shows a spinner instead of the label, without changing the width, and ignores clicks. */
  readonly isBusy?: boolean | undefined
  /** Ignores clicks, but keeps the focus. */
  readonly isDisabled?: boolean | undefined
  /** The accessible name of a button without a text. */
  readonly label?: string | undefined
  /** The id of an element that describes the button. */
  readonly describedBy?: string | undefined
  /** The OAuth provider that the button leads to, for styles. */
  readonly provider?: string | undefined
  /** The language of the label and its direction, for a button without another component around it. */
  readonly locale?: Pick<Texts["locale"], "direction" | "language"> | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/** A button. While it is busy or disabled, it keeps the focus and ignores clicks. */
export const Button = (
  {
    children,
    describedBy,
    isBusy = false,
    isDisabled = false,
    label,
    locale,
    name,
    onClick,
    provider,
    type = "button",
    variant = "secondary"
  }: ButtonProps
): ReactNode => (
  <button
    type={type}
    data-latchkey={`button ${name}`}
    data-variant={variant}
    data-provider={provider}
    lang={locale?.language}
    dir={locale?.direction}
    aria-busy={isBusy}
    aria-disabled={isBusy || isDisabled}
    aria-label={label}
    aria-describedby={describedBy}
    onClick={(event) => {
      if (isBusy || isDisabled) event.preventDefault()
      else onClick?.(event)
    }}
  >
    <span data-latchkey="button-label">{children}</span>
  </button>
)

export interface TaskButtonProps<A, E extends PageError> {
  readonly name: string
  readonly step: Task<[], A, E>
  readonly text: ReactNode
  readonly variant?: ButtonVariant | undefined
  /** The id of an element that describes the button. */
  readonly describedBy?: string | undefined
}

/** A button that runs a task, and shows its error. */
export const TaskButton = <A, E extends PageError>(
  { describedBy, name, step, text, variant }: TaskButtonProps<A, E>
): ReactNode => {
  const errorText = useErrorText()
  const { error, isPending, run } = step
  return (
    <>
      <Button name={name} variant={variant} isBusy={isPending} describedBy={describedBy} onClick={() => run()}>
        {text}
      </Button>
      {step.isWaiting && <OfflineBanner isWaiting />}
      {error !== undefined && <Alert text={errorText(error)} />}
    </>
  )
}

export interface StepButtonProps<E extends PageError>
  extends Pick<TaskButtonProps<unknown, E>, "name" | "text" | "variant">
{
  readonly step: Effect.Effect<ShownPage | void, E, PageServices>
}

/** A button that runs a step of the page. */
export const StepButton = <E extends PageError>({ step, ...props }: StepButtonProps<E>): ReactNode => (
  <TaskButton
    {...props}
    step={useStep(() => step)}
  />
)
