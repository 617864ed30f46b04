import * as Effect from "effect/Effect"
import { type ComponentType, useState } from "react"
import type { ProvidedServices } from "../Auth.ts"
import { useTask } from "../kit/useStep.ts"

/**
 * Returns a dialog that is loaded when it opens. `otherwise` handles an error, such as a missing file after the app has been
 * deployed again.
 */
export const useLoadedDialog = <Props>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: (error: unknown) => Effect.Effect<void, never, ProvidedServices> = Effect.die
) => {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  const { isPending, run } = useTask(() =>
    Effect.matchEffect(Effect.tryPromise({ try: load, catch: (error) => error }), {
      onFailure: otherwise,
      onSuccess: (Dialog) => Effect.sync(() => setDialog(() => Dialog))
    })
  )
  return { Dialog, open: () => run(), close: () => setDialog(undefined), isPending }
}
