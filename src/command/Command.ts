/** The commands of the `latchkey` command line. */
import * as Effect from "effect/Effect"
import { messageOf } from "../terminal/attempt.ts"

/** Runs a command with the arguments after its name. Fails with a message for the terminal. */
export type Command = (args: ReadonlyArray<string>) => Effect.Effect<void, string>

/** Parses the options for a command with `parseArgs`. Fails with a message for the terminal. */
export const parseOptions = <A>(parse: () => A): Effect.Effect<A, string> =>
  Effect.try({
    try: parse,
    catch: (error) => {
      // Node adds advice on arguments that start with `-`, which no command has.
      const [problem] = messageOf(error).split(". ")
      return `${problem}. The option --help prints all options.`
    }
  })
