declare module "virtual:stories" {
  import type { Group } from "../app/gallery/Story.ts"

  /** The files with stories. */
  export const storyFiles: ReadonlyArray<{
    readonly ids: ReadonlyArray<string>
    readonly load: () => Promise<ReadonlyArray<Group>>
  }>
}
