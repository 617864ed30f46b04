/**
 * Calls that may change whether the user is restricted.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import { Client } from "./Client.ts"

/**
 * Calls an endpoint that may change whether the user is restricted. `settle` may expire the access token. It runs before
 * the change listeners, so that their fetches use a refreshed token.
 *
 * @category combinators
 * @since 0.1.0
 */
export const callChangingRestriction = <E extends Any>(
  endpoint: E,
  input: Input<E>,
  settle: (caller: Caller, exit: Exit.Exit<Success<E>, Failure<E> | ApiError>) => Effect.Effect<void>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Client> =>
  Effect.flatMap(Client, ({ caller }) => {
    let notify: (() => void) | undefined
    const onChange: Caller["onChange"] = (id, done) => {
      notify = () => caller.onChange?.(id, done)
    }
    return Effect.onExit(call({ ...caller, onChange }, endpoint, input), (exit) =>
      Effect.andThen(
        notify ? settle(caller, exit) : Effect.void,
        Effect.sync(() => notify?.())
      ))
  })
