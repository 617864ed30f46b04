/** The hosted services' hosts. Each service has two, one for each brand. */

/** The services: production, development and staging. */
const services = ["api", "api.dev", "api.staging"]

const brands = ["stack-auth", "hexclave"]

const hostsOf = (service: string): ReadonlyArray<string> => brands.map((brand) => `https://${service}.${brand}.com`)

/**
 * Returns the root URLs for the service with a root URL: the URL itself, and its other host if it is a hosted service. The
 * user's session can get tokens from either host, and both hosts have the same keys.
 *
 * Expects a normalized URL. Another port or path, `http:` or a similar host is another service.
 */
export const getRootUrls = (url: string): ReadonlyArray<string> =>
  services.map(hostsOf).find((hosts) => hosts.includes(url)) ?? [url]
