/** The option rules that programs with and without Effect have in common. */
import { describeVariables, type VariableOption } from "./environment.ts"
import { suggestOption } from "./suggestOption.ts"

/** Each rule completes the sentence "The option … ". The parameters are details such as the expected prefix. */
export const commonRules = {
  // Sound: only options with variables have this rule.
  notInEnvironment: (option) =>
    `is undefined. Pass it, or set ${describeVariables(option as VariableOption)}${
      "process" in globalThis
        ? ""
        : "document" in globalThis
        ? ". A page has only the variables of its bundler: with Vite, pass import.meta.env.VITE_…"
        : ". This host has no environment variables: on Cloudflare Workers, turn on nodejs_compat, or pass the variables of env"
    }`,
  unknown: (name, ...known) => `is unknown${suggestOption(name!, known)}`,
  mustBeSetFor2025: () => "is undefined, but services of 2025 require it",
  notInClient: () => "must not be in a client, where anyone can read it",
  projectId: () => "must be a UUID, or internal",
  key: () => "must be a key: not empty, and without spaces",
  noRedactedText: () =>
    "is the text <redacted>, which hides the key. Pass the Redacted value itself, or Redacted.value of it",
  prefix: (expected, actual) => `must start with ${expected}, but starts with ${actual}`,
  oneOf: (...values) => `must be ${values.join(" or ")}`,
  headers: () => "must map header names to strings without line breaks",
  scopes: () => "must map providers to lists of scopes",
  bytes: () => "must be a number of bytes, 1 or more",
  duration: () => "must be a duration",
  url: () => "must be an absolute http or https URL",
  otherHost: (variable, host) =>
    `is undefined. ${variable} is set, but not read ${host}. Pass the option, or set ${describeVariables("apiUrl")}`,
  notRead: (variable) => `is undefined. ${variable} is set, but not read here. Pass the option`,
  emptyVariable: (variable) =>
    `is undefined, and ${variable} is empty. Set it to the URL of the API, or remove it to use the hosted service`,
  noCredentials: () => "must not contain a user name or a password",
  apiRoot: () => "must be the root of the service. Remove /api and the version: calls add them",
  noQuery: () => "must not have a query or a hash",
  https: () =>
    "must be https, since http sends keys and tokens unencrypted. For development, set allowInsecureApiUrl: true"
} satisfies Readonly<Record<string, (...details: ReadonlyArray<string>) => string>>
