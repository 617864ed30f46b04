import { content } from "./content.ts"
import { frame } from "./frame.ts"
import { timeline } from "./timeline.ts"

/** The style sheet. */
export const styles: string = frame + content + timeline
