/** Validates the options for `Jwks` and `AccessToken`. Does not load the code for failed calls, which `connect` uses. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { millisOf } from "../call/duration.ts"
import { type OptionRule, optionRules } from "../call/optionRules.ts"
import { parse } from "../platform/urlParameters.ts"
import { findApiUrlProblem, hostedApi, isProjectId, normalizeApiUrl } from "../session/apiUrl.ts"
import { findUnknownName, type OptionNames, toPlain } from "../session/optionNames.ts"
import { check, type InvalidOptions, levelNames, type Options } from "../session/options.ts"
import { OptionSource } from "../session/optionSource.ts"

type ProjectOptions = Pick<Options, "allowInsecureApiUrl" | "apiUrl" | "projectId">

/** The option names for `Jwks.layer`, which holds the list complete. */
export const jwksNames = {
  projectId: true,
  apiUrl: true,
  allowInsecureApiUrl: true,
  requestTimeout: true,
  lifetime: true,
  cooldown: true
} as const

/** Fails with `InvalidOptions` for an option whose name is not in the list. Runs synchronously. */
export const checkServerNames = <O extends object>(
  options: O | undefined,
  names: OptionNames<O>
): Effect.Effect<void, InvalidOptions> => {
  const name = findUnknownName(toPlain(options), names)
  return name === undefined ? Effect.void : check(name, false, optionRules.unknown(name, ...Object.keys(names)))
}

/**
 * Fails with `InvalidOptions` for an option whose name is not in the list. Options for the server level are accepted too,
 * since one object can have the options for all layers for a server.
 */
export const checkVerificationNames = <O extends object>(
  options: O,
  names: OptionNames<O>
): Effect.Effect<void, InvalidOptions> => checkServerNames<object>(options, { ...levelNames, ...names })

/** Returns the project's id in lower case, as in its tokens. */
export const readProjectId = ({ projectId }: ProjectOptions): Effect.Effect<string, InvalidOptions> => {
  const missing = Effect.flatMap(OptionSource, (source) => {
    const rule = source === "environment" ? optionRules.notInEnvironment : optionRules.mustBeSet
    return check("projectId", false, rule("projectId"))
  })
  const checked = projectId === undefined
    ? missing
    : check("projectId", isProjectId(projectId), optionRules.projectId())
  return Effect.as(checked, projectId?.toLowerCase())
}

/** Returns the root URL that servers use. */
export const readServerUrl = (
  { allowInsecureApiUrl, apiUrl = hostedApi }: ProjectOptions
): Effect.Effect<string, InvalidOptions> =>
  readUrl("apiUrl", typeof apiUrl === "string" ? apiUrl : apiUrl?.server, allowInsecureApiUrl === true)

/** Returns the API's root URLs for all hosts. */
export const readUrls = (options: ProjectOptions): Effect.Effect<ReadonlyArray<string>, InvalidOptions> => {
  const { allowInsecureApiUrl, apiUrl } = options
  return typeof apiUrl !== "object" || apiUrl === null
    ? Effect.map(readServerUrl(options), (url) => [url])
    : Effect.forEach([apiUrl.server, apiUrl.browser], (url) => readUrl("apiUrl", url, allowInsecureApiUrl === true))
}

/** Returns an http or https URL's origin, or `undefined` for other strings. */
export const toOrigin = (address: string): string | undefined => {
  const url = parse(address)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** Returns a root URL without trailing slashes. */
export const readUrl = (
  option: string,
  url: string | undefined,
  isInsecureAllowed: boolean
): Effect.Effect<string, InvalidOptions> => {
  const rule = findApiUrlProblem(url, isInsecureAllowed)
  return rule === undefined
    ? Effect.succeed(normalizeApiUrl(url!))
    : Effect.as(check(option, false, describe(rule)), "")
}

// Sound: the URL rules have no parameters.
const describe = (rule: OptionRule): string => (optionRules[rule] as () => string)()

/** Returns a duration in milliseconds, or the default. */
export const readMillis = (
  option: string,
  input: Duration.Input | undefined,
  defaultMillis: number,
  maxMillis = Infinity
): Effect.Effect<number, InvalidOptions> => {
  const millis = input === undefined ? defaultMillis : millisOf(input)
  const text = maxMillis === Infinity
    ? optionRules.duration()
    : `must be a duration of at most ${Duration.format(Duration.millis(maxMillis))}`
  return Effect.as(check(option, millis >= 0 && millis <= maxMillis, text), millis)
}
