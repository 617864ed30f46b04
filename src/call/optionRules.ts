/** The option rules, for messages. Browsers load them only for an invalid option. */
import { commonRules } from "./commonRules.ts"
import { describeVariables, type VariableOption } from "./environment.ts"
import { suggestOption } from "./suggestOption.ts"

export type OptionRule = keyof typeof optionRules

/** Options for the official client that became something else. Each text completes "It is unknown: ". */
const replacements: Readonly<Record<string, string>> = {
  tokenStore: "provide a token store, such as TokenStore.layerMemory or Browser.layer",
  inheritsFrom: "pass the options to each client",
  noAutomaticPrefetch: "remove it, since nothing is fetched in advance",
  devTool: "use DevTools of latchkey/react/devtools",
  analytics: "remove it, since no events are collected",
  urls: "pass it to Navigation.layer or Browser.layer",
  redirectMethod: "pass it to Navigation.layer or Browser.layer"
}

/** Each rule completes the sentence "The option … ". The parameters are details such as the expected prefix. */
export const optionRules = {
  ...commonRules,
  // Sound: only options with variables have this rule.
  mustBeSet: (option: string) =>
    `is undefined. Pass it. With Effect, layerConfig can read it from ${describeVariables(option as VariableOption)}`,
  unknown: (name: string, ...known: ReadonlyArray<string>) => `is unknown${suggestOption(name, known, replacements)}`
}
