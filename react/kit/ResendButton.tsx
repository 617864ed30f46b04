import { type ReactNode, useEffect } from "react"
import type { PageError } from "../pages/PageError.ts"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Button } from "./Button.tsx"
import { ErrorAlert } from "./ErrorAlert.tsx"
import { Spoken } from "./Spoken.tsx"
import { resendSeconds, useCountdown } from "./useCountdown.ts"
import type { Task } from "./useStep.ts"

interface ResendButtonProps<A, E extends PageError> {
  readonly name: string
  readonly step: Task<[], A, E>
  readonly text: string
  /** The seconds until the first click. `0` if no email was sent yet. */
  readonly initial: number
}

/**
 * A button that sends an email again. After an email, it shows a countdown. Screen readers read its name and that it is
 * disabled, but not each second.
 */
export const ResendButton = <A, E extends PageError>(
  { initial, name, step, text }: ResendButtonProps<A, E>
): ReactNode => {
  const { resendIn } = useTexts("common", common)
  const [seconds, restart] = useCountdown(initial)
  const { error, isPending, run, state } = step
  useEffect(() => {
    if (state._tag === "Success") restart(resendSeconds)
  }, [restart, state])
  const isWaiting = seconds > 0
  return (
    <>
      <Button name={name} variant="ghost" isBusy={isPending} isDisabled={isWaiting} onClick={() => run()}>
        {isWaiting ? <Spoken text={text}>{resendIn(seconds)}</Spoken> : text}
      </Button>
      <ErrorAlert error={error} />
    </>
  )
}
