import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { dirname, resolve } from "node:path"
import type * as Emulator from "../../emulator/Emulator.ts"
import { isFolder } from "../project/files.ts"
import { writeDocument } from "./writeDocument.ts"

/** Writes the state when the scope closes and on `SIGUSR2`. If that fails, the process exits with 1. */
export const exportOnExit = Effect.fnUntraced(function*(
  emulator: Emulator.Emulator["Service"],
  file: string
): Effect.fn.Return<void, string, Scope.Scope> {
  const folder = dirname(resolve(file))
  if (!isFolder(folder)) return yield* Effect.fail(`--export cannot write ${file}: ${folder} is not a folder`)
  const write = Effect.flatMap(
    emulator.exportState,
    (state) => writeDocument(file, `${JSON.stringify(state, null, 2)}\n`)
  )
    .pipe(
      Effect.andThen(Console.log(`State exported to ${file}`)),
      Effect.catch((message) =>
        Effect.andThen(
          Console.error(`The state was not exported. ${message}`),
          Effect.sync(() => {
            process.exitCode = 1
          })
        )
      )
    )
  yield* Effect.addFinalizer(() => write)
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const onSignal = () => {
    run(write)
  }
  yield* Effect.acquireRelease(
    // Windows has no such signal.
    Effect.sync(() => process.platform !== "win32" && process.on("SIGUSR2", onSignal)),
    () => Effect.sync(() => process.off("SIGUSR2", onSignal))
  )
})
