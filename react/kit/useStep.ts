/**
 * The actions of users in a component.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { ProvidedServices } from "../Auth.ts"
import type { PageServices, ShownPage } from "../pages/ShownPage.ts"
import { type ActionState, useAction } from "../useAction.ts"
import { useLatest } from "../useLatest.ts"
import { usePageContext } from "./PageContext.ts"

/** An action of the user, with its state. */
export interface Task<Args extends ReadonlyArray<unknown>, A, E> {
  readonly run: (...args: Args) => void
  readonly reset: () => void
  readonly state: ActionState<A, E>
  readonly isPending: boolean
  readonly error: E | undefined
}

/** Returns a task that keeps the current page. */
export const useTask = <const Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, ProvidedServices>
): Task<Args, A, E> => {
  const { provide } = usePageContext()
  const { reset, run, state } = useAction((...args: Args) => provide(effect(...args)))
  return {
    run: useCallback((...args: Args) => void run(...args), [run]),
    reset,
    state,
    isPending: state._tag === "Pending",
    error: state._tag === "Failure" ? state.error : undefined
  }
}

/** Returns a task that shows the page of its effect. Running it cancels any other step. */
export const useStep = <const Args extends ReadonlyArray<unknown>, E>(
  effect: (...args: Args) => Effect.Effect<ShownPage | void, E, PageServices>
): Task<Args, ShownPage | void, E> => {
  const { startStep, show } = usePageContext()
  const task = useTask((...args: Args) =>
    Effect.tap(effect(...args), (page) => page === undefined ? Effect.void : show(page))
  )
  const { reset, run, state } = task
  const latest = useLatest(state)
  const cancel = useCallback(() => {
    if (latest.current._tag !== "Success") reset()
  }, [latest, reset])
  return {
    ...task,
    run: useCallback((...args: Args) => {
      startStep(cancel)
      run(...args)
    }, [startStep, cancel, run])
  }
}
