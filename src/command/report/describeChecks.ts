import { hostedApi } from "../../session/apiUrl.ts"
import { getRootUrls } from "../../session/serviceHosts.ts"
import { printText, removeSecrets } from "../doctor/report.ts"
import type { CheckResults } from "../doctor/runChecks.ts"
import type { EnvValue } from "./EnvValue.ts"
import { printCode } from "./Section.ts"

/** Returns doctor's results as Markdown. Names of variables and kinds replace ids, keys, addresses and domains. */
export const describeChecks = (results: CheckResults, values: ReadonlyArray<EnvValue>): string => {
  const { findings, subject } = results
  const short = findings.map(({ check, status, text }) => ({ check, status, text }))
  const text = removeSecrets(printText(short, { isFull: false }), subject)
  // Doctor prints the last characters of public values.
  const hidden = text.replaceAll(/…[\w-]{4}(?=[.,])/g, "[hidden]")
  const replaced = getReplacements(results, values).toSorted(([one], [other]) => other.length - one.length)
    .reduce((result, [value, label]) => result.replaceAll(value, `[${label}]`), hidden)
  return printCode("text", replaced)
}

type Replacement = readonly [value: string, label: string]

const getReplacements = (
  { answers: { client }, subject }: CheckResults,
  values: ReadonlyArray<EnvValue>
): ReadonlyArray<Replacement> => {
  const { apiUrl, cookieDomain, projectId, publishableClientKey } = subject
  const hostOf = (url: string | undefined) => url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
  const named: ReadonlyArray<readonly [string | undefined, string]> = [
    [apiUrl, "self-hosted API"],
    [hostOf(apiUrl), "self-hosted API"],
    [cookieDomain, "domain"],
    [projectId, "project id"],
    [publishableClientKey, "publishable client key"],
    [client._tag === "Foreign" ? client.redirectHost : undefined, "host"]
  ]
  return [
    ...named.flatMap(([value, label]) => value === undefined || isPublic(value) ? [] : [[value, label] as const]),
    ...values.flatMap(({ isWord, name, value }) => isWord ? [] : [[value, name] as const])
  ]
}

const isPublic = (value: string): boolean =>
  value.length < 4 || value === "internal" ||
  getRootUrls(hostedApi).some((url) => value === url || value === new URL(url).host) ||
  /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(value)
