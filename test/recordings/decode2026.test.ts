import { decode } from "./decode.ts"
import { recorded2026 } from "./recordings.ts"

decode(recorded2026)
