/** The flows in Chromium. */
import { runFlows } from "./engines/flows.ts"

runFlows("chromium")
