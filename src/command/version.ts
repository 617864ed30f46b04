import * as Console from "effect/Console"
import { version } from "../emulator/version.ts"
import type { Command } from "./Command.ts"

export const printVersion: Command = () => Console.log(version)
