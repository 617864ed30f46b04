/** Reads the stories without a browser, for the documentation site. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { createServer } from "vite"
import type { Entry, Group } from "../app/gallery/Story.ts"
import { makeViteConfig } from "../server/vite.ts"

const gallery = join(import.meta.dirname, "../app/gallery")

/** A file with stories. */
export interface StoryFile {
  readonly path: string
  /** The names of its exports, each a list of groups. */
  readonly exports: ReadonlyArray<string>
  readonly entries: ReadonlyArray<Entry>
}

/** Runs the modules of the stories, and lists their entries by file. */
export const readStories = async (): Promise<ReadonlyArray<StoryFile>> => {
  const { NODE_ENV } = process.env
  const vite = await createServer({
    ...makeViteConfig(),
    ssr: { resolve: { conditions: ["@latchkey/source", "module", "node"] } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: "custom"
  })
  try {
    const { entriesOf } = await vite.ssrLoadModule(join(gallery, "Story.ts")) as StoryModule
    const names = readdirSync(join(gallery, "stories")).filter((name) => name.endsWith(".tsx")).toSorted()
    const files: Array<StoryFile> = []
    for (const name of names) {
      const path = join(gallery, "stories", name)
      // Sound: each module of this folder exports lists of groups.
      const module = await vite.ssrLoadModule(path) as Readonly<Record<string, ReadonlyArray<Group>>>
      files.push({ path, exports: Object.keys(module), entries: entriesOf(Object.values(module).flat()) })
    }
    return files
  } finally {
    await vite.close()
    // The server has set it, and a build after it would bundle React for development.
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"]
  }
}

type StoryModule = typeof import("../app/gallery/Story.ts")
