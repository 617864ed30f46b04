/** The flows in WebKit. */
import { runFlows } from "./engines/flows.ts"

runFlows("webkit")
