/** The attributes that distinguish cookies with the same name. A page sees only the name, and needs them to remove a cookie. */
export type Variant = {
  /** The domain that shares the cookie with its subdomains. Without it, only the host has the cookie. */
  readonly domain?: string | undefined
  /** The cookie's path; `/` by default. */
  readonly path?: string | undefined
  /** `true` if the cookie is partitioned by embedding site (CHIPS). */
  readonly partitioned?: boolean | undefined
}

/** Returns `true` if a host is a domain or one of its subdomains. */
export const isWithin = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`)

/** More labels than an app's host has. */
const mostLabels = 10

/** Returns the attributes of all cookies that a page could see, except host-only ones at `/`. `paths` adds its directories. */
export const variantsAt = (url: string, paths = false): ReadonlyArray<Variant> => {
  if (!URL.canParse(url)) return []
  const { hostname, pathname, protocol } = new URL(url)
  const labels = hostname.split(".")
  // IP addresses and single labels have no parent domain. A client can forge the host: with many labels, the response would
  // have too many headers.
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
