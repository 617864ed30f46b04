/**
 * What people do on a page, as actions.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { ProvidedServices } from "../Auth.ts"
import { type ActionState, useAction } from "../useAction.ts"
import { useLatest } from "../useLatest.ts"
import { usePageContext } from "./PageContext.ts"
import type { PageServices, ShownPage } from "./ShownPage.ts"

/** Something that people do on a page, and what has become of it. */
export interface Task<Args extends ReadonlyArray<unknown>, A, E> {
  readonly run: (...args: Args) => void
  readonly reset: () => void
  readonly state: ActionState<A, E>
  readonly isPending: boolean
  readonly error: E | undefined
}

/** Makes something to do on a page, which stays as it is. */
export const useTask = <const Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, ProvidedServices>
): Task<Args, A, E> => {
  const { reset, run, state } = useAction(effect)
  return {
    run: useCallback((...args: Args) => void run(...args), [run]),
    reset,
    state,
    isPending: state._tag === "Pending",
    error: state._tag === "Failure" ? state.error : undefined
  }
}

/** Makes a step of a page: the page that it leads to is shown. Beginning it gives up any other step. */
export const useStep = <const Args extends ReadonlyArray<unknown>, E>(
  effect: (...args: Args) => Effect.Effect<ShownPage | void, E, PageServices>
): Task<Args, ShownPage | void, E> => {
  const { startStep, show } = usePageContext()
  const task = useTask((...args: Args) =>
    Effect.tap(effect(...args), (page) => page === undefined ? Effect.void : Effect.sync(() => show(page)))
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
