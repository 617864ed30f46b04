/** The stories of all components, in the order of the index. */
import type { Group } from "../Story.ts"
import { signInStories } from "./signIn.tsx"

export const groups: ReadonlyArray<Group> = [signInStories]
