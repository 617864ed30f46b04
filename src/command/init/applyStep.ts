/** Runs the steps of `init`. */
import * as Effect from "effect/Effect"
import { join } from "node:path"
import type { Step } from "./Step.ts"
import { Terminal } from "./Terminal.ts"

/** Runs a step in a package's folder. Fails with a message for the terminal. */
export const applyStep = (step: Step, folder: string): Effect.Effect<void, string> =>
  Effect.flatMap(Terminal, ({ run, write }) => {
    switch (step._tag) {
      case "Create":
        return Effect.mapError(
          write(join(folder, step.path), step.content, { isNew: true }),
          (reason) => `${step.path} cannot be created: ${reason}`
        )
      case "Edit":
        return Effect.mapError(
          write(join(folder, step.path), step.after, { isNew: false }),
          (reason) => `${step.path} cannot be changed: ${reason}`
        )
      case "Run":
        return Effect.flatMap(run(step.command, folder), (code) =>
          code === 0 ? Effect.void : Effect.fail(
            `"${step.command.join(" ")}" ended with the exit code ${code}. Run it again in ${folder}.`
          ))
      case "ByHand":
      case "Done":
        return Effect.void
    }
  })
