/**
 * Signing in with a passkey: by a button, or where the browser suggests one at the field for the address.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { useEffect, useState } from "react"
import * as Passkey from "../../src/auth/Passkey.ts"
import type { SignIn } from "../../src/pages/HandlerPages.ts"
import { useAuth } from "../Auth.ts"
import { usePageContext } from "./PageContext.ts"
import type { StepError } from "./ShownPage.ts"
import { type Task, useStep } from "./useStep.ts"

type SignInWithPasskey = NonNullable<SignIn["passkey"]>
type PasskeyError = StepError<{ readonly passkey: SignInWithPasskey }>

/**
 * Makes the step that signs in with a passkey. Meanwhile the browser may suggest one, while no other step is under way: what
 * that leads to is shown as well, and of its failures the one that a person has brought about.
 */
export const usePasskey = ({ passkey }: SignIn, isOtherPending: boolean): Task<[], unknown, PasskeyError> => {
  const { onError, runtime } = useAuth()
  const { show } = usePageContext()
  const [suggested, setSuggested] = useState<PasskeyError>()
  const step = useStep(() => passkey!())
  const isFree = !isOtherPending && !step.isPending
  useEffect(() => {
    if (!isFree || passkey === undefined) return
    const suggest = Effect.flatMap(
      Passkey.isAutofillSupported,
      (isSupported) => isSupported ? Effect.map(passkey({ mediation: "conditional" }), show) : Effect.void
    )
    // Taken away at once, as strict mode does once, it has not begun.
    const fiber = runtime.runFork(
      Effect.andThen(Effect.yieldNow, suggest).pipe(
        Effect.catch((error) => Effect.sync(() => isQuiet(error) || setSuggested(error))),
        Effect.catchDefect((defect) => Effect.sync(() => onError(defect, { isShown: false })))
      )
    )
    return () => fiber.interruptUnsafe()
  }, [isFree, passkey, onError, runtime, show])
  return {
    ...step,
    run: () => {
      setSuggested(undefined)
      step.run()
    },
    error: step.error ?? suggested
  }
}

/** Nobody has asked for anything when a suggestion cannot be made, or is given up. */
const isQuiet = ({ _tag }: PasskeyError): boolean =>
  _tag === "PasskeyWebAuthnError" || _tag === "WebAuthnNotSupported" || _tag === "ApiError"
