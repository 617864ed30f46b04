/**
 * Effects that a component runs when somebody acts: sign-ins, and whatever changes something.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { useEffect, useInsertionEffect, useMemo, useState } from "react"
import { type Auth, type ProvidedServices, useAuth } from "./Auth.ts"
import { isForFramework } from "./reportError.ts"

/**
 * How far an action is.
 *
 * - `Idle`: it has not been run, or was reset or interrupted.
 * - `Pending`: it is running.
 * - `Success`, `Failure`: how the last run has ended.
 *
 * @category models
 * @since 0.1.0
 */
export type ActionState<A, E> =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Pending" }
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly error: E }

/**
 * An effect of a component, and how far it is.
 *
 * @category models
 * @since 0.1.0
 */
export interface Action<in Args extends ReadonlyArray<unknown>, out A, out E> {
  /** Runs the effect, and ends what an earlier run has not finished. The promise tells how it has ended; it never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  /** How far the last run is. A component that never looks at it leaves its failures to the presenter. */
  readonly state: ActionState<A, E>
  /** Ends what is running, and forgets how the last run has ended. */
  readonly reset: () => void
}

const idle = { _tag: "Idle" } as const
const pending = { _tag: "Pending" } as const

/** What an action runs. */
type ActionEffect<Args extends ReadonlyArray<unknown>, A, E> =
  | Effect.Effect<A, E, ProvidedServices>
  | ((...args: Args) => Effect.Effect<A, E, ProvidedServices>)

/** What an action remembers between renderings. */
interface ActionMemory<Args extends ReadonlyArray<unknown>, A, E> {
  auth: Auth
  effect: ActionEffect<Args, A, E>
  fiber: Fiber.Fiber<A, unknown> | undefined
  isStateRead: boolean
  isUnmounted: boolean
}

/** Ends what is running. Nobody hears of it any more but who has run it. */
const stop = (memory: Pick<ActionMemory<never, unknown, unknown>, "fiber">): void => {
  const { fiber } = memory
  memory.fiber = undefined
  fiber?.interruptUnsafe()
}

/**
 * Makes an effect, or a function that returns one, something that a component runs when somebody acts, such as by pressing a button.
 *
 * The effect ends with its component: what is running when the component is unmounted or hidden is interrupted. What an effect
 * dies of goes to the presenter of the `AuthProvider`, and so does an error when the component never looks at `state`.
 *
 * **Gotchas**
 *
 * The newest run wins: it interrupts the one before. What that has sent may have been done all the same. So disable the button
 * while the state is `Pending`: React does so before a second press arrives.
 *
 * **Example** (A form that signs in)
 *
 * ```tsx
 * import * as Redacted from "effect/Redacted"
 * import { Password } from "latchkey"
 * import { useAction } from "latchkey/react"
 *
 * const SignIn = () => {
 *   const { run, state } = useAction((form: FormData) =>
 *     Password.signIn({
 *       email: String(form.get("email")),
 *       password: Redacted.make(String(form.get("password")))
 *     })
 *   )
 *   return (
 *     <form action={(form) => void run(form)}>
 *       <input name="email" type="email" />
 *       <input name="password" type="password" />
 *       <button disabled={state._tag === "Pending"}>Sign in</button>
 *       {state._tag === "Failure" ? <p role="alert">{state.error.message}</p> : null}
 *     </form>
 *   )
 * }
 * ```
 *
 * @category hooks
 * @since 0.1.0
 */
export const useAction = <Args extends ReadonlyArray<unknown> = [], A = never, E = never>(
  effect: Effect.Effect<A, E, ProvidedServices> | ((...args: Args) => Effect.Effect<A, E, ProvidedServices>)
): Action<Args, A, E> => {
  const auth = useAuth()
  const [state, setState] = useState<ActionState<A, E>>(idle)
  const [thrown, setThrown] = useState<{ readonly error: unknown }>()
  const [memory] = useState((): ActionMemory<Args, A, E> => ({
    auth,
    effect,
    fiber: undefined,
    isStateRead: false,
    isUnmounted: false
  }))
  useInsertionEffect(() => {
    memory.auth = auth
    memory.effect = effect
  })
  useInsertionEffect(() => {
    memory.isUnmounted = false
    return () => {
      memory.isUnmounted = true
    }
  }, [memory])
  const [{ reset, run }] = useState(() => {
    const handleExit = (exit: Exit.Exit<A, E>) => {
      if (Exit.isSuccess(exit)) return setState({ _tag: "Success", value: exit.value })
      const error = Cause.findErrorOption(exit.cause)
      if (Option.isSome(error)) {
        setState({ _tag: "Failure", error: error.value })
        if (!memory.isStateRead) memory.auth.onError(error.value, { isShown: false })
        return
      }
      setState(idle)
      if (Cause.hasInterruptsOnly(exit.cause)) return
      const defect = Cause.squash(exit.cause)
      if (isForFramework(defect)) setThrown({ error: defect })
      else memory.auth.onError(defect, { isShown: false })
    }
    return {
      run: (...args: Args): Promise<Exit.Exit<A, E>> => {
        stop(memory)
        if (memory.isUnmounted) return Promise.resolve(Exit.interrupt())
        setState(pending)
        const fiber = memory.auth.runtime.runFork(
          Effect.suspend(() => typeof memory.effect === "function" ? memory.effect(...args) : memory.effect)
        )
        memory.fiber = fiber
        return new Promise((resolve) =>
          fiber.addObserver((exit) => {
            if (memory.fiber === fiber) {
              memory.fiber = undefined
              handleExit(exit)
            }
            resolve(exit)
          })
        )
      },
      reset: () => {
        stop(memory)
        setState(idle)
      }
    }
  })

  useEffect(() => () => {
    if (memory.fiber !== undefined) reset()
  }, [memory, reset])
  const action = useMemo(() => ({
    run,
    reset,
    get state() {
      memory.isStateRead = true
      return state
    }
  }), [memory, reset, run, state])
  if (thrown !== undefined) throw thrown.error
  return action
}
