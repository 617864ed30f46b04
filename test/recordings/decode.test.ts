import { decode } from "./decode.ts"
import { recorded2025 } from "./recordings.ts"

decode(recorded2025)
