/** Sign-in with a passkey: with a button, or with a suggestion of the browser at the email field. */
import * as Effect from "effect/Effect"
import { useEffect, useState } from "react"
import { isAutofillSupported } from "../../src/auth/passkey/support.ts"
import type { SignIn } from "../../src/pages/HandlerPages.ts"
import { useAuth } from "../Auth.ts"
import { usePageContext } from "../kit/PageContext.ts"
import { type Task, useStep } from "../kit/useStep.ts"
import type { StepError } from "./ShownPage.ts"

type SignInWithPasskey = NonNullable<SignIn["passkey"]>
type PasskeyError = StepError<{ readonly passkey: SignInWithPasskey }>

/**
 * Returns the step that signs in with a passkey. The browser may suggest a passkey while no other step is running. Shows the
 * page that a suggestion returns, and its error if the user caused it.
 */
export const usePasskey = ({ passkey }: SignIn, isOtherPending: boolean): Task<[], unknown, PasskeyError> => {
  const { onError, runtime } = useAuth()
  const { provide, show } = usePageContext()
  const [suggested, setSuggested] = useState<PasskeyError>()
  const step = useStep(() => passkey!())
  const isFree = !isOtherPending && !step.isPending
  useEffect(() => {
    if (!isFree || passkey === undefined) return
    const suggest = Effect.flatMap(
      isAutofillSupported,
      (isSupported) => isSupported ? Effect.flatMap(passkey({ mediation: "conditional" }), show) : Effect.void
    )
    // Yields first: strict mode unmounts once, before the request starts.
    const fiber = runtime.runFork(
      Effect.andThen(Effect.yieldNow, provide(suggest)).pipe(
        Effect.catch((error) => Effect.sync(() => isQuiet(error) || setSuggested(error))),
        Effect.catchDefect((defect) => Effect.sync(() => onError(defect, { isShown: false })))
      )
    )
    return () => fiber.interruptUnsafe()
  }, [isFree, passkey, onError, provide, runtime, show])
  return {
    ...step,
    run: () => {
      setSuggested(undefined)
      step.run()
    },
    error: step.error ?? suggested
  }
}

/** Returns `true` for errors of suggestions that the user did not cause. */
const isQuiet = ({ _tag }: PasskeyError): boolean =>
  _tag === "PasskeyWebAuthnError" || _tag === "WebAuthnNotSupported" || _tag === "ApiError"
