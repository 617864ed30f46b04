/** Shows the index of the gallery. */
import { StrictMode } from "react"
import type { Root } from "react-dom/client"
import { Frame } from "../app/gallery/Frame.tsx"
import type { Settings } from "../app/gallery/settings.ts"
import type { Entry } from "../app/gallery/Story.ts"

export const showIndex = (root: Root, entries: ReadonlyArray<Entry>, settings: Settings): void =>
  root.render(
    <StrictMode>
      <Frame entries={entries} initial={settings} />
    </StrictMode>
  )
