/** The version of the package, and whether it is released. */
import type { Read } from "./repository.ts"

interface Version {
  readonly version: string
  readonly isReleased: boolean
}

/** Reads the version from package.json, and its status from the changelog. */
export const readVersion = (read: Read): Version => {
  // Sound: the manifest of this repository.
  const { version } = JSON.parse(read("package.json")) as { readonly version: string }
  return { version, isReleased: !read("CHANGELOG.md").includes(`\n## ${version} (unreleased)\n`) }
}
