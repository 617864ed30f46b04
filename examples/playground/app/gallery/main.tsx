/** The entry point of the gallery: its index at `/gallery`, and one story at `/gallery/<story>`. */
/// <reference types="vite/client" />
import "latchkey/react/styles.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Frame } from "./Frame.tsx"
import { languages } from "./languages.ts"
import { loadTexts, readSettings, type Settings } from "./settings.ts"
import { Stage } from "./Stage.tsx"
import { groups } from "./stories/index.ts"
import { entriesOf } from "./Story.ts"

const entries = entriesOf(groups)
const settings = readSettings(location.search)
const root = createRoot(document.getElementById("root")!)

const showStory = async (id: string, settings: Settings): Promise<void> => {
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

const [, , id = ""] = location.pathname.split("/")

/** For tests and screenshots: the stories, the languages, and a switch of the open story's language. */
Object.assign(globalThis, {
  galleryStories: entries.map(({ id }) => id),
  galleryLanguages: Object.keys(languages),
  showLanguage: (language: string) => showStory(id, { ...settings, language })
})

if (id !== "") await showStory(id, settings)
else {root.render(
    <StrictMode>
      <Frame entries={entries} initial={settings} />
    </StrictMode>
  )}
