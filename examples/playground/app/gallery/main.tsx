/** The gallery of the playground: its index at `/gallery`, and one story at `/gallery/<story>` or `/gallery?story=<story>`. */
/// <reference types="vite/client" />
import "latchkey/react/styles.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Frame } from "./Frame.tsx"
import { languages } from "./languages.ts"
import { readSettings } from "./settings.ts"
import { showStory } from "./showStory.tsx"
import { groups } from "./stories/index.ts"
import { entriesOf } from "./Story.ts"

const entries = entriesOf(groups)
const settings = readSettings(location.search)
const root = createRoot(document.getElementById("root")!)

const id = new URLSearchParams(location.search).get("story") ?? location.pathname.split("/")[2] ?? ""

/** For tests and screenshots: the stories, the languages, and a switch of the open story's language. */
Object.assign(globalThis, {
  galleryStories: entries.map(({ id }) => id),
  galleryLanguages: Object.keys(languages),
  showLanguage: (language: string) => showStory(root, entries, id, { ...settings, language })
})

if (id !== "") await showStory(root, entries, id, settings)
else {root.render(
    <StrictMode>
      <Frame entries={entries} initial={settings} />
    </StrictMode>
  )}
