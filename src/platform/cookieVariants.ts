/**
 * Cookies of one name that lie in different places.
 *
 * A page sees them all and cannot tell them apart; to remove one, it has to say where it lies.
 *
 * @since 0.1.0
 */

/**
 * Which cookie is meant, among those of one name.
 *
 * @category models
 * @since 0.1.0
 */
export interface Variant {
  /** The domain that shares the cookie with its subdomains; without one it is the host's alone. */
  readonly domain?: string | undefined
  /** The pages that it is for; `/` by default. */
  readonly path?: string | undefined
  /** Whether it is kept for each embedding site apart. */
  readonly partitioned?: boolean | undefined
}

/**
 * Returns `true` if a host is a domain or one of its subdomains.
 *
 * @category guards
 * @since 0.1.0
 */
export const isWithin = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`)

/** More than hosts of apps have. */
const mostLabels = 10

/**
 * Returns where else a cookie of some name may lie that a page sees, besides the page's own host and `/`: for the domains above
 * it, and in the part of the jar that is kept for each embedding site apart. With `paths`, also for the folders of the page.
 *
 * @category getters
 * @since 0.1.0
 */
export const variantsAt = (url: string, paths = false): ReadonlyArray<Variant> => {
  if (!URL.canParse(url)) return []
  const { hostname, pathname, protocol } = new URL(url)
  const labels = hostname.split(".")
  // An address of numbers has nothing above it, and neither has a name without a dot. Whoever sends a request may give the
  // host any name: one that no host can have would make for more variants than a server can answer with.
  const domains = /^[\d.]+$|:/.test(hostname) || labels.length > mostLabels
    ? []
    : labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))
  const folders = pathname.split("/").filter((part) => part !== "").flatMap((_, index, parts) => {
    const folder = `/${parts.slice(0, index + 1).join("/")}`
    return [folder, `${folder}/`]
  })
  return [undefined, ...domains].flatMap((domain) =>
    ["/", ...(paths ? folders : [])].flatMap((path) =>
      (protocol === "https:" ? [undefined, true] : [undefined]).map((partitioned) => ({ domain, path, partitioned }))
    )
  ).slice(1)
}
