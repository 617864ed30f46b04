/** Protects requests from a Redis server that is down, paused or slow. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Redis from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import { CodedError } from "../platform/CodedError.ts"
import type { OptionNames } from "../session/optionNames.ts"

/**
 * Redis did not answer in time, answered with an error, or has failed shortly before. The message contains neither the
 * command nor its arguments.
 */
export class RedisUnavailable extends CodedError("RedisUnavailable")<{ readonly message: string }> {}

/** Options for a Redis server that does not answer. */
export type GuardOptions = {
  /** The time until a command fails; 2 seconds by default. */
  readonly commandTimeout?: Duration.Input | undefined
  /** The time after a failed command in which no command is sent; 5 seconds by default. */
  readonly cooldown?: Duration.Input | undefined
}

/** The names of the options. */
export const guardNames: OptionNames<GuardOptions> = { commandTimeout: true, cooldown: true }

/** Limits a command's time, and fails immediately while Redis is known to be unavailable. */
export type Guard = <A>(command: Effect.Effect<A, Redis.RedisError>) => Effect.Effect<A, RedisUnavailable>

/**
 * Errors from a server that can be read, but not written: it is full, a replica, cannot persist, or this user may only read.
 * Before version 7, Redis quotes the error from a script's command: `ERR Error running script (…): … -OOM …`.
 */
const isRefusal = ({ cause }: Redis.RedisError): boolean =>
  /^(?:ERR Error running script .*: -)?(?:OOM|READONLY|MISCONF|NOREPLICAS|NOPERM)\b/.test(
    cause instanceof Error ? cause.message : String(cause)
  )

/**
 * Creates a guard. After a failed command, other commands fail immediately until the cooldown ends. Then one command is
 * sent, and the others still fail until it succeeds. A write that a full or read-only server refuses fails alone.
 */
export const makeGuard = (
  { commandTimeout = "2 seconds", cooldown = "5 seconds" }: GuardOptions
): Effect.Effect<Guard, never, Scope.Scope> =>
  Effect.map(
    CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(1), openDuration: cooldown }),
    (breaker): Guard => (command) =>
      command.pipe(
        // Inside the breaker, a refused write is a success: Redis still answers reads.
        Effect.map((reply) => ({ reply })),
        Effect.catch((error) =>
          isRefusal(error)
            ? Effect.succeed("refused" as const)
            : fail("A Redis command failed")
        ),
        Effect.timeoutOrElse({ duration: commandTimeout, orElse: () => fail("Redis did not answer in time") }),
        breaker.execute({ key: "redis" }),
        Effect.catchTag("CircuitBreakerError", () => fail("Redis failed recently, so the command was not sent")),
        Effect.flatMap((result) =>
          result === "refused"
            ? fail("Redis refuses writes: it is full or read-only, or its user may only read")
            : Effect.succeed(result.reply)
        )
      )
  ).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))

const fail = (message: string) => Effect.fail(new RedisUnavailable({ message }))
