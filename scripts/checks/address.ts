/** Checks that the project's addresses in package.json agree, and that no other file repeats them. */
import { readAddress } from "../address.ts"
import { lineAt, lineOf, type Problem, type Repository } from "./Repository.ts"

/** The files that could name the address. They link to files of the repository instead, by relative paths. */
const texts = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "CHANGELOG.md", "AGENTS.md"]
const folders = ["docs", "src", "react", "site", "examples"]

export const checkAddress = ({ exists, filesAt, read }: Repository): ReadonlyArray<Problem> => {
  const path = "package.json"
  const text = read(path)
  const address = readAddress(text)
  if (address === undefined) {
    return [{
      path,
      line: lineOf(text, `"repository"`),
      message: "repository.url is not the address of a Git repository, or homepage not that of a site; set " +
        "git+https://<host>/<path>.git and https://<host>/"
    }]
  }
  // Sound: the manifest of this repository, whose field may still be missing.
  const { bugs } = JSON.parse(text) as { readonly bugs?: { readonly url?: string } }
  const hostnames = [address.repository, address.homepage].map((url) => new URL(url).hostname.replaceAll(".", "\\."))
  const files = [...texts.filter(exists), ...folders.flatMap(filesAt)]
  return [
    ...bugs?.url === address.bugs ? [] : [{
      path,
      line: lineOf(text, `"bugs"`),
      message: `bugs.url differs from repository.url; set ${address.bugs}`
    }],
    ...files.flatMap((file) =>
      Array.from(
        read(file).matchAll(new RegExp(`//(?:${hostnames.join("|")})(?![\\w.-])`, "g")),
        ({ index }) => ({
          path: file,
          line: lineAt(read(file), index),
          message: "repeats an address of the project; link to a file, or read it from package.json"
        })
      )
    )
  ]
}
