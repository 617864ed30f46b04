import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useRef } from "react"
import type { ProvidedServices } from "../Auth.ts"
import type { PageServices, ShownPage } from "../pages/ShownPage.ts"
import { type ActionState, useAction } from "../useAction.ts"
import { useLatest } from "../useLatest.ts"
import { isUnsent, useRetryOnline } from "../useOnline.ts"
import { usePageContext } from "./PageContext.ts"

/** A user's action, with its state. */
export interface Task<Args extends ReadonlyArray<unknown>, A, E> {
  readonly run: (...args: Args) => void
  readonly reset: () => void
  readonly state: ActionState<A, E>
  /** `true` while the effect runs, and until the device is back online. */
  readonly isPending: boolean
  /** `true` if the device is offline. The effect runs again when it is back online. */
  readonly isWaiting: boolean
  readonly error: E | undefined
}

const pending = { _tag: "Pending" } as const

/** Returns a task that keeps the current page. If the device is offline, it runs again when the device is back online. */
export const useTask = <const Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, ProvidedServices>
): Task<Args, A, E> => {
  const { provide } = usePageContext()
  const { reset, run, state } = useAction((...args: Args) => provide(effect(...args)))
  const failure = state._tag === "Failure" ? state.error : undefined
  const isWaiting = isUnsent(failure)
  const last = useRef<Args>(undefined)
  const start = useCallback((...args: Args): void => {
    last.current = args
    void run(...args).then((exit) => {
      // The arguments may contain secrets.
      if (Exit.isSuccess(exit)) last.current = undefined
    })
  }, [run])
  useRetryOnline(failure, () => last.current !== undefined && start(...last.current))
  return {
    run: start,
    reset,
    state: isWaiting ? pending : state,
    isPending: isWaiting || state._tag === "Pending",
    isWaiting,
    error: isWaiting ? undefined : failure
  }
}

/** Returns a task that shows its effect's page. It does not start while another step of the page is running. */
export const useStep = <const Args extends ReadonlyArray<unknown>, E>(
  effect: (...args: Args) => Effect.Effect<ShownPage | void, E, PageServices>
): Task<Args, ShownPage | void, E> => {
  const { runStep, startStep, show } = usePageContext()
  const task = useTask((...args: Args) =>
    runStep(Effect.tap(effect(...args), (page) => page === undefined ? Effect.void : show(page)), cancel)
  )
  const { reset, run, state } = task
  const latest = useLatest(state)
  const cancel: () => void = useCallback(() => {
    if (latest.current._tag !== "Success") reset()
  }, [latest, reset])
  return {
    ...task,
    run: useCallback((...args: Args) => {
      if (startStep(cancel)) run(...args)
    }, [startStep, cancel, run])
  }
}
