import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import { useEffect, useInsertionEffect, useMemo, useState } from "react"
import { type Auth, type ProvidedServices, useAuth } from "./Auth.ts"
import { isForFramework } from "./reportError.ts"

/**
 * An action's state.
 *
 * - `Idle`: the action has not run, or was reset or interrupted.
 * - `Pending`: the action is running.
 * - `Success`, `Failure`: the last run's result.
 */
export type ActionState<A, E> =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Pending" }
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly error: E }

/** A component's effect, and its state. */
export interface Action<in Args extends ReadonlyArray<unknown>, out A, out E> {
  /** Runs the effect, and interrupts the previous run. The promise resolves with the result, and never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  /** The last run's state. If a component never reads it, failures go to the `AuthProvider`'s `onError`. */
  readonly state: ActionState<A, E>
  /** Interrupts the current run, and discards the last result. */
  readonly reset: () => void
}

const idle = { _tag: "Idle" } as const
const pending = { _tag: "Pending" } as const

/** An effect that a component can run. `any` is sound: `useAction` infers its result and its errors. */
type AnyEffect = Effect.Effect<any, any, ProvidedServices>

/** The result from an action's function. */
type ActionResult<A, E> = Effect.Effect<A, E, ProvidedServices> | Generator<AnyEffect, A, never> | PromiseLike<A>

/** An action's effect. */
type ActionEffect<Args extends ReadonlyArray<unknown>, A, E> =
  | Effect.Effect<A, E, ProvidedServices>
  | ((...args: Args) => ActionResult<A, E>)

/** Turns the result from an action's function into an effect. */
const toEffect = <A, E>(result: ActionResult<A, E>): Effect.Effect<A, E, ProvidedServices> => {
  if (Effect.isEffect(result)) return result
  // Sound: the overloads of `useAction` infer a generator's errors, and `unknown` for a promise.
  return ("then" in result
    ? Effect.tryPromise({ try: () => result, catch: identity }).pipe(
      Effect.catchIf(isForFramework, (error) => Effect.die(error))
    )
    : Effect.gen(() => result)) as Effect.Effect<A, E, ProvidedServices>
}

/** An action's mutable state between renders. */
interface ActionMemory<Args extends ReadonlyArray<unknown>, A, E> {
  auth: Auth
  effect: ActionEffect<Args, A, E>
  fiber: Fiber.Fiber<A, unknown> | undefined
  isStateRead: boolean
  isUnmounted: boolean
}

/** Interrupts the current run. Only its caller learns the result. */
const stop = (memory: Pick<ActionMemory<never, unknown, unknown>, "fiber">): void => {
  const { fiber } = memory
  memory.fiber = undefined
  fiber?.interruptUnsafe()
}

/**
 * Turns an effect, or a function that returns one, into an action for an event handler, such as a button click. To run several
 * effects in order, pass a generator function: `yield*` returns an effect's result, or ends the action with its error. An
 * async function can run any other code. Its errors have the type `unknown`.
 *
 * The effect is interrupted when the component unmounts or is hidden. Defects go to the `AuthProvider`'s `onError`. So do
 * errors, if the component never reads `state`.
 *
 * **Gotchas**
 *
 * A new run interrupts the previous one. Its request may still have taken effect. Disable the button while the state is
 * `Pending`; React does so before a second click arrives. An async function continues if its action is interrupted. Only its
 * result is ignored.
 *
 * **Example** (A sign-in form)
 *
 * ```tsx
 * import { Password } from "latchkey"
 * import { useAction } from "latchkey/react"
 *
 * const SignIn = () => {
 *   const { run, state } = useAction((form: FormData) =>
 *     Password.signIn({
 *       email: String(form.get("email")),
 *       password: String(form.get("password"))
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
 * **Example** (Several calls in order)
 *
 * ```tsx
 * import { TeamInvitations, Teams } from "latchkey"
 * import { useAction } from "latchkey/react"
 *
 * const NewTeam = () => {
 *   const { run } = useAction(function*(displayName: string, email: string) {
 *     const team = yield* Teams.create({ displayName })
 *     yield* TeamInvitations.send({ teamId: team.id, email })
 *     return team
 *   })
 *   return <button onClick={() => void run("Engines", "bob@example.com")}>Create a team with Bob</button>
 * }
 * ```
 */
export const useAction: {
  <Args extends ReadonlyArray<unknown> = [], A = never, E = never>(
    effect: Effect.Effect<A, E, ProvidedServices> | ((...args: Args) => Effect.Effect<A, E, ProvidedServices>)
  ): Action<Args, A, E>
  <Args extends ReadonlyArray<unknown>, Yielded extends AnyEffect, A>(
    effect: (...args: Args) => Generator<Yielded, A, never>
  ): Action<Args, A, Effect.Error<Yielded>>
  <Args extends ReadonlyArray<unknown>, A>(effect: (...args: Args) => PromiseLike<A>): Action<Args, A, unknown>
} = <Args extends ReadonlyArray<unknown>, A, E>(effect: ActionEffect<Args, A, E>): Action<Args, A, E> => {
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
          Effect.suspend(() => toEffect(typeof memory.effect === "function" ? memory.effect(...args) : memory.effect))
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
