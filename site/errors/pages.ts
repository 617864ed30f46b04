/** Renders a page for each error code. */
import { groupBy } from "../../test/support/groupBy.ts"
import type { ErrorDescription } from "./describeErrors.ts"
import { exampleOf, type Reasons } from "./example.ts"
import type { CallsByCode, FoundCall } from "./findCalls.ts"

/** Groups calls by module: `Password.signIn` and `Password.signUp` are `Password`: `signIn`, `signUp`. */
const listCalls = (calls: ReadonlyArray<FoundCall>): string => calls.map(({ name }) => `\`${name}\``).join(", ")

const row = (name: string, value: string | undefined): ReadonlyArray<string> =>
  value === undefined || value === "" ? [] : [`| ${name} | ${value.replaceAll("|", "\\|")} |`]

/** Describes the calls of a page. */
const callsText = ({ otherwise, tag }: ErrorDescription, calls: ReadonlyArray<FoundCall>, reasons: Reasons) => {
  if (reasons.has(tag)) return ["Every call that sends a request. In Effect, it is the `reason` of an `ApiError`."]
  if (tag === "ApiError") return ["Every call that sends a request, in Effect. With promises, `error` is its reason."]
  const promises = calls.filter(({ isPromise }) => isPromise)
  const effects = calls.filter(({ isPromise }) => !isPromise)
  const levelOf = (entry: string) => entry === "latchkey" ? "Effect" : `Effect, \`${entry}\``
  const table = [
    "| | calls |",
    "|---|---|",
    ...row("Promise", listCalls(promises)),
    ...[...new Set(effects.map(({ entry }) => entry))].flatMap((entry) =>
      row(levelOf(entry), listCalls(effects.filter((call) => call.entry === entry)))
    )
  ]
  const other = otherwise === "" ? [] : [`${otherwise[0]!.toUpperCase()}${otherwise.slice(1)}.`]
  return calls.length === 0 ? other : [table.join("\n")]
}

/** Renders one page. */
export const pageOf = (error: ErrorDescription, calls: ReadonlyArray<FoundCall>, reasons: Reasons): string => {
  const { causes, code, details, generation, isOfService, message, status, tag } = error
  const origin = !isOfService
    ? "Latchkey"
    : generation === undefined
    ? "the service, 2025 and 2026"
    : `services since ${generation}`
  const example = exampleOf(error, calls, reasons)
  const where = callsText(error, calls, reasons)
  return [
    // The neighbors in the alphabet have nothing in common.
    "---\nprev: false\nnext: false\n---",
    `# ${code}`,
    ...causes.map(({ when }) => when),
    [
      `| \`error.code\` | \`${code}\` |`,
      "|---|---|",
      `| Effect | \`${tag}\` |`,
      ...row("Status", status?.toString()),
      ...row("From", origin),
      ...row("`details`", details.map((name) => `\`${name}\``).join(", ")),
      ...row("Text in the emulator", message && `"${message.replace(/<(\w+)>/g, "`<$1>`")}"`)
    ].join("\n"),
    `## Fix ${tag}`,
    ...causes.map(({ fix }) => fix),
    ...where.length === 0 ? [] : ["## Calls that fail with it", ...where],
    ...example.length === 0 ? [] : ["## Handle it", ...example],
    "[Errors](../errors.md) explains results, retries and families. [All errors](../error-codes.md)"
  ].join("\n\n") + "\n"
}

/** Renders the pages of all errors, and a list of them, by their paths in the folder of the site. */
export const errorPages = (
  errors: ReadonlyArray<ErrorDescription>,
  calls: CallsByCode,
  reasons: Reasons
): ReadonlyMap<string, string> => {
  const codes = groupBy(errors, ({ code }) => code)
  const list = [...codes].map(([code, [error]]) =>
    `| [\`${code}\`](errors/${code}.md) | \`${error!.tag}\` | ${
      error!.causes[0]!.when.replaceAll("|", "\\|").replaceAll("](../", "](")
    } |`
  )
  return new Map([
    [
      "error-codes.md",
      `# All errors\n\nThe ${codes.size} values of \`error.code\`. Each page has the cause, the fix, the calls that fail with the error, and an example.\n\n| code | Effect | cause |\n|---|---|---|\n${
        list.join("\n")
      }\n`
    ],
    ...[...codes].map(([code, [error]]) =>
      [`errors/${code}.md`, pageOf(error!, calls.get(code) ?? [], reasons)] as const
    )
  ])
}
