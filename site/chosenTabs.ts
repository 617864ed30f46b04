/** The choice of tabs, which the guides and the landing page share, and the keys that move between tabs. */

const storageKey = "latchkey-code-tabs"

/** Returns the titles that the reader has chosen on any page, the last one first. */
export const readChosenTabs = (): ReadonlyArray<string> => {
  try {
    return localStorage.getItem(storageKey)?.split("|") ?? []
  } catch {
    // Browsers can block the storage.
    return []
  }
}

/** Returns the titles with one of them first, and stores them. Without storage, the choice lasts until a reload. */
export const chooseTab = (title: string, chosen: ReadonlyArray<string>): ReadonlyArray<string> => {
  const next = [title, ...chosen.filter((other) => other !== title)]
  try {
    localStorage.setItem(storageKey, next.join("|"))
  } catch {
    // The same.
  }
  return next
}

/** Returns the index of the tab that a key moves to, as in the pattern for tabs of the ARIA authoring practices. */
export const getTabTarget = (key: string, index: number, count: number): number | undefined =>
  new Map([
    ["ArrowRight", (index + 1) % count],
    ["ArrowLeft", (index + count - 1) % count],
    ["Home", 0],
    ["End", count - 1]
  ]).get(key)
