import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isObject } from "../wire/Json.ts"

/** The file system refused an operation. `code` is the system's error code. */
export class FileRefused extends Data.TaggedError("FileRefused")<{ readonly code: unknown }> {}

/** Runs an operation. Windows refuses to change a file that another process has open, so it is retried for two seconds. */
export const attempt = <A>(run: () => A): Effect.Effect<A, FileRefused> =>
  retryWhileBusy(Effect.try({ try: run, catch: toFileRefused }))

/** Runs an operation that may take seconds, without blocking other fibers. Retries like `attempt`. */
export const attemptSlow = (run: () => Promise<void>): Effect.Effect<void, FileRefused> =>
  retryWhileBusy(Effect.tryPromise({ try: run, catch: toFileRefused }))

/** Runs an operation and ignores its failure. */
export const attemptIgnored = (run: () => void): Effect.Effect<void> => Effect.ignore(attempt(run))

/** Returns an error's system code, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown => isObject(error) ? error["code"] : undefined

/** Returns an error's message. */
export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

const toFileRefused = (error: unknown): FileRefused => new FileRefused({ code: codeOf(error) })

const retryWhileBusy = <A>(operation: Effect.Effect<A, FileRefused>): Effect.Effect<A, FileRefused> =>
  Effect.retry(operation, { while: isBusy, times: 100, schedule: Schedule.spaced(20) })

const isBusy = ({ code }: FileRefused): boolean =>
  process.platform === "win32" && ["EACCES", "EBUSY", "EPERM"].includes(String(code))
