/**
 * `latchkey --version`.
 *
 * @since 0.1.0
 */
import * as Console from "effect/Console"
import { version } from "../emulator/version.ts"
import type { Command } from "./Command.ts"

/**
 * Prints the version of the package.
 *
 * @category commands
 * @since 0.1.0
 */
export const printVersion: Command = () => Console.log(version)
