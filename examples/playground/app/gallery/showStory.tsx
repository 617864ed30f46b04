/** Shows one story in a document. */
import { StrictMode } from "react"
import type { Root } from "react-dom/client"
import { loadTexts, type Settings } from "./settings.ts"
import { Stage } from "./Stage.tsx"
import type { Entry } from "./Story.ts"

/** Renders the story with an id, in the language and the theme of the settings. */
export const showStory = async (
  root: Root,
  entries: ReadonlyArray<Entry>,
  id: string,
  settings: Settings
): Promise<void> => {
  const entry = entries.find((entry) => entry.id === id)
  const texts = await loadTexts(settings)
  const { documentElement } = document
  if (settings.theme !== undefined) documentElement.dataset["theme"] = settings.theme
  documentElement.dir = texts.locale?.direction ?? "ltr"
  documentElement.lang = settings.language
  root.render(
    <StrictMode>
      {entry === undefined ? <p>There is no story {id}.</p> : <Stage entry={entry} texts={texts} />}
    </StrictMode>
  )
}
