import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { PageError } from "../pages/PageError.ts"
import type { PageServices, ShownPage } from "../pages/ShownPage.ts"
import { ErrorAlert } from "./ErrorAlert.tsx"
import { OfflineBanner } from "./OfflineBanner.tsx"
import { Button, type ButtonProps } from "./PlainButton.tsx"
import { type Task, useStep } from "./useStep.ts"

export { Button, type ButtonProps, type ButtonVariant } from "./PlainButton.tsx"

interface TaskButtonProps<A, E extends PageError> extends Pick<ButtonProps, "describedBy" | "name" | "variant"> {
  readonly step: Task<[], A, E>
  readonly text: ReactNode
}

/** A button that runs a task, and shows its error. */
export const TaskButton = <A, E extends PageError>(
  { describedBy, name, step, text, variant }: TaskButtonProps<A, E>
): ReactNode => {
  const { error, isPending, run } = step
  return (
    <>
      <Button name={name} variant={variant} isBusy={isPending} describedBy={describedBy} onClick={() => run()}>
        {text}
      </Button>
      {step.isWaiting && <OfflineBanner isWaiting />}
      <ErrorAlert error={error} />
    </>
  )
}

export interface StepButtonProps<E extends PageError>
  extends Pick<TaskButtonProps<unknown, E>, "name" | "text" | "variant">
{
  readonly step: Effect.Effect<ShownPage | void, E, PageServices>
}

/** A button that runs a page step. */
export const StepButton = <E extends PageError>({ step, ...props }: StepButtonProps<E>): ReactNode => (
  <TaskButton
    {...props}
    step={useStep(() => step)}
  />
)
