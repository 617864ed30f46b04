/**
 * The project's addresses in package.json: `repository.url`, and `homepage`, the documentation site. As a script, it fails unless
 * both are public: npm runs it before it publishes the package.
 */
import { readText } from "./repository.ts"

/** The addresses of the project. */
export interface Address {
  /** The page of the repository. */
  readonly repository: string
  /** The documentation site, with a slash at its end. */
  readonly homepage: string
  readonly bugs: string
  /** `false` if one of them has the reserved domain `.example` (RFC 2606), which leads nowhere. */
  readonly isPublic: boolean
}

/**
 * Derives the addresses from the text of package.json. Returns `undefined` if `repository.url` is not `git+https://….git`, or
 * `homepage` is not `https://…/`.
 */
export const readAddress = (manifest: string): Address | undefined => {
  // Sound: the manifest of this repository, whose fields may still be missing.
  const { homepage, repository } = JSON.parse(manifest) as {
    readonly homepage?: string
    readonly repository?: { readonly url?: string }
  }
  const [, page] = /^git\+(https:\/\/[^/]+\/.+)\.git$/.exec(repository?.url ?? "") ?? []
  if (page === undefined || homepage === undefined || !/^https:\/\/[^?#]+\/$/.test(homepage)) return undefined
  return {
    repository: page,
    homepage,
    bugs: `${page}/issues`,
    isPublic: [page, homepage].every((address) => !new URL(address).hostname.endsWith(".example"))
  }
}

if (import.meta.main && readAddress(readText("package.json"))?.isPublic !== true) {
  console.error(
    "package.json: repository.url or homepage is no public address. Set both, and bugs, before you publish."
  )
  process.exitCode = 1
}
