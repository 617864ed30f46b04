/** Checks that the pages link only to existing files and headings. */
import { deadMarkdownLinks } from "../../site/markdownLinks.ts"
import type { Check } from "./Repository.ts"

export const checkLinks: Check = deadMarkdownLinks
