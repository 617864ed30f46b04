/** Builds the gallery for the documentation site. Each file of stories is a separate module. */
import { join } from "node:path"
import { build, type Plugin } from "vite"
import { libraryChunks } from "../../live/libraryChunks.ts"
import { makeViteConfig } from "../server/vite.ts"
import { readStories, type StoryFile } from "./readStories.ts"

/** Resolves the list of files with stories, each of which is loaded for its first story. */
const storiesPlugin = (files: ReadonlyArray<StoryFile>): Plugin => ({
  name: "latchkey-stories",
  resolveId: (id) => id === "virtual:stories" ? `\0${id}` : null,
  load: (id) =>
    id !== "\0virtual:stories" ?
      null :
      `export const storyFiles = [\n${
        files.map(({ entries, exports, path }) =>
          `{ ids: ${JSON.stringify(entries.map(({ id }) => id))}, load: () => import(${
            JSON.stringify(path)
          }).then((file) => [${exports.map((name) => `file.${name}`).join(", ")}].flat()) }`
        ).join(",\n")
      }\n]\n`
})

/** Builds the gallery into the folder `gallery` of a site. `base` is the path of the site on its host. Returns the stories. */
export const buildGallery = async (outDir: string, base: string): Promise<ReadonlyArray<StoryFile>> => {
  const files = await readStories()
  const config = makeViteConfig()
  await build({
    ...config,
    root: import.meta.dirname,
    base: `${base}gallery/`,
    plugins: [storiesPlugin(files), ...config.plugins ?? []],
    build: {
      target: "es2023",
      outDir: join(outDir, "gallery"),
      emptyOutDir: true,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        input: join(import.meta.dirname, "index.html"),
        output: {
          codeSplitting: {
            groups: [
              ...libraryChunks,
              { name: "latchkey", test: /\/(?:src|react)\//, minShareCount: files.length }
            ]
          }
        }
      }
    }
  })
  return files
}
