/** The pages of the site that show Markdown files and sources of the repository. */
import { basename } from "node:path"

/** The Markdown files of the root that are pages of the site. The README's place is the home page. */
export const rootPages = ["CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]

/** Returns the page that shows a file of the repository. */
export const pageOf = (file: string): string =>
  file === "README.md"
    ? "index.md"
    : file.startsWith("docs/") && file.endsWith(".md")
    ? file.slice("docs/".length)
    : file.startsWith("site/components/")
    ? file.slice("site/".length)
    : file === "site/components" || file === "site/componentPages/overview.md"
    ? "components/index.md"
    : file.endsWith(".md")
    ? basename(file).toLowerCase()
    : `source/${file}.md`
