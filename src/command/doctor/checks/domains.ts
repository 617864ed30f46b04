import * as Effect from "effect/Effect"
import { isOnDomain } from "../../../emulator/rules/trustedDomains.ts"
import { isObject } from "../../../wire/parseJson.ts"
import type { Answer } from "../askService.ts"
import { type Check, type Finding, makeFindings } from "../Check.ts"
import { Probe, ProbeFailed } from "../probe.ts"

const handlerPath = "/handler"

/** Checks that the project trusts the app's origin, with the handler's path. */
export const checkDomains: Check = ({ origin }, { admin, client }) => {
  const { fail, pass, skip, warn } = makeFindings("trusted-domains")
  if (origin === undefined) return [skip("The origin of the app is unknown. Pass --origin.")]
  if (client._tag !== "Accepted" && admin._tag !== "Accepted") {
    return [skip("The service has not shown the project.")]
  }
  const { allowLocalhost, domains } = readDomains(admin._tag === "Accepted" ? admin : client)
  const handler = new URL(`${handlerPath}/sign-in`, origin)
  const trusted = domains?.find(({ domain }) => isOnDomain(handler, domain))
  if (trusted !== undefined) {
    return [
      trusted.handlerPath === undefined || trusted.handlerPath === handlerPath
        ? pass(`The project trusts ${origin.origin}.`)
        : warn(
          `The project trusts ${origin.origin} with the handler path ${trusted.handlerPath}, and not ${handlerPath}.`,
          "Set the handler path of the domain in the dashboard, or the option urls of the client."
        )
    ]
  }
  if (isLocalhost(origin)) {
    if (allowLocalhost === true) return [pass(`The project allows localhost, and so ${origin.origin}.`)]
    if (allowLocalhost === undefined) return [skip("Only the admin key shows whether the project allows localhost.")]
    const fix = "Turn on \"Allow localhost\" in the domain settings of the project."
    return [fail("The project does not allow localhost.", fix)]
  }
  if (domains === undefined) return [skip("Services of 2025 show the trusted domains only to the admin key.")]
  return [fail(
    `The project does not trust ${origin.origin}. Redirects and links to it fail with RedirectUrlNotWhitelisted.`,
    `Add ${origin.origin} with the handler path ${handlerPath} in the domain settings of the project.`
  )]
}

const readDomains = (answer: Answer) => {
  const config = answer._tag === "Accepted" ? answer.json["config"] : undefined
  const { allow_localhost: allow, domains: list } = isObject(config) ? config : {}
  return {
    allowLocalhost: typeof allow === "boolean" ? allow : undefined,
    domains: Array.isArray(list)
      ? list.flatMap((entry: unknown) => {
        if (!isObject(entry) || typeof entry["domain"] !== "string") return []
        const path = entry["handler_path"]
        return [{ domain: entry["domain"], handlerPath: typeof path === "string" ? path : undefined }]
      })
      : undefined
  }
}

const isLocalhost = ({ hostname }: URL): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Checks that the browser stores the session's cookies on the app's origin, and may call the API from it. */
export const checkCookies: Check = ({ apiUrl, cookieDomain, origin, project }) => {
  const { fail, pass, skip, warn } = makeFindings("cookies")
  if (origin === undefined) return [skip("The origin of the app is unknown. Pass --origin.")]
  const findings: Array<Finding> = []
  const isLocal = isLocalhost(origin)
  if (origin.protocol === "http:" && !isLocal) {
    findings.push(fail(
      `${origin.origin} is http: on another host. Its cookies are not Secure, and browsers turn Web Crypto and passkeys off.`,
      "Use https, or http://localhost."
    ))
  }
  const api = apiUrl === undefined ? undefined : new URL(apiUrl)
  if (api?.protocol === "http:" && origin.protocol === "https:" && !isLocalhost(api)) {
    findings.push(
      fail("Browsers block requests from an https: page to an http: API.", "Use https: for the API.")
    )
  }
  if (api !== undefined && isLocalhost(api) && !isLocal) {
    findings.push(warn(
      "Pages on another host need the user's permission to call an API on this machine.",
      "Open the app on localhost, or use the address of a service in the network."
    ))
  }
  if (origin.hostname === "127.0.0.1" && project.framework !== "node") {
    findings.push(warn(
      "127.0.0.1 and localhost do not share cookies, and passkeys need a name.",
      "Open the app on http://localhost."
    ))
  }
  if (cookieDomain !== undefined && !isLocal && !`.${origin.hostname}`.endsWith(`.${cookieDomain.toLowerCase()}`)) {
    findings.push(warn(
      `The option domain is ${cookieDomain}, and has no effect on ${origin.hostname}: only this host has the session.`,
      "Set the option to the host of the app, or to a parent domain."
    ))
  }
  return findings.length > 0 ? findings : [
    pass(
      origin.protocol === "https:"
        ? "The cookies of the session are Secure, SameSite=Lax, and belong to the host alone."
        : "The cookies of the session are SameSite=Lax. Browsers treat localhost as secure."
    )
  ]
}

/** The headers that a client in a browser sends. */
const requestHeaders = [
  "content-type",
  "x-stack-access-token",
  "x-stack-access-type",
  "x-stack-client-version",
  "x-stack-override-error-status",
  "x-stack-project-id",
  "x-stack-publishable-client-key",
  "x-stack-refresh-token"
]

/** Sends a browser's preflight, and checks that the API allows requests from the app's origin. */
export const checkCors: Check = Effect.fnUntraced(function*({ apiUrl, origin }, { client }) {
  const { fail, pass, skip } = makeFindings("cors")
  if (origin === undefined) return [skip("No pages of the app are known. Pass --origin.")]
  if (client._tag !== "Accepted" && client._tag !== "Refused") return [skip("The service did not answer.")]
  const probe = yield* Probe
  const response = yield* probe({
    method: "OPTIONS",
    url: `${apiUrl}/api/v1/users/me`,
    headers: {
      origin: origin.origin,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": requestHeaders.join(",")
    }
  }).pipe(Effect.catch((error) => Effect.succeed(error)))
  if (response instanceof ProbeFailed) return [skip(`The preflight got no response (${response.code}).`)]
  const fix = "Let OPTIONS requests and their headers pass to the service. A proxy in front of it may remove them."
  const list = (name: string) =>
    (response.header(`access-control-allow-${name}`) ?? "").toLowerCase().split(",").map((item) => item.trim())
  const isAllowed = (name: string, value: string) => list(name).includes("*") || list(name).includes(value)
  if (response.status < 200 || response.status > 299) {
    return [fail(`The API answers the preflight of browsers with the status ${response.status}.`, fix)]
  }
  if (!isAllowed("origin", origin.origin.toLowerCase())) {
    return [fail(`The API does not allow requests from ${origin.origin}.`, fix)]
  }
  const missing = requestHeaders.filter((name) => !isAllowed("headers", name))
  if (missing.length > 0) return [fail(`The API does not allow the headers ${missing.join(", ")}.`, fix)]
  return [
    isAllowed("methods", "patch")
      ? pass(`The API allows requests from ${origin.origin}.`)
      : fail("The API does not allow the method PATCH.", fix)
  ]
})
