/**
 * The address of the repository, which is `repository.url` of package.json. As a script, it fails unless the address is public:
 * npm runs it before it publishes the package.
 */
import { readText } from "./repository.ts"

/** The addresses of the project. */
export interface Address {
  /** The page of the repository. */
  readonly repository: string
  readonly homepage: string
  readonly bugs: string
  /** `false` for the reserved domain `.example` (RFC 2606), which leads nowhere. */
  readonly isPublic: boolean
}

/** Derives the addresses from the text of package.json. Returns `undefined` if `repository.url` is not `git+https://….git`. */
export const readAddress = (manifest: string): Address | undefined => {
  // Sound: the manifest of this repository, whose field may still be missing.
  const { repository } = JSON.parse(manifest) as { readonly repository?: { readonly url?: string } }
  const [, page] = /^git\+(https:\/\/[^/]+\/.+)\.git$/.exec(repository?.url ?? "") ?? []
  if (page === undefined) return undefined
  return {
    repository: page,
    homepage: `${page}#readme`,
    bugs: `${page}/issues`,
    isPublic: !new URL(page).hostname.endsWith(".example")
  }
}

if (import.meta.main && readAddress(readText("package.json"))?.isPublic !== true) {
  console.error(
    "package.json: repository.url is no public address. Set it, with homepage and bugs, before you publish."
  )
  process.exitCode = 1
}
