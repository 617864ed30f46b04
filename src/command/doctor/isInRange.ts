/** Returns `true` if a version is in an npm range with `^`, `~`, comparisons and `||`, or if the form of either is unknown. */
export const isInRange = (version: string, range: string): boolean => {
  const actual = parseVersion(version)
  if (actual === undefined) return true
  return range.split("||").some((alternative) =>
    alternative.trim().split(/\s+/).every((comparator) => satisfies(actual, comparator))
  )
}

/** A version's numbers. The last one is -1 for a prerelease. */
type Version = readonly [major: number, minor: number, patch: number, release: number]

const parseVersion = (text: string): Version | undefined => {
  const [, major, minor = "0", patch = "0", prerelease] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?(?:\+.*)?$/.exec(text) ?? []
  return major === undefined
    ? undefined
    : [Number(major), Number(minor), Number(patch), prerelease === undefined ? 0 : -1]
}

const satisfies = (actual: Version, comparator: string): boolean => {
  const [, operator = "", text = ""] = /^(\^|~|>=|<=|>|<|=)?(.*)$/.exec(comparator) ?? []
  const bound = parseVersion(text)
  if (bound === undefined) return true
  const order = compare(actual, bound)
  switch (operator) {
    case ">=":
      return order >= 0
    case ">":
      return order > 0
    case "<=":
      return order <= 0
    case "<":
      return order < 0
    case "^":
      return order >= 0 && actual[0] === bound[0] && (bound[0] > 0 || actual[1] === bound[1])
    case "~":
      return order >= 0 && actual[0] === bound[0] && actual[1] === bound[1]
    default:
      return order === 0
  }
}

const compare = (a: Version, b: Version): number => {
  const index = a.findIndex((number, index) => number !== b[index])
  return index < 0 ? 0 : a[index]! - b[index]!
}
