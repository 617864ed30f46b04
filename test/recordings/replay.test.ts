import { recorded2025 } from "./recordings.ts"
import { replay } from "./replay.ts"

replay(recorded2025)
