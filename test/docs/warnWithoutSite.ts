/** Prints that the tests of the site are left out, if its packages are missing. */
import { hasSite, noSite } from "../support/findSite.ts"

export default function warnWithoutSite(): void {
  if (!hasSite()) console.warn(`${noSite} Until then the tests of the site are skipped.`)
}
