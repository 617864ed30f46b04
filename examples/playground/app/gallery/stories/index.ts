/** The stories of all components, in the order of the index. */
import type { Group } from "../Story.ts"
import { settingsStories } from "./settings.tsx"
import { magicLinkSentStories, mfaFormStories, signInStories } from "./signIn.tsx"

export const groups: ReadonlyArray<Group> = [signInStories, magicLinkSentStories, mfaFormStories, ...settingsStories]
