/** The environment variables for the service's clients. All names in this library come from here. */

const newerBrand = "HEXCLAVE"

/** The brand in the names that messages and new files use. */
const usualBrand = "STACK"

/** The brand in a variable's name, newest first. */
const brands = [newerBrand, usualBrand]

/** The host that an address is for. */
export type Side = "BROWSER" | "SERVER"

/** `%` is the brand. Bundlers put variables with `NEXT_PUBLIC_` into the code for browsers. */
const patterns = {
  projectId: ["NEXT_PUBLIC_%_PROJECT_ID", "%_PROJECT_ID"],
  publishableClientKey: ["NEXT_PUBLIC_%_PUBLISHABLE_CLIENT_KEY", "%_PUBLISHABLE_CLIENT_KEY"],
  apiUrl: ["NEXT_PUBLIC_%_API_URL", "%_API_URL", "NEXT_PUBLIC_%_URL"],
  extraRequestHeaders: ["NEXT_PUBLIC_%_EXTRA_REQUEST_HEADERS", "%_EXTRA_REQUEST_HEADERS"],
  secretServerKey: ["%_SECRET_SERVER_KEY"],
  superSecretAdminKey: ["%_SUPER_SECRET_ADMIN_KEY"]
}

/** An address's names for one side, which precede those for both. `@` is the side. */
const sidePatterns = ["NEXT_PUBLIC_@_%_API_URL", "NEXT_PUBLIC_%_API_URL_@", "%_API_URL_@"]

/** An option that has environment variables. */
export type VariableOption = keyof typeof patterns

const expand = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  patterns.flatMap((pattern) => brands.map((brand) => pattern.replace("%", brand)))

/**
 * Returns an option's variables by precedence. An address has other variables in browsers than on servers;
 * without a side, only those for both.
 */
export const getVariableNames = (option: VariableOption, side?: Side): ReadonlyArray<string> =>
  expand([
    ...(option === "apiUrl" && side ? sidePatterns.map((pattern) => pattern.replace("@", side)) : []),
    ...patterns[option]
  ])

/**
 * Returns the variables that Vite passes to the code for browsers. The app's code reads them, and passes the values.
 */
export const getViteNames = (option: VariableOption): ReadonlyArray<string> => expand([`VITE_${getBaseName(option)}`])

/** Returns all option variables: for both sides, and for Vite if the value is public. */
export const getAllNames = (option: VariableOption): ReadonlyArray<string> => [
  ...new Set([
    ...getVariableNames(option, "SERVER"),
    ...getVariableNames(option, "BROWSER"),
    ...(isSecret(option) ? [] : getViteNames(option))
  ])
]

/**
 * Returns the variable that messages and new files name, such as `NEXT_PUBLIC_STACK_PROJECT_ID` for the prefix `NEXT_PUBLIC_`.
 */
export const getUsualName = (option: VariableOption, prefix = ""): string =>
  (isSecret(option) ? "" : prefix) + getBaseName(option).replace("%", usualBrand)

/** Returns the newer brand's name for a usual name: `VITE_HEXCLAVE_API_URL` for `VITE_STACK_API_URL`. */
export const toNewerName = (name: string): string => name.replace(new RegExp(`(^|_)${usualBrand}_`), `$1${newerBrand}_`)

/** Returns an option's usual variables for a sentence: `NEXT_PUBLIC_STACK_PROJECT_ID or STACK_PROJECT_ID`. */
export const describeVariables = (option: VariableOption): string =>
  [...new Set([getUsualName(option, "NEXT_PUBLIC_"), getUsualName(option)])].join(" or ")

/** Returns `true` for a variable name that a client for the service may read, with any prefix. */
export const isServiceVariable = (name: string): boolean => brands.some((brand) => `_${name}`.includes(`_${brand}_`))

/** Returns a variable's name without the prefix that puts it into the code for browsers. */
export const removePrefix = (name: string): string =>
  name.replace(new RegExp(`^[A-Z]+_(?:PUBLIC_)?(?=(?:${brands.join("|")})_)`), "")

/**
 * Returns an environment in which every client for the service uses these values: each is set under all of its names.
 */
export const makeEnvironment = (
  values: { readonly [option in VariableOption]?: string | undefined }
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    // Sound: the type's keys are the options.
    (Object.keys(values) as Array<VariableOption>).flatMap((option) => {
      const value = values[option]
      return value === undefined ? [] : getAllNames(option).map((name) => [name, value] as const)
    })
  )

const isSecret = (option: VariableOption): boolean => option === "secretServerKey" || option === "superSecretAdminKey"

/** Returns an option's pattern without a prefix. */
const getBaseName = (option: VariableOption): string => patterns[option].find((pattern) => pattern.startsWith("%"))!
