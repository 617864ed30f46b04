import * as Effect from "effect/Effect"
import { parseArgs, type ParseArgsConfig } from "node:util"
import { messageOf } from "../terminal/attempt.ts"

/** Runs a command with the arguments after its name. Fails with a message for the terminal. */
export type Command = (args: ReadonlyArray<string>) => Effect.Effect<void, string>

/** Parses arguments with `parseArgs`. Fails with a message for the terminal. */
export const parseOptions = <const T extends ParseArgsConfig>(args: ReadonlyArray<string>, config: T) =>
  Effect.try({
    try: () => parseArgs({ ...config, args: [...args] }),
    catch: (error) => {
      // Drops Node's advice about arguments that start with `-`: no command has any.
      const [problem] = messageOf(error).split(". ")
      return `${problem}. The option --help prints all options.`
    }
  })
