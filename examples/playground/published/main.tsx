/** The gallery of the documentation site: `?story=<story>` loads only the stories of that story's file. */
import "latchkey/react/styles.css"
import { createRoot } from "react-dom/client"
import { storyFiles } from "virtual:stories"
import { readSettings } from "../app/gallery/settings.ts"
import { showStory } from "../app/gallery/showStory.tsx"
import { entriesOf } from "../app/gallery/Story.ts"
import { keepFocus } from "./keepFocus.ts"

const settings = readSettings(location.search)
const root = createRoot(document.getElementById("root")!)
const id = new URLSearchParams(location.search).get("story")

const load = async (): Promise<void> => {
  if (id === null) {
    const { showIndex } = await import("./showIndex.tsx")
    const groups = await Promise.all(storyFiles.map(({ load }) => load()))
    showIndex(root, entriesOf(groups.flat()), settings)
    return
  }
  const file = storyFiles.find(({ ids }) => ids.includes(id))
  await showStory(root, file === undefined ? [] : entriesOf(await file.load()), id, settings)
}

keepFocus()
await load()
