import { recorded2026 } from "./recordings.ts"
import { replay } from "./replay.ts"

replay(recorded2026)
