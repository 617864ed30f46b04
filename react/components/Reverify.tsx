import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useInsertionEffect, useState } from "react"
import { addHandler } from "../../src/account/challengeHandlers.ts"
import { findReturn } from "../../src/pages/reverifyReturn.ts"
import { Client } from "../../src/session/ClientService.ts"
import { useAuth } from "../Auth.ts"
import { noPageContext, PageContextProvider } from "../kit/PageContext.ts"

/** The shown dialog, and what its end means for who asked. */
interface Question {
  readonly Dialog: typeof import("./ReverifyDialog.tsx").ReverifyDialog
  readonly answer: (isReverified: boolean) => void
}

const loadDialog = /*#__PURE__*/ Effect.tryPromise(() => import("./ReverifyDialog.tsx"))

/**
 * Asks the user to sign in again in a dialog, when a server's response or `Reverification.requireRecent` requires a recent sign-in.
 * Renders nothing until then. The components of the account settings contain it; mount it once for the app's own actions.
 *
 * The dialog offers the methods that the user has. A provider leaves the page, and returns to it: the user then starts the action
 * again.
 *
 * **Example** (An app whose server protects payouts)
 *
 * ```tsx
 * import type { ReactNode } from "react"
 * import { Reverify } from "latchkey/react"
 *
 * export const Layout = ({ children }: { readonly children: ReactNode }) => <>{children}<Reverify /></>
 * ```
 */
export const Reverify = (): ReactNode => {
  const { runtime } = useAuth()
  const [question, setQuestion] = useState<Question>()
  const [ask] = useState(() =>
    Effect.flatMap(loadDialog, ({ ReverifyDialog }) =>
      Effect.callback<boolean>((resume) => {
        const close = () => setQuestion(undefined)
        setQuestion({
          Dialog: ReverifyDialog,
          answer: (isReverified) => {
            close()
            resume(Effect.succeed(isReverified))
          }
        })
        return Effect.sync(close)
      }))
  )
  // Before any event, so that an action right after the first render can ask.
  useInsertionEffect(() => {
    let isUnmounted = false
    let remove: (() => void) | undefined
    runtime.runFork(Effect.map(Client, ({ session }) => {
      if (!isUnmounted) remove = addHandler(session, () => ask)
    }))
    return () => {
      isUnmounted = true
      // It closes the dialog, and React forbids changes of the state here.
      queueMicrotask(() => remove?.())
    }
  }, [ask, runtime])
  useEffect(() => {
    // A provider has returned to this page.
    const fiber = runtime.runFork(Effect.flatMap(findReturn, (found) => found === undefined ? Effect.void : ask))
    return () => fiber.interruptUnsafe()
  }, [ask, runtime])
  if (question === undefined) return null
  const { answer, Dialog } = question
  return (
    // The page below may be busy with the step that asks.
    <PageContextProvider value={noPageContext}>
      <Dialog onReverified={() => answer(true)} onClose={() => answer(false)} />
    </PageContextProvider>
  )
}
