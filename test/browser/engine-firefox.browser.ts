/** The flows in Firefox. */
import { runFlows } from "./engines/flows.ts"

runFlows("firefox")
