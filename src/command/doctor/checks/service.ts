import { isObject } from "../../../wire/parseJson.ts"
import type { Answer } from "../askService.ts"
import { type Check, type Finding, makeFindings } from "../Check.ts"
import type { Subject, SubjectOptions } from "../Subject.ts"

/** Checks that a service answers at the API's address. */
export const checkReachability: Check = (subject, { client }) => [describeReachability(subject, client)]

const describeReachability = ({ apiUrl = "", host, project }: Subject, answer: Answer): Finding => {
  const { fail, pass, skip } = makeFindings("reachability")
  switch (answer._tag) {
    case "NotAsked":
      return skip("The address of the API is invalid.")
    case "Accepted":
    case "Refused":
      return pass(`The service at ${apiUrl} answers.`)
    case "Foreign":
      return describeForeign(apiUrl, answer)
    case "Unreachable": {
      const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(apiUrl)
      const known = failures.find(({ codes }) => codes.test(answer.code))
      const describe = ({ text }: FailureText) => `${text.replace("%", new URL(apiUrl).host)} (${answer.code}).`
      if (isLocal && known !== undefined && answer.code !== "ECONNREFUSED") {
        return fail(describe(known), known.localFix ?? known.fix)
      }
      const usesEmulator = project.manifest.scripts["dev"]?.includes("latchkey emulator") === true
      if (isLocal) {
        return fail(
          `No service listens at ${apiUrl} (${answer.code}).`,
          usesEmulator
            ? `Start the app and its emulator with the script "dev".`
            : "Start the emulator, or your service.",
          usesEmulator ? "npm run dev" : "npx latchkey emulator"
        )
      }
      // EAI_AGAIN: no name server answers.
      if (!host.isConnected || answer.code === "EAI_AGAIN") {
        return skip(`This machine is offline (${answer.code}).`)
      }
      const failure = known ?? otherFailure
      return fail(describe(failure), failure.fix + getProxyHint(host))
    }
  }
}

interface FailureText {
  /** Codes from the system and from TLS. */
  readonly codes: RegExp
  /** `%` is the host. */
  readonly text: string
  readonly fix: string
  /** The fix for a service on this machine; `fix` by default. */
  readonly localFix?: string
}

const otherFailure: FailureText = {
  codes: /^/,
  text: "% cannot be reached",
  fix: "Check the network and the address."
}

const failures: ReadonlyArray<FailureText> = [
  {
    codes: /^(?:ENOTFOUND|EAI_)/,
    text: "The name % cannot be resolved",
    fix: "Check the address, the network and DNS."
  },
  {
    codes: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/,
    text: "% answers without TLS",
    fix: "Use http: if the service has no TLS, or the port that has it."
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL|ALTNAME/,
    text: "The certificate of % is not trusted",
    fix:
      "Check the certificate and this machine's clock. For a company's own authority, set NODE_EXTRA_CA_CERTS to its file."
  },
  {
    codes: /^ECONNREFUSED$/,
    text: "% refuses connections",
    fix: "Check the address and the port, and that the service runs."
  },
  {
    codes: /TIMEOUT|TIMEDOUT/,
    text: "% does not answer in time",
    fix: "Check the network, the firewall and the address.",
    localFix: "Restart the service."
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    text: "% closes the connection before its response is complete",
    fix: "Check that the address and the port are those of the API, and read the log of the service or its proxy."
  },
  {
    codes: /^HTTPParserError$/,
    text: "% does not answer with HTTP",
    fix: "Check that the address and the port are those of the API."
  }
]

const getProxyHint = ({ environment }: SubjectOptions): string =>
  ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].some((name) => environment[name]) &&
    environment["NODE_USE_ENV_PROXY"] === undefined
    ? " A proxy is configured, which Node uses only with NODE_USE_ENV_PROXY=1."
    : ""

const describeForeign = (
  apiUrl: string,
  { isHtml, redirectHost, status }: Extract<Answer, { readonly _tag: "Foreign" }>
): Finding => {
  const { fail } = makeFindings("reachability")
  if (redirectHost !== undefined) {
    return fail(
      `${apiUrl} redirects to ${redirectHost}.`,
      redirectHost === new URL(apiUrl).host
        ? "Use the address that it redirects to."
        : "Sign in to the network if it is a captive portal or proxy. Otherwise, use the final address of the API."
    )
  }
  if (isHtml) {
    return fail(
      `${apiUrl} answers with a web page (status ${status}) instead of the API.`,
      "Use the address of the API, not of the dashboard. A captive portal or proxy also answers so: sign in to the network."
    )
  }
  return status >= 500
    ? fail(`${apiUrl} answers with the status ${status}.`, "The service or its proxy has a failure. Try again later.")
    : fail(
      `${apiUrl} answers with the status ${status}, and not as the service does.`,
      "Check the address of the API."
    )
}

/** Checks this machine's clock. Access tokens are valid for ten minutes, and servers tolerate 5 seconds. */
export const checkClock: Check = ({ project }, { skew }) => {
  const { fail, pass, skip, warn } = makeFindings("clock")
  if (skew === undefined) return [skip("The service sent no response with a date.")]
  const seconds = Math.round(Math.abs(skew) / 1000)
  if (seconds <= 5) return [pass("This machine's clock agrees with the service's.")]
  const text = `This machine's clock is ${seconds} seconds ${skew > 0 ? "ahead of" : "behind"} the service's.`
  const fix = "Turn on the synchronization of the system's clock."
  // The client corrects a wrong clock. A server that verifies tokens rejects them early, or accepts them late.
  return [project.framework === "vite" || seconds <= 60 ? warn(text, fix) : fail(text, fix)]
}

/** Reports the service's generation. */
export const checkGeneration: Check = (_subject, { client }) => {
  const { pass, skip, warn } = makeFindings("generation")
  if (client._tag !== "Accepted") return [skip("The service has not shown the project.")]
  const { config } = client.json
  return [
    isObject(config) && config["domains"] !== undefined
      ? pass("The service is of generation 2026.")
      : warn(
        "The service is of generation 2025. Functions that need a newer one fail with UnsupportedGeneration.",
        "Update the service. The page Compatibility lists the missing functions."
      )
  ]
}
