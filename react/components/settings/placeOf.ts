/** The place of a session. */
import type { IpInfo } from "../../../src/account/Sessions.ts"

/** Returns the city and country, in a language, or an empty text if both are unknown. */
export const placeOf = ({ cityName, countryCode }: IpInfo, language: string): string =>
  [cityName, countryCode && countryName(countryCode, language)].filter(Boolean).join(", ")

/** Returns the name of a country, or the code if the name is unknown. */
const countryName = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code
  } catch {
    // It throws for codes that are not well-formed.
    return code
  }
}
